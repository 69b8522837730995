import { readingApi } from '#features/reading/contract.ts';
import { keysOfKinds, type ReadingKindName, readingKinds } from '#shared/health/readingKinds.ts';
import { callApi } from '#web/api/request.ts';
import { fullTime } from '#web/data/format.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { Field, FormValues, Opening } from '#web/form/types.ts';
import { toast } from '#web/message/message.tsx';
import { type ReadingRow, withUnit } from './rowText.ts';

/** What is withdrawn: single values, or a span of one source. */
export type Voided =
  | { rows: readonly ReadingRow[] }
  | { source: ReadingRow['source']; from: string; to: string; kinds: readonly ReadingKindName[] };

interface Props {
  customerId: string;
  voided: (Voided & Opening) | undefined;
  onDone: () => void;
  onClosed: () => void;
}

type VoidField = 'kind' | 'from' | 'to' | 'reason';

const { kind, from, to, reason } = readingApi.voidReading.input.properties;
const schema = { type: 'object', properties: { kind, from, to, reason }, required: ['reason'] } as const;

const reasonField: Field<VoidField> = {
  ...{ kind: 'textarea', field: 'reason', label: '撤回原因', required: true, maxLength: 200, rows: 2, undrafted: true },
  hint: '如：量的是同屋的人，设备挂在别人床上',
};
const spanFields: readonly Field<VoidField>[] = [
  { kind: 'datetime', field: 'from', label: '开始时间', required: true, latest: 'today' },
  { kind: 'datetime', field: 'to', label: '结束时间', required: true, latest: 'today' },
  {
    ...{ kind: 'multi', field: 'kind', label: '体征', wide: true, placeholder: '全部体征' },
    options: keysOfKinds.map((each) => ({ value: each, label: readingKinds[each].title })),
  },
  reasonField,
];
/** Values that are named one by one. */
const maxNamed = 5;

function Named({ rows }: { rows: readonly ReadingRow[] }) {
  return (
    <ul className="mb-3 p-0 text-[13px]">
      {rows.slice(0, maxNamed).map((row) => (
        <li key={row.id} className="block">
          {readingKinds[row.kind].title} <b>{withUnit(row.kind, row.value)}</b>，{fullTime(row.at)}，{row.source.name}
        </li>
      ))}
      {rows.length > maxNamed && <li className="block">等 {rows.length} 条</li>}
    </ul>
  );
}

/** 撤回: asks for the reason; the values stay in the table, struck, and count nowhere. */
export function VoidForm({ customerId, voided, onDone, onClosed }: Props) {
  const rows = voided && 'rows' in voided ? voided.rows : undefined;
  const source = voided && 'source' in voided ? voided.source : undefined;

  async function submit(values: FormValues): Promise<number> {
    const told = String(values.reason);
    if (source) {
      const kinds = (values.kind as ReadingKindName[] | undefined) ?? keysOfKinds;
      const span = { from: String(values.from), to: String(values.to) };
      const input = { customerId, sourceId: source.id, kind: kinds, ...span, reason: told };
      return (await callApi(readingApi.voidReading, input)).count;
    }
    const chosen = rows ?? [];
    const times = chosen.map(({ at }) => at).sort();
    const [oldest, newest] = [times[0], times.at(-1)];
    if (!oldest || !newest) return 0;
    const kinds = [...new Set(chosen.map(({ kind: one }) => one))];
    const span = { from: oldest, to: newest, ids: chosen.map(({ id }) => id) };
    const input = { customerId, kind: kinds, ...span, reason: told };
    return (await callApi(readingApi.voidReading, input)).count;
  }
  function done(count: number): void {
    if (count > 0) toast.success(`已撤回 ${count} 条`);
    else toast.info('没有可撤回的值，它们已经撤回过');
    onDone();
  }
  return (
    <DialogForm<number, VoidField>
      open={voided}
      title={source ? `撤回一段 · ${source.name}` : '撤回体征'}
      size={source ? 'medium' : 'small'}
      fields={source ? spanFields : [reasonField]}
      schema={schema}
      submit={submit}
      submitText="撤回"
      failText="没有撤回"
      startAt={() => (source ? 'from' : 'reason')}
      onDone={done}
      onClosed={onClosed}
    >
      {rows && <Named rows={rows} />}
      <p className="mb-3 text-[13px] text-text2">
        撤回的值在表中划掉保留，不再进入曲线、均值、等级和预警。血压的两个值一起撤回。
      </p>
    </DialogForm>
  );
}
