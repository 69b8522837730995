import { type RawBuilder, sql } from 'kysely';
import type { pushApi } from '#features/push/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { limitsOf } from '#server/db/paging.ts';
import { scoped } from '#server/db/scoped.ts';
import { and, texts } from '#server/db/values.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { reasonText } from '../contract/log.ts';
import { bodyColumns, type StoredBody, shownBody } from './body.ts';

type Input = InputOf<typeof pushApi.getPushLogList>;
export type PushRow = OutputOf<typeof pushApi.getPushLogList>;

/** Counting limit of the list; more rows are shown as 「10,000+」. */
const maxCounted = 10_000;
/** Days shown by default. */
const days = 7;

/**
 * Condition on log rows `l` of devices in scope. Rows without a device need only the permission, but viewers limited to
 * projects do not see them: the device may be of another project.
 */
export function pushScope(viewer: Viewer): RawBuilder<unknown> {
  const { departments, projects, kind } = viewer.scope;
  if (kind !== 'self' && departments === null && projects === null) return sql`true`;
  const ownDevices = sql`l.equipment_id in (select equipment.id from ${scoped(viewer, 'equipment')})`;
  return kind === 'self' || projects !== null ? ownDevices : sql`(l.equipment_id is null or ${ownDevices})`;
}

function where(viewer: Viewer, input: Omit<Input, 'page' | 'limit'>): RawBuilder<unknown> {
  const from = input.from ?? new Date(Date.now() - days * 86_400_000).toISOString();
  const keyword = input.keyword?.trim();
  return and(
    pushScope(viewer),
    input.direction === 'out' ? sql`false` : undefined,
    sql`l.at >= ${from}::timestamptz`,
    input.to ? sql`l.at <= ${input.to}::timestamptz` : undefined,
    input.source ? sql`l.source = ${input.source}` : undefined,
    input.number ? sql`l.number = ${input.number}` : undefined,
    input.messageId ? sql`l.message_id = ${input.messageId}` : undefined,
    keyword ? sql`(l.number = ${keyword} or l.message_id = ${keyword} or l.source = ${keyword})` : undefined,
    input.state?.length ? sql`l.state = any(${texts(input.state)})` : undefined,
  );
}

interface Stored extends Omit<PushRow, 'direction' | 'nextAt' | 'error' | 'body' | 'covered'>, StoredBody {
  reason: string | null;
}

function shown(viewer: Viewer, { reason, body, unagreed, ...row }: Stored): PushRow {
  return {
    ...row,
    direction: 'in',
    nextAt: null,
    error: reason === null ? null : reasonText(reason),
    ...shownBody(viewer, { body, unagreed }),
  };
}

function orderOf(input: Pick<Input, 'sort'>): RawBuilder<unknown> {
  const [by] = input.sort ?? [];
  const column = by?.field === 'ms' ? sql`l.ms` : sql`l.at`;
  return by?.order === 'asc' ? sql`${column} asc, l.id asc` : sql`${column} desc, l.id desc`;
}

async function rowsOf(viewer: Viewer, input: Omit<Input, 'page' | 'limit'>, limit: number, offset: number) {
  const rows = await db.rows(sql<Stored>`
    select l.id::text, l.at, l.source, l.kind,
      coalesce((select s.name from push_source s where s.source = l.source and s.deleted_at is null), l.source) as "sourceName", l.number, l.equipment_id::text as "equipmentId", l.message_id as "messageId", l.state,
      l.http_status as "httpStatus", l.ms, l.tries, l.reason, ${bodyColumns}
    from push_log l where ${where(viewer, input)} order by ${orderOf(input)} limit ${limit} offset ${offset}`);
  return rows.map((row) => shown(viewer, row));
}

async function countOf(viewer: Viewer, input: Omit<Input, 'page' | 'limit'>, most: number): Promise<number> {
  const row = await db.row(sql<{ n: number }>`
    select count(*)::int as n from (select 1 from push_log l where ${where(viewer, input)} limit ${most}) c`);
  return row?.n ?? 0;
}

/** Returns the push log, newest first; the count ends at 10,001. */
export async function getPushLogList(viewer: Viewer, input: Input): Promise<Paged<PushRow>> {
  const { limit, offset } = limitsOf(input);
  const [rows, count] = await Promise.all([
    limit > 0 ? rowsOf(viewer, input, limit, offset) : [],
    countOf(viewer, input, maxCounted + 1),
  ]);
  return { rows, count };
}

/** Returns the rows of a log export. */
export function pushSource(viewer: Viewer, input: Omit<Input, 'page' | 'limit'>, most: number) {
  return {
    count: () => countOf(viewer, input, most + 1),
    async *batches(size = 1000): AsyncGenerator<PushRow[]> {
      for (let offset = 0; offset <= most; offset += size) {
        const rows = await rowsOf(viewer, input, size, offset);
        if (rows.length > 0) yield rows;
        if (rows.length < size) return;
      }
    },
  };
}

/** Returns figures of the last hour, and the number of open rows. */
export async function getPushFigures(viewer: Viewer): Promise<OutputOf<typeof pushApi.getPushFigures>> {
  const row = await db.row(sql<{ count: number; done: number; ms: number | null }>`
    select count(*)::int as count, (count(*) filter (where l.state in ('done', 'replayed')))::int as done, avg(l.ms)::float8 as ms
    from push_log l where l.at > now() - interval '1 hour' and ${pushScope(viewer)}`);
  const waiting = await db.row(sql<{ n: number }>`
    select count(*)::int as n from (select 1 from push_log l where l.state in ('unknown', 'refused', 'failed') and ${pushScope(viewer)} limit 10001) c`);
  const { count = 0, done = 0, ms = null } = row ?? {};
  const rate = count > 0 ? Math.round((done / count) * 1000) / 10 : null;
  return { count, rate, ms: ms === null ? null : Math.round(ms * 10) / 10, backlog: waiting?.n ?? 0 };
}
