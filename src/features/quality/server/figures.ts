import { sql } from 'kysely';
import type { qualityApi } from '#features/quality/contract.ts';
import { counted } from '#features/warn/server/service.ts';
import { invalidField } from '#server/core/problem.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { inDepartmentTree } from '#server/db/filter.ts';
import { pageOf } from '#server/db/paging.ts';
import { ownedTables, scopeCondition, scoped } from '#server/db/scoped.ts';
import { and } from '#server/db/values.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';

type Api = typeof qualityApi;
type Row = OutputOf<Api['getOperatorFigures']>;
type Input = InputOf<Api['getOperatorFigures']>;

const day = 86_400_000;
/** Maximum span, days: one quarter. */
const longest = 93;

/** Returns the requested span. 400 when it ends before it begins, or exceeds a quarter. */
function spanOf({ from, to }: Input): { from: string; to: string } {
  const end = to === undefined ? Date.now() + 60_000 : Date.parse(to);
  const begin = from === undefined ? end - 30 * day : Date.parse(from);
  if (end <= begin) throw invalidField('to', '结束须晚于开始');
  if (end - begin > longest * day) throw invalidField('to', `一次最多查看${longest}天`);
  return { from: new Date(begin).toISOString(), to: new Date(end).toISOString() };
}

const fields = {
  taken: sql`taken`,
  inTime: sql`"inTime"`,
  medianSeconds: sql`"medianSeconds"`,
  p90Seconds: sql`"p90Seconds"`,
  calls: sql`calls`,
  falseCount: sql`"falseCount"`,
  followUps: sql`"followUps"`,
  meanPoints: sql`"meanPoints"`,
};

/**
 * Returns figures per operator over a span of at most a quarter: claims, first claims within the limit with median and
 * 90th percentile seconds, calls, connected calls, false warns, done follow-ups (of these warns, and of plans and
 * requests in the span) and scores.
 */
export async function getOperatorFigures(viewer: Viewer, input: Input): Promise<Paged<Row>> {
  const ownCondition = hasPermission(viewer, 'quality:score') ? sql`true` : sql`u.id = ${viewer.userId}`;
  const { from, to } = spanOf(input);
  const page = pageOf(input, fields, sql`taken desc, id`);
  const rows = await db.rows(sql<Row & { whole: number }>`
    with seen as materialized (
      select warn.id, warn.project_id, warn.level, warn.received_at from warn
      where ${counted} and warn.created_at >= ${from}::timestamptz and warn.created_at < ${to}::timestamptz
        and ${and(scopeCondition(viewer, 'warn', ownedTables.warn.owners), inDepartmentTree('warn.departmentId', input.departmentId))}),
    step as materialized (
      select s.warn_id, s.user_id, s.kind, s.at, s.data from seen join warn_step s on s.warn_id = seen.id
      where s.user_id is not null and s.kind in ('claimed', 'call', 'false')),
    first as (
      select distinct on (step.warn_id) step.user_id, extract(epoch from step.at - seen.received_at)::float8 as waited,
        p.claim_seconds * case seen.level when 1 then 1 when 2 then 3 else 10 end as allowed
      from step join seen on seen.id = step.warn_id join project p on p.id = seen.project_id
      where step.kind = 'claimed' order by step.warn_id, step.at),
    answer as (
      select user_id, count(*)::int as n, count(*) filter (where waited <= allowed)::int as in_time,
        percentile_cont(0.5) within group (order by waited) as median, percentile_cont(0.9) within group (order by waited) as p90
      from first group by user_id),
    deed as (
      select user_id, count(distinct warn_id) filter (where kind = 'claimed')::int as taken,
        count(*) filter (where kind = 'call')::int as calls,
        count(*) filter (where kind = 'call' and data ->> 'result' in ('ok', 'need_help'))::int as reached,
        count(*) filter (where kind = 'false')::int as false_count
      from step group by user_id),
    followed as (
      select f.done_by as user_id, count(*)::int as n
      from follow_up f left join seen on seen.id = f.warn_id left join ${scoped(viewer, 'customer')} on customer.id = f.customer_id
      where f.state = 'done' and f.done_by is not null and f.deleted_at is null and case when f.warn_id is not null then seen.id is not null
        else customer.id is not null and f.done_at >= ${from}::timestamptz and f.done_at < ${to}::timestamptz
          and ${inDepartmentTree('customer.departmentId', input.departmentId) ?? sql`true`} end
      group by f.done_by),
    score as (
      select q.operator_id as user_id, count(*)::int as n, count(*) filter (where q.state = 'passed')::int as passed, avg(q.total)::float8 as mean
      from quality_sample q join seen on seen.id = q.warn_id where q.state <> 'waiting' group by q.operator_id),
    figure as (
      select u.id::text as id, u.id::text as "userId", u.name as "userName", coalesce(d.taken, 0) as taken, coalesce(a.in_time, 0) as "inTime",
        coalesce(a.n, 0) as first, a.median as "medianSeconds", a.p90 as "p90Seconds", coalesce(d.calls, 0) as calls,
        coalesce(d.reached, 0) as reached, coalesce(d.false_count, 0) as "falseCount", coalesce(f.n, 0) as "followUps",
        coalesce(s.n, 0) as scored, coalesce(s.passed, 0) as passed, s.mean as "meanPoints"
      from "user" u left join deed d on d.user_id = u.id left join answer a on a.user_id = u.id left join followed f on f.user_id = u.id left join score s on s.user_id = u.id
      where ${ownCondition} and (d.taken > 0 or d.calls > 0 or d.false_count > 0 or f.n > 0 or s.n > 0))
    select figure.*, (count(*) over ())::int as whole from figure order by ${page.order} limit ${page.limit} offset ${page.offset}`);
  return { rows: rows.map(({ whole: _whole, ...row }) => row), count: rows[0]?.whole ?? 0 };
}
