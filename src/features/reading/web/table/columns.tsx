import type { readingApi } from '#features/reading/contract.ts';
import { levelWords } from '#shared/health/codeWords.ts';
import { keysOfKinds, meals, readingFlag, readingKinds } from '#shared/health/readingKinds.ts';
import { fullTime } from '#web/data/format.ts';
import type { ColumnOf, FilterOf } from '#web/table/types.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { LevelWord } from '../LevelWord.tsx';
import { flagsText, mayBeNormal, recordText, withUnit } from './rowText.ts';

type Api = typeof readingApi.getReadingList;

/** Returns the columns of the table; times are those of the customer's zone. */
export const columnsIn = (zone: string): readonly ColumnOf<Api>[] => [
  { key: 'at', title: '测量时间', width: 152, sort: true, render: ({ at }) => fullTime(at, zone) },
  { key: 'kind', title: '体征', width: 72, render: ({ kind }) => readingKinds[kind].title },
  {
    ...{ key: 'value', title: '数值', width: 112, align: 'right' },
    render: ({ kind, value, flags }) => {
      const text = withUnit(kind, value);
      return (flags & readingFlag.withdrawn) === 0 ? <b>{text}</b> : <del className="text-text3">{text}</del>;
    },
  },
  {
    ...{ key: 'level', title: '等级', width: 80, noTooltip: true },
    render: (row) => <LevelWord level={row.level} normal={mayBeNormal(row)} />,
  },
  { key: 'meal', title: '餐别', width: 88, hideOrder: 1, render: ({ meal }) => meal && meals[meal] },
  { key: 'source', title: '来源', width: 160, render: ({ source }) => source.name },
  { key: 'by', title: '录入人', width: 80, hideOrder: 2 },
  {
    ...{ key: 'flags', title: '状态', width: 120, noTooltip: true },
    render: ({ flags }) => {
      const words = flagsText(flags);
      return words.length > 0 && words.map((word) => <Badge key={word}>{word}</Badge>);
    },
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
