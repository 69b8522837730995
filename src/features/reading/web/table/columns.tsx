import type { readingApi } from '#features/reading/contract.ts';
import { levelWords } from '#shared/health/codeWords.ts';
import { keysOfKinds, meals, readingFlag, readingKinds } from '#shared/health/readingKinds.ts';
import { now } from '#web/core/now.ts';
import { fullTime, listTime } from '#web/data/format.ts';
import type { ColumnOf, FilterOf } from '#web/table/types.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { LevelWord } from '../LevelWord.tsx';
import { flagsText, mayBeNormal, recordText, withUnit } from './rowText.ts';

type Api = typeof readingApi.getReadingList;

/** Returns the columns of the table; times are those of the customer's zone. */
export const columnsIn = (zone: string): readonly ColumnOf<Api>[] => [
  {
    ...{ key: 'at', title: '测量时间', width: 112, sort: true },
    render: ({ at }) => <span title={fullTime(at, zone)}>{listTime(at, now(), zone)}</span>,
  },
  {
    ...{ key: 'kind', title: '体征', width: 104 },
    render: ({ kind, meal }) => [readingKinds[kind].title, meal && meals[meal]].filter(Boolean).join(' '),
  },
  {
    ...{ key: 'value', title: '数值', width: 112, align: 'right' },
    render: ({ kind, value, flags }) => {
      const text = withUnit(kind, value);
      return (flags & readingFlag.withdrawn) === 0 ? <b>{text}</b> : <del className="text-text3">{text}</del>;
    },
  },
  {
    ...{ key: 'level', title: '等级与状态', width: 120, noTooltip: true },
    render: (row) => (
      <span className="inline-flex items-center gap-1.5">
        <LevelWord level={row.level} normal={mayBeNormal(row)} />
        {flagsText(row.flags).map((word) => (
          <Badge key={word}>{word}</Badge>
        ))}
      </span>
    ),
  },
  {
    ...{ key: 'source', title: '来源', width: 192 },
    render: ({ source, by }) => [source.name, by].filter(Boolean).join(' '),
  },
  { key: 'record', title: '备注与记录', width: 240, render: (row) => recordText(row).join('；') },
];

const options = <K extends string | number>(labels: Readonly<Record<K, string>>) =>
  Object.entries<string>(labels).map(([value, label]) => ({ value, label }));

export const readingFilters: readonly FilterOf<Api>[] = [
  {
    ...{ kind: 'multi', field: 'kind', label: '体征' },
    options: keysOfKinds.map((kind) => ({ value: kind, label: readingKinds[kind].title })),
  },
  { kind: 'dates', from: 'from', to: 'to', label: '测量时间', unit: 'instant', timed: true, maxDays: 366 },
  {
    ...{ kind: 'multi', field: 'level', label: '等级' },
    options: ([1, 2, 3] as const).map((level) => ({ value: level, label: levelWords[level] })),
  },
  { kind: 'multi', field: 'meal', label: '餐别', options: options(meals) },
  {
    ...{ kind: 'select', field: 'withdrawn', label: '撤回' },
    options: [
      { value: false, label: '未撤回' },
      { value: true, label: '已撤回' },
    ],
  },
];
