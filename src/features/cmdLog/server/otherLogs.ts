import { type RawBuilder, sql } from 'kysely';
import type { cmdLogApi } from '#features/cmdLog/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { between, contains, holds } from '#server/db/filter.ts';
import { countLimit, countOf, limitsOf, logOrder } from '#server/db/paging.ts';
import { and } from '#server/db/values.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { userLogScope } from './scope.ts';

type LoginRow = OutputOf<typeof cmdLogApi.getLoginLogList>;
type ScheduleRow = OutputOf<typeof cmdLogApi.getScheduleLogList>;

const isSuccess = (result: 'success' | 'failed' | undefined) => result && result === 'success';

interface Common {
  from?: string | undefined;
  to?: string | undefined;
  page?: number | undefined;
  limit?: number | undefined;
}

async function page<Row extends object>(
  table: RawBuilder<unknown>,
  columns: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  input: Common,
): Promise<{ rows: Row[]; count: number }> {
  const { limit, offset } = limitsOf(input);
  const inSpan = and(where, between(sql`l.at`, input.from, input.to));
  const [rows, count] = await Promise.all([
    db.rows(
      sql<Row>`select ${columns} from ${table} where ${inSpan} order by ${order} limit ${limit} offset ${offset}`,
    ),
    countOf(sql`select 1 from ${table} where ${inSpan}`, countLimit),
  ]);
  return { rows, count };
}

/**
 * Lists logins of users in scope, refused ones included; unknown account names only for viewers with unrestricted
 * scope.
 */
export async function getLoginLogList(
  viewer: Viewer,
  input: InputOf<typeof cmdLogApi.getLoginLogList>,
): Promise<Paged<LoginRow>> {
  const good = sql`l.result = 'success'`;
  const where = and(
    userLogScope(viewer),
    holds(good, isSuccess(input.result)),
    contains([sql`l.account`, sql`u.name`], input.account ?? input.keyword),
    contains([sql`l.ip`], input.ip),
  );
  const { rows, count } = await page<LoginRow>(
    sql`login_log l left join "user" u on u.id = l.user_id`,
    sql`l.id::text, l.at, l.account, u.name as "userName", case when ${good} then 'success' else 'failed' end as result, l.reason, l.ip, l.agent, l.trace_id as "traceId"`,
    where,
    logOrder(input.sort, { at: sql`l.at` }, sql`l.id`, 'at'),
    input,
  );
  return { rows: rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() })), count };
}

/** Lists scheduled runs that did something or failed. */
export async function getScheduleLogList(
  _viewer: Viewer,
  input: InputOf<typeof cmdLogApi.getScheduleLogList>,
): Promise<Paged<ScheduleRow>> {
  const where = and(
    holds(sql`l.result = 'done'`, isSuccess(input.result)),
    contains([sql`l.title`], input.name ?? input.keyword),
  );
  const { rows: logRows, count } = await page<ScheduleRow>(
    sql`schedule_log l`,
    sql`l.id::text, l.at, l.title, l.started_at as "startedAt", l.duration_ms as "durationMs", l.row_count as "rowCount",
      case when l.result = 'done' then 'success' else 'failed' end as result, l.error`,
    where,
    logOrder(input.sort, { at: sql`l.at`, durationMs: sql`l.duration_ms` }, sql`l.id`, 'at'),
    input,
  );
  const rows = logRows.map((row) => ({
    ...row,
    at: new Date(row.at).toISOString(),
    startedAt: new Date(row.startedAt).toISOString(),
  }));
  return { rows, count };
}
