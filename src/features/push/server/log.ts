import { type RawBuilder, sql } from 'kysely';
import type { pushApi } from '#features/push/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { between, equals, oneOf } from '#server/db/filter.ts';
import { countLimit, countOf, limitsOf, logOrder, type Page } from '#server/db/paging.ts';
import { scoped } from '#server/db/scoped.ts';
import { and } from '#server/db/values.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { reasonText } from '../contract/log.ts';
import { bodyColumns, type StoredBody, shownBody } from './body.ts';

type Input = InputOf<typeof pushApi.getPushLogList>;
type Filters = Omit<Input, 'page' | 'limit'>;
export type PushRow = OutputOf<typeof pushApi.getPushLogList>;

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

function where(viewer: Viewer, input: Filters): RawBuilder<unknown> {
  const from = input.from ?? new Date(Date.now() - days * 86_400_000).toISOString();
  const keyword = input.keyword?.trim();
  return and(
    pushScope(viewer),
    input.direction === 'out' ? sql`false` : undefined,
    between(sql`l.at`, from, input.to),
    equals(sql`l.source`, input.source),
    equals(sql`l.number`, input.number),
    equals(sql`l.message_id`, input.messageId),
    keyword ? sql`(l.number = ${keyword} or l.message_id = ${keyword} or l.source = ${keyword})` : undefined,
    oneOf(sql`l.state`, input.state),
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

async function rowsOf(viewer: Viewer, input: Filters, { limit, offset }: Page) {
  const order = logOrder(input.sort, { at: sql`l.at`, ms: sql`l.ms` }, sql`l.id`, 'at');
  const rows = await db.rows(sql<Stored>`
    select l.id::text, l.at, l.source, l.kind,
      coalesce((select s.name from push_source s where s.source = l.source and s.deleted_at is null), l.source) as "sourceName", l.number, l.equipment_id::text as "equipmentId", l.message_id as "messageId", l.state,
      l.http_status as "httpStatus", l.ms, l.tries, l.reason, ${bodyColumns}
    from push_log l where ${where(viewer, input)} order by ${order} limit ${limit} offset ${offset}`);
  return rows.map((row) => shown(viewer, row));
}

function selected(viewer: Viewer, input: Filters): RawBuilder<unknown> {
  return sql`select 1 from push_log l where ${where(viewer, input)}`;
}

/** Returns the push log, newest first; the count ends at 10,001. */
export async function getPushLogList(viewer: Viewer, input: Input): Promise<Paged<PushRow>> {
  const page = limitsOf(input);
  const [rows, count] = await Promise.all([
    page.limit > 0 ? rowsOf(viewer, input, page) : [],
    countOf(selected(viewer, input), countLimit),
  ]);
  return { rows, count };
}

/** Returns the rows of a log export. */
export function pushSource(viewer: Viewer, input: Filters, most: number) {
  return {
    count: () => countOf(selected(viewer, input), most + 1),
    async *batches(size = 1000): AsyncGenerator<PushRow[]> {
      for (let offset = 0; offset <= most; offset += size) {
        const rows = await rowsOf(viewer, input, { limit: size, offset });
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
  const backlog = await countOf(
    sql`select 1 from push_log l where l.state in ('unknown', 'refused', 'failed') and ${pushScope(viewer)}`,
    countLimit,
  );
  const { count = 0, done = 0, ms = null } = row ?? {};
  const rate = count > 0 ? Math.round((done / count) * 1000) / 10 : null;
  return { count, rate, ms: ms === null ? null : Math.round(ms * 10) / 10, backlog };
}
