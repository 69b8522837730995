import { sql } from 'kysely';
import { doneFollowUps } from '#features/followUp/server/service.ts';
import { figureDays, type qualityApi, sample } from '#features/quality/contract.ts';
import { atDesk, counted, responseSeconds, visibleWarnsTable } from '#features/warn/server/service.ts';
import { invalidField } from '#server/core/problem.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { inDepartmentTree } from '#server/db/filter.ts';
import { pageOf } from '#server/db/paging.ts';
import { scopeCondition } from '#server/db/scoped.ts';
import { and } from '#server/db/values.ts';
import { betweenMoments, viewerZone } from '#server/db/zone.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';

type Api = typeof qualityApi;
type Row = OutputOf<Api['getOperatorFigures']>;
type Input = InputOf<Api['getOperatorFigures']>;

const day = 86_400_000;
/** Maximum span, days: one quarter. */
const longest = 93;

const isDay = (moment: string) => moment.length === 10;

/**
 * Returns the requested span of instants or days of the project, by default the last `figureDays`. 400 when it ends
 * before it begins, or exceeds a quarter.
 */
async function spanOf(viewer: Viewer, { from, to }: Input): Promise<{ from: string; to: string | undefined }> {
  const end = to === undefined ? Date.now() : Date.parse(to) + (isDay(to) ? day - 1 : 0);
  const begin = from ?? (await firstDay(viewer, end));
  if (end <= Date.parse(begin)) throw invalidField('to', '结束须晚于开始');
  if (end - Date.parse(begin) > longest * day) throw invalidField('to', `一次最多查看${longest}天`);
  return { from: begin, to };
}

/** Returns the first of the `figureDays` days up to this instant, in the viewer's zone. */
async function firstDay(viewer: Viewer, end: number): Promise<string> {
  const timeZone = await viewerZone(db, viewer);
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(end - (figureDays - 1) * day);
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
 * Returns figures per operator over a span of at most a quarter, each as long as its list (`figureLists`): claims, first
 * claims in time with median and 90th percentile seconds, calls, connected calls, false warns, done follow-ups, scores.
 */
export async function getOperatorFigures(viewer: Viewer, input: Input): Promise<Paged<Row>> {
  const { departmentId } = input;
  const ownCondition = hasPermission(viewer, 'quality:score') ? sql`true` : sql`u.id = ${viewer.userId}`;
  const { from, to } = await spanOf(viewer, input);
  const page = pageOf(input, fields, sql`taken desc, id`);
  const raised = and(counted, ...betweenMoments('warn.createdAt', 'warn.projectId', from, to));
  const rows = await db.rows(sql<Row & { whole: number }>`
    with seen as materialized (
      select warn.id, warn.type, warn.received_at, warn.overdue, ${responseSeconds}::float8 as waited from ${visibleWarnsTable(viewer, hasPermission(viewer, 'warn:device'), true)}
      where ${and(raised, inDepartmentTree('warn.departmentId', departmentId))}),
    step as materialized (
      select s.id, s.warn_id, s.user_id, s.kind, s.at, s.data from seen warn join warn_step s on s.warn_id = warn.id
      where s.user_id is not null and s.kind in ('claimed', 'call', 'false') and ${atDesk(sql`s.at`)}),
    first as (
      select distinct on (step.warn_id) step.user_id, seen.waited, seen.overdue
      from step join seen on seen.id = step.warn_id where step.kind = 'claimed' order by step.warn_id, step.at, step.id),
    answer as (
      select user_id, count(*)::int as n, count(*) filter (where not overdue)::int as in_time,
        percentile_cont(0.5) within group (order by waited) as median, percentile_cont(0.9) within group (order by waited) as p90
      from first group by user_id),
    deed as (
      select user_id, count(distinct warn_id) filter (where kind = 'claimed')::int as taken,
        count(*) filter (where kind = 'call')::int as calls,
        count(*) filter (where kind = 'call' and data ->> 'result' in ('ok', 'need_help'))::int as reached,
        count(distinct warn_id) filter (where kind = 'false')::int as false_count
      from step group by user_id),
    followed as (
      select user_id, count(*)::int as n from ${doneFollowUps(viewer, { doneFrom: from, doneTo: to, departmentId })} d group by user_id),
    score as (
      select quality_sample.operator_id as user_id, count(*)::int as n, count(*) filter (where quality_sample.state = 'passed')::int as passed,
        avg(quality_sample.total)::float8 as mean
      from quality_sample join warn on warn.id = quality_sample.warn_id
      where quality_sample.state <> 'waiting' and ${and(
        raised,
        scopeCondition(viewer, 'quality_sample', sample.owners ?? []),
        inDepartmentTree('qualitySample.departmentId', departmentId),
      )}
      group by quality_sample.operator_id),
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
