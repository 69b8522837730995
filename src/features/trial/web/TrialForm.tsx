import { titleOf } from '#features/equipment/web/service.ts';
import { trialApi, trialResults } from '#features/trial/contract.ts';
import type { InputKey } from '#shared/endpoint.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import { callValidated } from '#web/form/callValidated.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { Field, FormValues } from '#web/form/types.ts';
import type { TrialRow } from './cells.tsx';

const isBroken = ({ result }: FormValues) => result === 'broken';
const isAgain = ({ result }: FormValues) => result === 'no_answer' || result === 'inconvenient';
const hints: Readonly<Record<string, string>> = {
  visit: '不再打电话，等人上门按一次',
  broken: '设备转入维修，生成维修单',
};

const fields: readonly Field<InputKey<typeof trialApi.noteTrial> | 'fault'>[] = [
  {
    ...{ kind: 'radio', field: 'result', label: '结果', options: optionsOf(trialResults), required: true, wide: true },
    hint: (value) => hints[String(value)] ?? '',
  },
  {
    ...{ kind: 'datetime', field: 'nextAt', label: '下次试按', required: true, wide: true },
    shown: isAgain,
  },
  { kind: 'textarea', field: 'note', label: '说明', maxLength: 500, rows: 3, wide: true, shown: (v) => !isBroken(v) },
  {
    kind: 'textarea',
    field: 'fault',
    label: '故障',
    maxLength: 500,
    rows: 3,
    wide: true,
    required: true,
    shown: isBroken,
  },
];

/** Default delay of the next try after an unreached call, ms: one day. */
const aDay = 86_400_000;

function inputOf({ fault, nextAt, note, ...values }: FormValues): FormValues {
  if (isBroken(values)) return { ...values, note: fault };
  return { ...values, ...(isAgain(values) && { nextAt }), ...(note ? { note } : {}) };
}

interface Props {
  row: TrialRow;
  onDone: () => void;
  onClosed: () => void;
}

/** Asks why there was no press during the call, and when to try again. Open while mounted. */
export function TrialForm({ row, onDone, onClosed }: Props) {
  return (
    <DialogForm
      open
      initial={{ result: 'no_answer', nextAt: new Date(Date.now() + aDay).toISOString() }}
      title={titleOf('试按结果', { name: row.customerName ?? row.name, sn: row.sn })}
      size="small"
      fields={fields}
      submit={(values) =>
        callValidated(trialApi.noteTrial, { ...inputOf(values), equipmentId: row.id, after: row.trialId })
      }
      submitText="记录"
      failText="没有记录"
      doneText="已记录"
      onDone={onDone}
      onRefresh={onDone}
      onClosed={onClosed}
    />
  );
}
