import { CircleCheck, CircleDashed, CircleSlash, Clock, Hourglass, RefreshCw } from 'lucide-react';
import { type assessmentApi, assessmentStatuses } from '#features/assessment/contract.ts';
import { assessmentLink } from '#shared/contract/assessmentLink.ts';
import { labelOf } from '#web/data/dictionary.ts';
import { missing } from '#web/data/format.ts';
import type { ColumnOf } from '#web/table/types.ts';
import { Badge } from '#web/ui/Badge.tsx';
import type { AssessmentRow } from '../../contract.ts';
import { recordScale } from '../listedScale.ts';

const signs = {
  draft: CircleDashed,
  review: Hourglass,
  done: CircleCheck,
  void: CircleSlash,
  replaced: RefreshCw,
  expired: Clock,
} as const satisfies Record<AssessmentRow['status'], unknown>;

/** Status with its sign; a waiting one with the signatures that it has. */
function Status({ row: { status, signed, signaturesNeeded } }: { row: AssessmentRow }) {
  const Sign = signs[status];
  return (
    <span className="inline-flex items-center gap-1.5">
      <Sign
        size={14}
        className={status === 'done' ? 'text-success' : status === 'expired' ? 'text-level2-text' : 'text-text2'}
        aria-hidden="true"
      />
      {assessmentStatuses[status]}
      {status === 'review' && (
        <small className="text-xs text-text3">
          已签 {signed}/{signaturesNeeded}
        </small>
      )}
    </span>
  );
}

/** Final grade, also the one that a reviewer entered. */
function FinalGrade({ row: { finalLabel, manual, manualGradeLabel } }: { row: AssessmentRow }) {
  if (finalLabel !== null) return <b>{finalLabel}</b>;
  if (manualGradeLabel !== null)
    return (
      <>
        <b>{manualGradeLabel}</b> <Badge title="分级表里没有这组结果，由审核人给出">人工</Badge>
      </>
    );
  return manual ? <Badge tone="warn">需人工判定</Badge> : missing;
}

/** Days to the end within which the last day stands out. */
const soonDays = 30;

function ValidUntil({ row: { validUntil, status } }: { row: AssessmentRow }) {
  if (validUntil === null) return missing;
  const days = Math.ceil((Date.parse(validUntil) - Date.now()) / 86_400_000);
  if (status !== 'done' || days > soonDays) return validUntil;
  return (
    <span className="text-level2-text" title="即将到期">
      {validUntil} <small>{Math.max(0, days)} 天</small>
    </span>
  );
}

/** Columns of the list of assessments (domain.md 6.23). */
export const listColumns: readonly ColumnOf<typeof assessmentApi.getAssessmentList>[] = [
  {
    ...{ key: 'customerName', title: '客户', width: 96, fixed: 'left', sort: 'name' },
    render: (row) => (
      <a className="truncate text-text font-bold" href={assessmentLink(row.id)} onClick={() => recordScale(row)}>
        {row.customerName}
      </a>
    ),
  },
  { key: 'no', title: '编号', width: 144, sort: true, hideOrder: 2 },
  {
    ...{ key: 'scaleName', title: '量表', width: 200 },
    render: ({ scaleName, scaleVersion }) => (
      <span className="truncate" title={`${scaleName}，第 ${scaleVersion} 版`}>
        {scaleName}
      </span>
    ),
  },
  {
    ...{ key: 'reason', title: '评估原因', width: 96, hideOrder: 3 },
    render: ({ reason }) => labelOf('assess_reason', reason),
  },
  { key: 'date', title: '日期', width: 96, sort: true },
  {
    ...{ key: 'assessors', title: '评估员', width: 128 },
    render: ({ assessors }) => assessors.map(({ name }) => name).join('、') || missing,
  },
  {
    ...{ key: 'parts', title: '分项得分', width: 128, align: 'right', hideOrder: 1 },
    render: ({ parts }) => (parts && Object.keys(parts).length > 0 ? Object.values(parts).join(' / ') : missing),
  },
  {
    ...{ key: 'total', title: '总分', width: 64, align: 'right', sort: true },
    render: ({ total }) => (total === null ? missing : <b>{total}</b>),
  },
  {
    ...{ key: 'preliminary', title: '初步等级', width: 88, hideOrder: 4 },
    render: ({ preliminaryLabel }) => preliminaryLabel ?? missing,
  },
  { key: 'final', title: '最终等级', width: 120, render: (row) => <FinalGrade row={row} /> },
  { key: 'validUntil', title: '有效期至', width: 128, sort: true, render: (row) => <ValidUntil row={row} /> },
  { key: 'status', title: '状态', width: 152, render: (row) => <Status row={row} /> },
];
