import { callApi } from '#web/api/request.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { Field } from '#web/form/types.ts';
import { leastNote, type WarningResult, warningApi, warningResults } from '../../contract.ts';
import type { Warning } from '../words.ts';
import { allowing, bulkLimit, leftOut, runEach } from './bulk.ts';

interface Props {
  act: 'ignore' | 'finish';
  /** Selected rows. */
  rows: readonly Warning[];
  userId: string;
  onDone: () => void;
  onClosed: () => void;
}

const words = { kind: 'textarea', maxLength: 500, rows: 3, required: true, wide: true, undrafted: true } as const;

const fields: Readonly<Record<Props['act'], readonly Field[]>> = {
  ignore: [{ ...words, field: 'reason', label: '忽略原因' }],
  finish: [
    {
      ...{ kind: 'radio', field: 'result', label: '处理结果', required: true, wide: true },
      options: optionsOf(warningResults),
    },
    { ...words, field: 'note', label: '处理说明', hint: `至少 ${leastNote} 个字，每条都记` },
  ],
};

const schemas: Readonly<Record<Props['act'], object>> = {
  ignore: warningApi.ignoreEarlyWarning.input,
  finish: warningApi.finishEarlyWarning.input,
};

const titles = { ignore: '忽略', finish: '结案' } as const;

/** Ignores or closes the selected warnings with the same words. Open while mounted. */
export function BulkDialog({ act, rows, userId, onDone, onClosed }: Props) {
  const allowed = allowing(act, rows, userId);
  const chosen = allowed.slice(0, bulkLimit);
  const rest = leftOut(act, rows.length, allowed.length);
  const title = titles[act];
  const call = (values: Readonly<Record<string, unknown>>) => (id: string) =>
    act === 'ignore'
      ? callApi(warningApi.ignoreEarlyWarning, { id, reason: String(values.reason) })
      : callApi(warningApi.finishEarlyWarning, {
          ...{ id, note: String(values.note) },
          result: values.result as WarningResult,
        });
  return (
    <DialogForm
      open
      title={`${title} ${chosen.length} 条预警`}
      size="small"
      schema={schemas[act]}
      fields={fields[act]}
      initial={{ id: chosen[0]?.id }}
      submit={(values) => runEach(act, chosen, call(values))}
      submitText={`${title} ${chosen.length} 条`}
      failText={`没有${title}`}
      onDone={onDone}
      onClosed={onClosed}
    >
      <ul className="warning-chosen mb-3 rounded-md border border-line text-[13px]" aria-label="预警">
        {chosen.map(({ id, customerName, sentence }) => (
          <li key={id} className="px-3 py-1">
            <b>{customerName}</b> <span className="text-text2">{sentence}</span>
          </li>
        ))}
      </ul>
      {rest && <p className="mb-3 text-text2">{rest}</p>}
    </DialogForm>
  );
}
