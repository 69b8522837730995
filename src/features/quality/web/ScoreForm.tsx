import { useState } from 'react';
import { type QualityItem, qualityApi, qualityItems } from '#features/quality/contract.ts';
import { keysOf } from '#shared/codes.ts';
import type { InputKey } from '#shared/endpoint.ts';
import { ApiError } from '#web/api/request.ts';
import { callValidated } from '#web/form/callValidated.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { Field, FormValues, Rule } from '#web/form/types.ts';
import type { SampleRow } from './cells.tsx';
import { CaseFacts, useSample } from './SampleDrawer.tsx';

const items = keysOf(qualityItems);
const verdicts = [
  { value: 'passed', label: '通过' },
  { value: 'returned', label: '退回' },
];

type Key = QualityItem | 'verdict' | InputKey<typeof qualityApi.scoreSample>;
const fields: readonly Field<Key>[] = [
  ...items.map((key): Field<Key> => {
    const { title, max, hint } = qualityItems[key];
    return { kind: 'number', field: key, label: title, unit: `/ ${max} 分`, required: true, hint };
  }),
  { kind: 'radio', field: 'verdict', label: '结论', options: verdicts, required: true, wide: true },
  {
    ...{ kind: 'textarea', field: 'comment', label: '评语', maxLength: 500, wide: true, rows: 3 },
    hint: '处理人会看到；退回时必填',
  },
];

const rules: readonly Rule<Key>[] = [
  ...items.map(
    (key): Rule<Key> => ({
      ...{ field: key, rule: 'maximum' },
      check: (values) => {
        const points = Number(values[key] ?? 0);
        const { title, max } = qualityItems[key];
        return Number.isInteger(points) && points >= 0 && points <= max ? undefined : `「${title}」为0至${max}分`;
      },
    }),
  ),
  {
    ...{ field: 'comment', rule: 'required' },
    check: ({ verdict, comment }) =>
      verdict === 'returned' && String(comment ?? '').trim().length < 5 ? '退回时请写明原因，至少5个字' : undefined,
  },
];

/**
 * Returns the initial values: the earlier score, else full points. Without a version there was no score; a conflict
 * gives the version to replace.
 */
function begun({ points, state, comment, version: scored }: SampleRow): FormValues {
  const version = state === 'waiting' ? undefined : scored;
  const allPoints = Object.fromEntries(items.map((key) => [key, points?.[key] ?? qualityItems[key].max]));
  return { ...allPoints, version, ...(state !== 'waiting' && { verdict: state }), ...(comment && { comment }) };
}

interface Props {
  row: SampleRow;
  onDone: () => void;
  onClosed: () => void;
}

/** 评分: points per item next to the facts, passed or returned. Open as long as it is mounted. */
export function ScoreForm({ row, onDone, onClosed }: Props) {
  const { data } = useSample(row.id);
  const [values, setValues] = useState<FormValues>({});
  const total = items.reduce((sum, key) => sum + (Number(values[key]) || 0), 0);
  const submit = ({ verdict, comment, version, ...pointValues }: FormValues) =>
    callValidated(qualityApi.scoreSample, {
      ...{ id: row.id, ...(version !== undefined && { version }) },
      points: Object.fromEntries(items.map((key) => [key, Number(pointValues[key])])) as Record<QualityItem, number>,
      ...{ passed: verdict === 'passed', ...(comment ? { comment } : {}) },
    }).catch((error: unknown) => {
      // Reloads the list, which is outdated whatever happens to the form.
      if (error instanceof ApiError && error.status === 409) onDone();
      throw error;
    });
  return (
    <DialogForm
      open
      initial={begun(row)}
      title={`质检评分 · ${row.warnNo} · ${total} 分`}
      fields={fields}
      rules={rules}
      submit={submit}
      submitText="评分"
      failText="没有评分"
      doneText="已评分，处理人会收到通知"
      onValues={setValues}
      onDone={onDone}
      onClosed={onClosed}
      onRefresh={onDone}
    >
      {data && (
        <div className="mb-4">
          <CaseFacts data={data} />
        </div>
      )}
    </DialogForm>
  );
}
