import { sql } from 'kysely';
import { callCardOf } from '#features/customer/server/service.ts';
import type { followUpApi } from '#features/followUp/contract.ts';
import { followUpTermsOf } from '#features/warn/server/service.ts';
import { notFound, Problem } from '#server/core/problem.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { followUps, seen } from './scope.ts';

type Api = typeof followUpApi;
type CallCard = OutputOf<Api['getFollowUpPerson']>;

/** Maximum number of earlier calls shown. */
const maxPrevious = 3;

/**
 * Returns the customer of a follow-up. The assignee (without one: any viewer) sees the numbers for the call, the
 * address only for a visit. Others see what their reveal permission allows.
 */
export async function getFollowUpPerson(viewer: Viewer, { id }: InputOf<Api['getFollowUpPerson']>): Promise<CallCard> {
  const row = await db.row(sql<{
    customerId: string | null;
    warnId: string | null;
    assigneeId: string | null;
    state: string;
  }>`
    select f.customer_id::text as "customerId", f.warn_id::text as "warnId", f.assignee_id::text as "assigneeId", f.state
    from ${followUps(viewer)} where ${seen} and f.id = ${id}`);
  if (!row) throw notFound('回访');
  if (row.state !== 'open' && row.state !== 'visit') throw new Problem(409, '这条回访已经结束，请刷新列表');
  if (row.customerId === null) throw new Problem(409, '这条回访没有客户');
  const theirs = row.assigneeId === null || row.assigneeId === viewer.userId;
  const customer = await callCardOf(db, row.customerId, theirs || hasPermission(viewer, 'pii:reveal'));
  if (!customer) throw notFound('客户');
  const previous = await db.rows(sql<CallCard['before'][number]>`
    select f.id::text, f.kind, f.last_at as at, d.name as by, f.result, f.note
    from ${followUps(viewer)} left join "user" d on d.id = coalesce(f.done_by, nullif(f.updated_by, 0))
    where ${seen} and f.customer_id = ${row.customerId} and f.last_at is not null order by f.last_at desc, f.id desc
    limit ${maxPrevious}`);
  const visited = row.state === 'visit' ? {} : { spot: null, address: null };
  const terms = row.warnId === null ? null : await followUpTermsOf(viewer, row.warnId, db);
  return { ...customer, ...visited, before: previous, terms };
}
