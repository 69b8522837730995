import { sql } from 'kysely';
import type { followUpApi } from '#features/followUp/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { decrypted } from '#server/crud/storedValues.ts';
import { db } from '#server/db/db.ts';
import { contains, equals, inDepartmentTree, oneOf } from '#server/db/filter.ts';
import { countOf, pageOf } from '#server/db/paging.ts';
import { and } from '#server/db/values.ts';
import { betweenMoments } from '#server/db/zone.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { maskPhone } from '#shared/mask.ts';
import { followUps, seen } from './scope.ts';

type Row = OutputOf<typeof followUpApi.getFollowUpList>;
type Input = InputOf<typeof followUpApi.getFollowUpList>;

const views: Readonly<Record<NonNullable<Input['view']>, ReturnType<typeof sql>>> = {
  due: sql`f.state = 'open' and f.due_at <= now()`,
  later: sql`f.state = 'open' and f.due_at > now()`,
  visit: sql`f.state = 'visit'`,
  done: sql`f.state = 'done'`,
  all: sql`f.state <> 'dropped'`,
};

/** Returns the order: longest due first; for done or all rows newest first. */
function orderOf({ view }: Input) {
  if (view === 'all') return sql`coalesce(f.done_at, f.due_at) desc, f.id desc`;
  return view === 'done' ? sql`f.done_at desc, f.id desc` : sql`f.due_at, f.id`;
}

/** Matches who did it and when, and the department of the warn or customer. */
function doneWithin({ doneById, doneFrom, doneTo, departmentId }: Input) {
  const project = sql`coalesce(warn.project_id, customer.project_id)`;
  return [
    doneById ? sql`f.done_by = ${doneById}` : undefined,
    ...betweenMoments(sql`f.done_at`, project, doneFrom, doneTo),
    inDepartmentTree(sql`coalesce(warn.department_id, customer.department_id)`, departmentId),
  ];
}

function filterCondition(viewer: Viewer, input: Input) {
  const { view = 'due', kind, planId, customerId, mine, keyword } = input;
  return and(
    seen,
    views[view],
    ...doneWithin(input),
    oneOf(sql`f.kind`, kind),
    equals(sql`f.plan_id`, planId),
    equals(sql`f.customer_id`, customerId),
    mine ? sql`(f.assignee_id = ${viewer.userId} or f.assignee_id is null)` : undefined,
    contains(['customer.name', 'customer.initials', 'warn.no'], keyword),
  );
}

/** Selects the users who did the follow-ups in this span, one row each; for figures. */
export function doneFollowUps(viewer: Viewer, span: Pick<Input, 'doneFrom' | 'doneTo' | 'departmentId'>) {
  return sql`(select f.done_by as user_id from ${followUps(viewer)}
    where ${filterCondition(viewer, { ...span, view: 'done' })} and f.done_by is not null)`;
}

/** Returns follow-ups of customers visible to the viewer, longest due first; done ones newest first. */
export async function getFollowUpList(viewer: Viewer, input: Input): Promise<Paged<Row>> {
  const page = pageOf(input, { due: sql`f.due_at` }, orderOf(input));
  const where = filterCondition(viewer, input);
  const rows = await db.rows(sql<Row & { requestCipher: string | null }>`
    select f.id::text, f.kind, f.state, f.plan_id::text as "planId", p.name as "planName", p.script, f.warn_id::text as "warnId", warn.no as "warnNo",
      e.id::text as "equipmentId", e.name as "equipmentName", e.sn as "equipmentSn", f.request_type as "requestType", f.request, f.request_cipher as "requestCipher", f.physical_id::text as "physicalId", f.provider, customer.id::text as "customerId", customer.name as "customerName",
      customer.living_state as "livingState", customer.mobile, customer.phone, f.due_at as due, f.tries, f.result, f.satisfaction, f.note,
      f.assignee_id::text as "assigneeId", a.name as "assigneeName", f.last_at as "lastAt", f.done_at as "doneAt", d.name as "doneBy", f.version
    from ${followUps(viewer)} left join follow_up_plan p on p.id = f.plan_id left join equipment e on e.id = f.equipment_id
      left join "user" a on a.id = f.assignee_id left join "user" d on d.id = f.done_by
    where ${where} order by ${page.order} limit ${page.limit} offset ${page.offset}`);
  return {
    rows: rows.map(({ requestCipher, ...row }) => ({
      ...row,
      request: row.request ?? decrypted(requestCipher),
      ...{ mobile: maskPhone(row.mobile), phone: maskPhone(row.phone) },
    })),
    count: await countOf(sql`select 1 from ${followUps(viewer)} where ${where}`),
  };
}
