import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { handoverApi } from '#features/handover/contract.ts';
import { visibleWarnsTable } from '#features/warn/server/service.ts';
import { notFound } from '#server/core/problem.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { equals } from '#server/db/filter.ts';
import { countOf, pageOf } from '#server/db/paging.ts';
import { scoped } from '#server/db/scoped.ts';
import { visibleUsers } from '#server/db/userScope.ts';
import { and, any } from '#server/db/values.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import type { Sheet } from './figures.ts';
import type { Watched } from './sheetValues.ts';

type Api = typeof handoverApi;
type Row = OutputOf<Api['getHandoverList']>;

/** Sheet as it is stored: alarms, follow-ups and customers only by id. */
interface StoredSheet extends Row {
  openWarns: Pick<Sheet['openWarns'][number], 'id' | 'progress' | 'next' | 'due'>[];
  followUps: { id: string; due: string }[];
  watch: Watched[];
  faults: Sheet['faults'];
}

/**
 * Returns the condition for readable sheets `h` of giver `g`: the viewer's own, given or taken; for roster editors
 * those of givers in scope.
 */
function readCondition(viewer: Viewer): RawBuilder<SqlBool> {
  const all = hasPermission(viewer, 'shift:edit') ? visibleUsers(viewer, 'g') : sql<SqlBool>`false`;
  return sql<SqlBool>`(h.giver_id = ${viewer.userId} or h.taker_id = ${viewer.userId} or ${all})`;
}

const fields = sql`
  h.id::text, h.state, h.giver_id::text as "giverId", g.name as "giverName", h.taker_id::text as "takerId", t.name as "takerName",
  h.from_at as "from", h.until_at as "to", h.shift, h.seat, h.counts,
  array(select x ->> 'id' from jsonb_array_elements(h.open_warns) x) as "openWarnIds",
  array(select x ->> 'id' from jsonb_array_elements(h.follow_ups) x) as "followUpIds",
  h.giver_signed_at as "giverAt", h.taker_signed_at as "takerAt"`;

interface SignedAt {
  giverAt: string | null;
  takerAt: string | null;
}
type Unsigned<T extends Row> = Omit<T, 'signatures'> & SignedAt;

type Parties = Pick<Row, 'giverId' | 'giverName' | 'takerId' | 'takerName'>;

function signaturesOf(row: Parties, { giverAt, takerAt }: SignedAt): Row['signatures'] {
  return [
    ...(giverAt === null ? [] : [{ userId: row.giverId, userName: row.giverName, at: giverAt }]),
    ...(takerAt === null ? [] : [{ userId: row.takerId, userName: row.takerName, at: takerAt }]),
  ];
}

/** Lists the sheets that the viewer may read, newest first. */
export async function getHandoverList(viewer: Viewer, input: InputOf<Api['getHandoverList']>): Promise<Paged<Row>> {
  const page = pageOf(input, { from: sql`h.from_at` }, sql`h.created_at desc, h.id desc`);
  const where = and(sql`h.deleted_at is null`, readCondition(viewer), equals(sql`h.state`, input.state));
  const from = sql`handover h join "user" g on g.id = h.giver_id join "user" t on t.id = h.taker_id`;
  const rows = await db.rows(sql<Unsigned<Row>>`
    select ${fields} from ${from} where ${where} order by ${page.order} limit ${page.limit} offset ${page.offset}`);
  return {
    rows: rows.map(({ giverAt, takerAt, ...row }) => ({
      ...row,
      signatures: signaturesOf(row, { giverAt, takerAt }),
    })),
    count: await countOf(sql`select 1 from ${from} where ${where}`),
  };
}

async function namesOf(tx: Db, viewer: Viewer, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.rows(sql<{ id: string; name: string }>`
    select customer.id::text, customer.name from ${scoped(viewer, 'customer')} where customer.id = ${any([...ids])}`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

interface SheetWarn extends Pick<Sheet['openWarns'][number], 'no' | 'type' | 'level' | 'customerName' | 'hidden'> {
  id: string;
}

async function warnsOf(tx: Db, viewer: Viewer, ids: readonly string[]): Promise<Map<string, SheetWarn>> {
  const rows = await tx.rows(sql<SheetWarn>`
    select warn.id::text, warn.no, warn.type, warn.level, customer.name as "customerName",
      warn.customer_id is not null and customer.id is null as hidden
    from ${visibleWarnsTable(viewer, hasPermission(viewer, 'warn:device'))} left join ${scoped(viewer, 'customer')} on customer.id = warn.customer_id
    where warn.id = ${any([...ids])}`);
  return new Map(rows.map((row) => [row.id, row]));
}

async function customersOwed(tx: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.rows(sql<{ id: string; customerId: string }>`
    select f.id::text, f.customer_id::text as "customerId" from follow_up f where f.id = ${any([...ids])} and f.customer_id is not null`);
  return new Map(rows.map(({ id, customerId }) => [id, customerId]));
}

async function notesOf(tx: Db, id: string): Promise<Sheet['notes']> {
  return tx.rows(sql<Sheet['notes'][number]>`
    select n.id::text, n.kind, n.user_id::text as "userId", u.name as "userName", n.at, n.note
    from handover_note n join "user" u on u.id = n.user_id where n.handover_id = ${id} order by n.id`);
}

/**
 * Returns a whole sheet; names only of alarms and customers that the viewer may see. 404 for a sheet that the viewer
 * may not read.
 */
export async function sheetOf(tx: Db, viewer: Viewer, id: string): Promise<Sheet> {
  const stored = await tx.row(sql<Unsigned<StoredSheet>>`
    select ${fields}, h.open_warns as "openWarns", h.follow_ups as "followUps", h.watch, h.faults
    from handover h join "user" g on g.id = h.giver_id join "user" t on t.id = h.taker_id
    where h.id = ${id} and h.deleted_at is null and ${readCondition(viewer)}`);
  if (!stored) throw notFound('交接班单');
  const { giverAt, takerAt, ...row } = stored;
  const warns = await warnsOf(tx, viewer, row.openWarnIds);
  const owed = await customersOwed(tx, row.followUpIds);
  const names = await namesOf(tx, viewer, [...row.watch.map(({ customerId }) => customerId), ...owed.values()]);
  const unseen = { no: null, type: null, level: null, customerName: null, hidden: true };
  const named = (customerId: string | undefined) => {
    const customerName = names.get(customerId ?? '') ?? null;
    return { customerName, hidden: customerId !== undefined && customerName === null };
  };
  return {
    ...row,
    signatures: signaturesOf(row, { giverAt, takerAt }),
    openWarns: row.openWarns.map((entry) => ({ ...unseen, ...warns.get(entry.id), ...entry })),
    followUps: row.followUps.map((entry) => ({ ...entry, ...named(owed.get(entry.id)) })),
    watch: row.watch.map((entry) => ({ ...entry, ...named(entry.customerId) })),
    notes: await notesOf(tx, id),
  };
}

/** Returns one sheet that the viewer may read. */
export async function getHandover(viewer: Viewer, { id }: InputOf<Api['getHandover']>): Promise<Sheet> {
  return sheetOf(db, viewer, id);
}
