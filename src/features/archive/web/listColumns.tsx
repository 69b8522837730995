import type { archiveApi } from '#features/archive/contract.ts';
import { genders } from '#shared/codes.ts';
import { Moment } from '#web/crud/columns.tsx';
import { labelOf } from '#web/data/dictionary.ts';
import { missing } from '#web/data/format.ts';
import { LevelCell } from '#web/record/LevelCell.tsx';
import type { ColumnOf } from '#web/table/types.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { bloodText, Completeness } from './parts.tsx';
import { type ArchiveRow, SignCell } from './SignCell.tsx';

/** Badges of a cell; the others are counted. */
const shownBadges = 2;

function Chronic({ chronic }: ArchiveRow) {
  if (chronic.length === 0) return missing;
  const labels = chronic.map((code) => labelOf('chronic', code));
  const rest = labels.length - shownBadges;
  return (
    <span className="inline-flex items-center gap-1" title={labels.join('、')}>
      {labels.slice(0, shownBadges).map((label) => (
        <Badge key={label}>{label}</Badge>
      ))}
      {rest > 0 && <span className="text-xs text-text3">+{rest}</span>}
    </span>
  );
}

/** Returns an allergy without its reaction. */
const substance = (allergy: string) => allergy.replace(/[（(].*$/, '').trim();

/** Columns of the list of health archives (domain.md 6.22). */
export const listColumns: readonly ColumnOf<typeof archiveApi.getArchiveList>[] = [
  {
    ...{ key: 'name', title: '客户', width: 96, fixed: 'left', sort: true },
    render: ({ id, name }) => (
      <a className="truncate text-text font-bold" href={`#/healthy/archives/${id}`}>
        {name}
      </a>
    ),
  },
  { key: 'gender', title: '性别', width: 48, render: ({ gender }) => genders[gender as keyof typeof genders] },
  { key: 'age', title: '年龄', width: 64, align: 'right', sort: true },
  { key: 'bloodType', title: '血型', width: 96, hidden: true, render: bloodText },
  { key: 'chronic', title: '慢病', width: 152, noTooltip: true, render: Chronic },
  {
    ...{ key: 'allergies', title: '过敏', width: 120 },
    render: ({ allergies }) =>
      allergies.length === 0 ? (
        missing
      ) : (
        <span className="text-level1-text" title={allergies.join('、')}>
          {allergies.map(substance).join('、')}
        </span>
      ),
  },
  {
    ...{ key: 'pressure', title: '最近血压', width: 152, noTooltip: true },
    render: (row) => <SignCell row={row} kinds={['systolic', 'diastolic']} />,
  },
  {
    ...{ key: 'heartRate', title: '最近心率', width: 120, noTooltip: true },
    render: (row) => <SignCell row={row} kinds={['heart_rate']} />,
  },
  {
    ...{ key: 'spo2', title: '最近血氧', width: 120, noTooltip: true },
    render: (row) => <SignCell row={row} kinds={['spo2']} />,
  },
  {
    ...{ key: 'glucose', title: '最近血糖', width: 152, noTooltip: true },
    render: (row) => <SignCell row={row} kinds={['glucose']} />,
  },
  {
    ...{ key: 'abilityLevel', title: '能力等级', width: 112 },
    render: (row) => <LevelCell person={row} />,
  },
  {
    ...{ key: 'completeness', title: '档案完整度', width: 136, sort: true, noTooltip: true },
    render: ({ completeness }) => <Completeness percent={completeness} />,
  },
  { key: 'responsibleName', title: '责任医护', width: 80 },
  {
    ...{ key: 'updatedAt', title: '更新时间', width: 112, sort: true, hidden: true },
    render: ({ updatedAt }) => <Moment at={updatedAt} />,
  },
];
