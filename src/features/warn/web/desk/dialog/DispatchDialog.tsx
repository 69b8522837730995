import { Form, Input, Select } from 'antd';
import { warnApi } from '#features/warn/contract.ts';
import { dispatchKinds, genders, keysOf } from '#shared/codes.ts';
import { call } from '#web/request.ts';
import { whoseAlarm } from '../../words.ts';
import type { NearbyHelp, WarnDetail } from '../types.ts';
import type { RunAction } from '../useAction.ts';
import { DeskForm } from './DeskForm.tsx';

interface Values {
  name: string;
  phone?: string;
  kind: keyof typeof dispatchKinds;
  note?: string;
}

const phoneRule = { pattern: /^[0-9+*#-]{3,20}$/, message: '号码格式不正确' };

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

function useSubmit(detail: WarnDetail, run: RunAction, onClose: () => void) {
  return async (values: Values, refused: (error: unknown) => boolean) => {
    const phone = values.phone?.replaceAll(' ', '');
    const note = values.note?.trim();
    const input = {
      id: detail.id,
      name: values.name.trim(),
      kind: values.kind,
      ...(phone ? { phone } : {}),
      ...(note ? { note } : {}),
    };
    if (await run(() => call(warnApi.dispatchWarn, input), `已派 ${input.name}`, refused)) onClose();
  };
}

interface Props {
  detail: WarnDetail;
  run: RunAction;
  onClose: () => void;
}

/** 派单 to a station, a neighbour, anyone; filled in when one of the nearby was chosen. */
export function DispatchDialog({ detail, run, onClose, to }: Props & { to: NearbyHelp | null }) {
  const initial: Partial<Values> =
    to === null ? { kind: 'station' } : { name: to.name, phone: to.phone ?? undefined, kind: to.kind };
  return (
    <DeskForm<Values>
      title={`派单 ${whoseAlarm(detail)}`}
      ok="派单"
      initial={initial}
      onSubmit={useSubmit(detail, run, onClose)}
      onClose={onClose}
    >
      <Form.Item name="name" label="派给谁" rules={[{ required: true, whitespace: true, message: '请写明派给谁' }]}>
        <Input autoFocus={to === null} maxLength={50} />
      </Form.Item>
      <div className="desk-form-row">
        <Form.Item name="kind" label="类别" rules={[{ required: true, message: '请选择类别' }]}>
          <Select options={keysOf(dispatchKinds).map((value) => ({ value, label: dispatchKinds[value] }))} />
        </Form.Item>
        <Form.Item name="phone" label="电话" rules={[phoneRule]}>
          <Input maxLength={20} />
        </Form.Item>
      </div>
      <Form.Item name="note" label="交代的话">
        <Input.TextArea autoFocus={to !== null} rows={3} maxLength={500} showCount />
      </Form.Item>
    </DeskForm>
  );
}

/** 代呼 120: who was called and what was said is put on record. */
export function EmergencyDialog({ detail, run, onClose }: Props) {
  const initial: Values = { name: '120 急救', phone: '120', kind: 'emergency', note: readOut(detail).slice(0, 500) };
  return (
    <DeskForm<Values>
      title="代呼 120"
      ok="记录代呼 120"
      danger
      initial={initial}
      onSubmit={useSubmit(detail, run, onClose)}
      onClose={onClose}
    >
      <p className="desk-form-about">
        <a href="tel:120">拨打 120</a>，照下面的话说；接线员的回复也写进来。
      </p>
      <Form.Item name="kind" label="叫谁">
        <Select
          options={(['emergency', 'fire', 'police'] as const).map((value) => ({ value, label: dispatchKinds[value] }))}
        />
      </Form.Item>
      <div className="desk-form-row">
        <Form.Item name="name" label="单位" rules={[{ required: true, whitespace: true, message: '请写明呼叫的单位' }]}>
          <Input maxLength={50} />
        </Form.Item>
        <Form.Item name="phone" label="电话" rules={[{ required: true, message: '号码格式不正确' }, phoneRule]}>
          <Input maxLength={20} />
        </Form.Item>
      </div>
      <Form.Item name="note" label="说了什么" rules={[{ required: true, whitespace: true, message: '请写明说了什么' }]}>
        <Input.TextArea autoFocus rows={4} maxLength={500} showCount />
      </Form.Item>
    </DeskForm>
  );
}
