import { TriangleAlert } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { readingApi } from '#features/reading/contract.ts';
import { readingKinds } from '#shared/health/readingKinds.ts';
import { unitSymbol } from '#shared/health/units.ts';
import { valueText } from '#shared/health/valueText.ts';
import { fullTime } from '#web/data/format.ts';
import { useCall } from '#web/screen/useCall.ts';
import { Callout } from '#web/ui/Callout.tsx';
import { Segments } from '#web/ui/Segments.tsx';
import { entryTitles } from './entryTitles.ts';
import { type EntryField, entryFields, fieldOfKind } from './entryValues.ts';

export type Choice = 'keep' | 'overwrite';
export type Choices = Readonly<Partial<Record<EntryField, Choice>>>;

/** Values that a person entered in the minute of an entry. */
export interface Same {
  kinds: readonly string[];
  /** Instant of the entry. */
  at: string;
}

const choices = [
  { key: 'keep', label: '保留原值' },
  { key: 'overwrite', label: '覆盖' },
] as const;

const minuteMs = 60_000;

/** Returns the form's fields that hold these kinds. */
export const fieldsOfKinds = (kinds: readonly string[]): EntryField[] => [
  ...new Set(kinds.flatMap((kind) => fieldOfKind(kind) ?? [])),
];

interface Props {
  customerId: string;
  same: Same;
  chosen: Choices;
  onChoose: (field: EntryField, choice: Choice) => void;
}

/** Asks, field by field, whether the value that was entered in the same minute stays. */
export function SameMinute({ customerId, same, chosen, onChoose }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const start = Math.floor(Date.parse(same.at) / minuteMs) * minuteMs;
  const input = useMemo(() => {
    const [from, to] = [start, start + minuteMs - 1].map((at) => new Date(at).toISOString()) as [string, string];
    return { customerId, from, to, withdrawn: false, limit: 50 };
  }, [customerId, start]);
  const { data } = useCall(readingApi.getReadingList, input);
  useEffect(() => {
    frame.current?.scrollIntoView({ block: 'nearest' });
    frame.current?.querySelector('button')?.focus();
  }, []);
  const formerOf = (field: EntryField) => {
    const rows = entryFields[field].map((kind) =>
      data?.rows.find((row) => row.kind === kind && row.source.kind === 'person'),
    );
    const [first] = rows;
    if (!first) return '';
    const text = rows.map((row) => (row ? valueText(row.kind, row.value) : '—')).join('/');
    return `${text} ${unitSymbol(readingKinds[first.kind].unit)}${first.by ? `（${first.by}）` : ''}`;
  };
  return (
    <Callout tone="notice" className="flex gap-2.5 mb-4 px-3.5 py-2.5" role="alert" ref={frame}>
      <TriangleAlert size={16} aria-hidden />
      <div className="flex-1 min-w-0">
        <strong>{fullTime(same.at).slice(0, 16)} 这一分钟已有人录入，请选择覆盖或保留</strong>
        {fieldsOfKinds(same.kinds).map((field) => (
          <div key={field} className="flex flex-wrap items-center justify-between gap-2 mt-2">
            <span>
              {entryTitles[field]} {formerOf(field)}
            </span>
            <Segments
              label={entryTitles[field]}
              segments={choices}
              value={chosen[field] ?? 'keep'}
              onChange={(choice) => onChoose(field, choice)}
            />
          </div>
        ))}
      </div>
    </Callout>
  );
}
