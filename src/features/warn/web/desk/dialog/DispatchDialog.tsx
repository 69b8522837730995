import { warnApi } from '#features/warn/contract.ts';
import { keysOf } from '#shared/codes.ts';
import { dispatchKinds, genders } from '#web/data/words.ts';
import type { Field } from '#web/form/types.ts';
import { whoseAlarm } from '../../words.ts';
import type { NearbyHelp, WarnDetail } from '../types.ts';
import type { RunAction } from '../useAction.ts';
import { OpenForm } from './OpenForm.tsx';
import { submitting } from './submitting.ts';

function kinds(keys: readonly (keyof typeof dispatchKinds)[]) {
  return keys.map((value) => ({ value, label: dispatchKinds[value] }));
}

const dispatchFields: readonly Field[] = [
  { field: 'name', label: '派给谁', kind: 'text', maxLength: 50, wide: true },
  {
    field: 'kind',
    label: '类别',
    kind: 'select',
    get options() {
      return kinds(keysOf(dispatchKinds));
    },
  },
  { field: 'phone', label: '电话', kind: 'phone' },
  { field: 'note', label: '交代的话', kind: 'textarea', maxLength: 500 },
];

const emergencyFields: readonly Field[] = [
  { field: 'note', label: '说了什么', kind: 'textarea', maxLength: 500, rows: 5, required: true },
  {
    field: 'kind',
    label: '叫谁',
    kind: 'radio',
    wide: true,
    get options() {
      return kinds(['emergency', 'fire', 'police']);
    },
  },
  { field: 'name', label: '单位', kind: 'text', maxLength: 50 },
  { field: 'phone', label: '电话', kind: 'phone', required: true },
];

/** What is to be read out to 120: who, where, how to get in, and what they suffer from. */
function readOut(detail: WarnDetail): string {
  const { customer } = detail;
  if (customer === null) return [whoseAlarm(detail), detail.area, detail.address].filter(Boolean).join('，');
  const sex = customer.gender === 1 || customer.gender === 2 ? genders[customer.gender] : null;
  const parts = [
    customer.name,
    sex,
    customer.age === null ? null : `${customer.age} 岁`,
    `${customer.area} ${customer.address}`,
    customer.entryNote,
    customer.conditions.length > 0 ? customer.conditions.join('、') : null,
    customer.allergies.length > 0 ? `过敏：${customer.allergies.join('、')}` : null,
  ];
  return parts.filter(Boolean).join('，');
}

interface Props {
  detail: WarnDetail;
  run: RunAction;
  onClose: () => void;
}

/** 派单 to a station, a neighbour, anyone; filled in when one of the nearby was chosen. */
export function DispatchDialog({ detail, run, onClose, to }: Props & { to: NearbyHelp | null }) {
  const chosen =
    to === null ? { kind: 'station' } : { name: to.name, phone: to.phone?.replaceAll(' ', '') ?? '', kind: to.kind };
  return (
    <OpenForm
      title={`派单 ${whoseAlarm(detail)}`}
      submitText="派单"
      failText="派单失败"
      schema={warnApi.dispatchWarn.input}
      fields={dispatchFields}
      initial={{ ...chosen, id: detail.id }}
      submit={submitting(run, warnApi.dispatchWarn, '已派单')}
      onClose={onClose}
    />
  );
}

/** 代呼 120: who was called and what was said is put on record. */
export function EmergencyDialog({ detail, run, onClose }: Props) {
  const initial = {
    id: detail.id,
    name: '120 急救',
    phone: '120',
    kind: 'emergency',
    note: readOut(detail).slice(0, 500),
  };
  return (
    <OpenForm
      title="代呼 120"
      submitText="记录代呼"
      failText="记录失败"
      schema={warnApi.dispatchWarn.input}
      fields={emergencyFields}
      initial={initial}
      submit={submitting(run, warnApi.dispatchWarn, '已记录代呼')}
      onClose={onClose}
    >
      <p className="below-12 anywhere soft">
        <a href="tel:120">拨打 120</a>，照下面的话说；接线员的回复也写进来。
      </p>
    </OpenForm>
  );
}
