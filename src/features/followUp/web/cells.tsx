import {
  type followUpApi,
  followUpKinds,
  followUpResults,
  requestTypes,
  satisfactions,
} from '#features/followUp/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { sosLink } from '#shared/sosLink.ts';
import { can } from '#web/api/session.ts';
import { Moment } from '#web/crud/columns.tsx';
import { labelOf } from '#web/data/dictionary.ts';
import { fullTime, listTime, missing } from '#web/data/format.ts';
import { Masked } from '#web/reveal/Masked.tsx';
import type { ColumnOf } from '#web/table/types.ts';
import { Badge } from '#web/ui/Badge.tsx';

export type FollowUpRow = OutputOf<typeof followUpApi.getFollowUpList>;

/** Overdue time after which a row is highlighted, ms. */
const late = 24 * 3_600_000;

function CustomerCell({ customerId, customerName, livingState }: FollowUpRow) {
  if (customerId === null) return missing;
  return (
    <span className="inline-flex items-center gap-1.5">
      <a className="text-text font-bold" href={`#/customer/list/${customerId}`}>
        {customerName}
      </a>
      {livingState === 'alone' && <Badge tone="warn">{labelOf('living_state', livingState)}</Badge>}
    </span>
  );
}

function Phone({ customerId, mobile, phone }: FollowUpRow) {
  if (customerId === null) return missing;
  const [field, text, label] =
    mobile !== null ? (['mobile', mobile, '手机号'] as const) : (['phone', phone, '固定电话'] as const);
  return <Masked object="customer" id={customerId} field={field} text={text} label={label} />;
}

/** Subject of a follow-up: warn, device, examination, request or plan. */
function About(row: FollowUpRow) {
  const { warnId, warnNo, equipmentId, equipmentName, planName, physicalId, requestType, request } = row;
  if (warnId) return <a href={sosLink({ id: warnId })}>{warnNo}</a>;
  if (equipmentId) return <a href={`#/equipment/list/${equipmentId}`}>{equipmentName}</a>;
  if (physicalId) return can('physical:list') ? <a href={`#/healthy/physicals/${physicalId}`}>{request}</a> : request;
  if (requestType) return `${requestTypes[requestType]}：${request}`;
  return planName ?? missing;
}

function Due({ due, state }: FollowUpRow) {
  const overdue = state === 'open' && Date.now() - Date.parse(due) > late;
  return (
    <time className={overdue ? 'text-level2-text font-bold' : undefined} title={fullTime(due)}>
      {listTime(due)}
    </time>
  );
}

function Result({ result, tries, lastAt }: FollowUpRow) {
  if (result === null) return missing;
  return (
    <span title={lastAt ? fullTime(lastAt) : undefined}>
      {followUpResults[result]}
      {result === 'no_answer' && tries > 0 && ` ×${tries}`}
    </span>
  );
}

const customerColumn: ColumnOf<typeof followUpApi.getFollowUpList> = {
  key: 'customerName',
  title: '客户',
  width: 136,
  fixed: 'left',
  render: CustomerCell,
};
const whose: ColumnOf<typeof followUpApi.getFollowUpList>[] = [
  { key: 'kind', title: '类别', width: 96, render: ({ kind }) => followUpKinds[kind] },
  { key: 'about', title: '关于', width: 144, render: About },
];
const noteColumn: ColumnOf<typeof followUpApi.getFollowUpList> = { key: 'note', title: '记录', width: 200 };
const plan: ColumnOf<typeof followUpApi.getFollowUpList> = { key: 'planName', title: '计划', width: 128, hidden: true };

export const pendingColumns: readonly ColumnOf<typeof followUpApi.getFollowUpList>[] = [
  customerColumn,
  { key: 'mobile', title: '电话', width: 144, render: Phone },
  ...whose,
  { key: 'due', title: '应回访', width: 112, sort: true, render: Due },
  { key: 'result', title: '最近一次', width: 104, render: Result },
  {
    key: 'assigneeName',
    title: '负责人',
    width: 88,
    render: (row) => row.assigneeName ?? <span className="text-text3">待认领</span>,
  },
  noteColumn,
  plan,
];

export const doneColumns: readonly ColumnOf<typeof followUpApi.getFollowUpList>[] = [
  customerColumn,
  ...whose,
  { key: 'doneAt', title: '完成时间', width: 112, render: ({ doneAt }) => (doneAt ? <Moment at={doneAt} /> : missing) },
  { key: 'doneBy', title: '回访人', width: 88, render: ({ doneBy }) => doneBy ?? '自动' },
  {
    ...{ key: 'satisfaction', title: '满意度', width: 88 },
    render: ({ satisfaction }) => (satisfaction ? satisfactions[satisfaction] : missing),
  },
  noteColumn,
  plan,
];
