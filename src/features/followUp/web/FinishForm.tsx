import {
  followUpApi,
  followUpKinds,
  followUpResults,
  requestTypes,
  satisfactions,
} from '#features/followUp/contract.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import { callValidated } from '#web/form/callValidated.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { FieldOf, FormValues } from '#web/form/types.ts';
import { Callout } from '#web/ui/Callout.tsx';
import { CallCard } from './CallCard.tsx';
import type { FollowUpRow } from './cells.tsx';
import { examinationScript, scripts } from './scripts.ts';

const is =
  (...values: string[]) =>
  ({ result }: FormValues) =>
    values.includes(String(result));
const hints: Readonly<Record<string, string>> = {
  no_answer: '两天内再打三次，时间自动安排；都没有接通则转为上门',
  visit: '转到「需上门」，上门后再记录',
};

const fieldsOf = (asksIfSatisfied: boolean): readonly FieldOf<typeof followUpApi.finishFollowUp>[] => [
  {
    ...{
      kind: 'radio',
      field: 'result',
      label: '结果',
      options: optionsOf(followUpResults),
      required: true,
      wide: true,
    },
    hint: (value) => hints[String(value)] ?? '',
  },
  {
    ...{ kind: 'radio', field: 'satisfaction', label: '满意度', options: optionsOf(satisfactions), wide: true },
    ...{ shown: is('reached'), required: asksIfSatisfied },
  },
  { kind: 'textarea', field: 'note', label: '回访记录', maxLength: 500, rows: 3, wide: true },
  {
    ...{ kind: 'datetime', field: 'nextAt', label: '下次回访', wide: true, shown: is('reached', 'no_answer') },
    hint: '不填：未接听的自动安排，已回访的到此为止',
  },
];

function inputOf({ nextAt, satisfaction, ...values }: FormValues): FormValues {
  return {
    ...values,
    ...(is('reached')(values) && satisfaction ? { satisfaction } : {}),
    ...(is('reached', 'no_answer')(values) && nextAt ? { nextAt } : {}),
  };
}

interface Props {
  row: FollowUpRow;
  onDone: () => void;
  onClosed: () => void;
}

/** The plan's script, else the default of the reason; for a request its text. */
function Script({ row: { kind, script, physicalId, requestType, request, provider } }: Pick<Props, 'row'>) {
  const lines =
    script?.split('\n').filter((line) => line.trim() !== '') ?? (physicalId ? examinationScript : scripts[kind]);
  return (
    <Callout className="mb-3" aria-label="话术">
      {request && (
        <p className="mb-1.5">
          {requestType && !physicalId && <b>{requestTypes[requestType]}</b>} {request}
          {provider && <span className="text-text2"> · 转介给 {provider}</span>}
        </p>
      )}
      <b className="text-[13px]">{physicalId ? '体检随访' : followUpKinds[kind]} · 话术</b>
      <ul className="text-[13px] text-text2">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Callout>
  );
}

/** Form for the result of a call, with call card and script. Open as long as it is mounted. */
export function FinishForm({ row, onDone, onClosed }: Props) {
  return (
    <DialogForm
      open
      initial={{ result: 'reached' }}
      title={`记录回访 · ${row.customerName ?? followUpKinds[row.kind]}`}
      fields={fieldsOf(row.kind === 'request')}
      submit={(values) =>
        callValidated(followUpApi.finishFollowUp, { ...inputOf(values), id: row.id, version: row.version })
      }
      submitText="记录"
      failText="没有记录"
      doneText="已记录回访"
      draft={`followUp.${row.id}`}
      onDone={onDone}
      onRefresh={onDone}
      onClosed={onClosed}
    >
      {row.customerId !== null || row.warnId !== null ? <CallCard {...row} /> : null}
      <Script row={row} />
    </DialogForm>
  );
}
