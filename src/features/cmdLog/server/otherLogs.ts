import { type RawBuilder, sql } from 'kysely';
import type { cmdLogApi } from '#features/cmdLog/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { limitsOf } from '#server/db/paging.ts';
import { likeText } from '#server/feature/search.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { maxCounted, userLogScope } from './scope.ts';

type LoginRow = OutputOf<typeof cmdLogApi.getLoginLogList>;
type ScheduleRow = OutputOf<typeof cmdLogApi.getScheduleLogList>;

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
  const inSpan = sql`${where} and (${input.from ?? null}::timestamptz is null or l.at >= ${input.from ?? null})
    and (${input.to ?? null}::timestamptz is null or l.at <= ${input.to ?? null})`;
  const [rows, total] = await Promise.all([
    db.rows(
      sql<Row>`select ${columns} from ${table} where ${inSpan} order by ${order} limit ${limit} offset ${offset}`,
    ),
    db.row(
      sql<{
        n: number;
      }>`select count(*)::int as n from (select 1 from ${table} where ${inSpan} limit ${maxCounted + 1}) c`,
    ),
  ]);
  return { rows, count: total?.n ?? 0 };
}

function resultIs(result: string | undefined, good: RawBuilder<unknown>): RawBuilder<unknown> {
  return result ? (result === 'success' ? good : sql`not (${good})`) : sql`true`;
}

/**
 * Lists logins of users in scope, refused ones included; unknown account names only for viewers with unrestricted
 * scope.
 */
export async function getLoginLogList(
  viewer: Viewer,
  input: InputOf<typeof cmdLogApi.getLoginLogList>,
): Promise<Paged<LoginRow>> {
  const who = (input.account ?? input.keyword)?.trim();
  const good = sql`l.result = 'success'`;
  const where = sql`${userLogScope(viewer)} and ${resultIs(input.result, good)}
    and (${!who} or l.account ilike ${`%${likeText(who ?? '')}%`} or u.name ilike ${`%${likeText(who ?? '')}%`})
    and (${!input.ip} or l.ip ilike ${`%${likeText(input.ip ?? '')}%`})`;
  const { rows, count } = await page<LoginRow>(
    sql`login_log l left join "user" u on u.id = l.user_id`,
    sql`l.id::text, l.at, l.account, u.name as "userName", case when ${good} then 'success' else 'failed' end as result, l.reason, l.ip, l.agent, l.trace_id as "traceId"`,
    where,
    input.sort?.[0]?.order === 'asc' ? sql`l.at asc, l.id asc` : sql`l.at desc, l.id desc`,
    input,
  );
  return { rows: rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() })), count };
}

/** Lists scheduled runs that did something or failed. */
export async function getScheduleLogList(
  _viewer: Viewer,
  input: InputOf<typeof cmdLogApi.getScheduleLogList>,
): Promise<Paged<ScheduleRow>> {
  const name = (input.name ?? input.keyword)?.trim() ?? '';
  const where = sql`${resultIs(input.result, sql`l.result = 'done'`)}
    and (${name === ''} or l.title ilike ${`%${likeText(name)}%`})`;
  const [sort] = input.sort ?? [];
  const column = sort?.field === 'durationMs' ? sql`l.duration_ms` : sql`l.at`;
  const { rows: logRows, count } = await page<ScheduleRow>(
    sql`schedule_log l`,
    sql`l.id::text, l.at, l.title, l.started_at as "startedAt", l.duration_ms as "durationMs", l.row_count as "rowCount",
      case when l.result = 'done' then 'success' else 'failed' end as result, l.error`,
    where,
    sort?.order === 'asc' ? sql`${column} asc, l.id asc` : sql`${column} desc, l.id desc`,
    input,
  );
  const rows = logRows.map((row) => ({
    ...row,
    at: new Date(row.at).toISOString(),
    startedAt: new Date(row.startedAt).toISOString(),
  }));
  return { rows, count };
}
