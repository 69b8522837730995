import { sql } from 'kysely';
import { customerOf, lockCustomer, requireUnsealed } from '#features/customer/server/service.ts';
import type { readingApi } from '#features/reading/contract.ts';
import { requirePlatformWide } from '#server/auth/holders.ts';
import { decrypt, encrypt } from '#server/core/crypto.ts';
import { invalid, invalidField, notFound, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { bigints, json } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Band } from '#shared/health/bands.ts';
import { refreshLatest } from './newest/latest.ts';
import { runSettled } from './readingHooks.ts';

type Api = typeof readingApi;
type Listed = OutputOf<Api['getBandList']>[number];
type Edited = InputOf<Api['editBand']>;

/** Returns the bands of the house, of illnesses (of the customer's only) and of the customer. */
export async function getBandList(
  viewer: Viewer,
  { customerId }: InputOf<Api['getBandList']>,
): Promise<OutputOf<Api['getBandList']>> {
  const customer = customerId === undefined ? null : await customerOf(viewer, customerId);
  const rows = await db.rows(sql<Omit<Listed, 'reason'> & { reasonCipher: string | null }>`
    select id::text, customer_id::text as "customerId", chronic, kind, meal, asleep, bands, reason_cipher as "reasonCipher", until::text, version
    from reading_band
    where deleted_at is null and (customer_id is null or customer_id = ${customer?.id ?? null}::bigint)
      and (chronic is null or ${customer === null}::boolean or chronic = any(${customer?.chronic ?? []}::text[]))
    order by customer_id is null, chronic nulls last, kind, asleep, meal nulls first limit 1000`);
  return rows.map(({ reasonCipher, ...row }) => ({
    ...row,
    reason: reasonCipher === null ? null : decrypt(reasonCipher),
  }));
}

/** Throws unless each band has an extent, no two overlap, and the values of none are one range: the normal one. */
function requireWhole(bands: readonly Band[]): void {
  const sorted = bands
    .map(({ from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }) => ({ from, to }))
    .sort((a, b) => a.from - b.from);
  if (sorted.some(({ from, to }) => from >= to)) throw invalidField('bands', '界限的起必须小于止', 'order');
  if (sorted.some(({ to }, index) => to > (sorted[index + 1]?.from ?? Number.POSITIVE_INFINITY)))
    throw invalidField('bands', '界限不能重叠', 'overlap');
  const free = freeRanges(sorted);
  if (free.length > 1)
    throw invalidField('bands', `界限之外只能有一段正常范围，现有 ${free.map(rangeText).join('、')}`, 'hole');
}

interface Range {
  from: number;
  to: number;
}

/** Returns the ranges of values that are in no band. */
function freeRanges(sorted: readonly Range[]): Range[] {
  const edges = [{ from: 0, to: Number.NEGATIVE_INFINITY }, ...sorted];
  return edges.flatMap(({ to }, index) => {
    const next = edges[index + 1]?.from ?? Number.POSITIVE_INFINITY;
    return to < next ? [{ from: to, to: next }] : [];
  });
}

function rangeText({ from, to }: Range): string {
  if (!Number.isFinite(from)) return `低于 ${to}`;
  return Number.isFinite(to) ? `${from}–${to}` : `达到 ${from}`;
}

/** Gives new levels to the newest values of a customer, or queues those of all whom the change may concern. */
async function judgeAgain(
  tx: Db,
  { customerId, chronic }: { customerId: string | null; chronic: string | null },
  kind: string,
) {
  if (customerId !== null) {
    await runSettled(tx, await refreshLatest(tx, [{ customerId, metric: kind }]));
    return;
  }
  await sql`
    insert into reading_queue (device_id, metric, at)
    select l.source_id, l.metric, l.at from reading_latest l join customer c on c.id = l.customer_id
    where l.metric = ${kind} and (${chronic}::text is null or c.chronic @> array[${chronic}::text])`.execute(tx);
}

/** Locks what the bands belong to: the customer, or the whole platform's. */
async function requireOwner(tx: Db, viewer: Viewer, customerId: string | null): Promise<void> {
  if (customerId === null) await requirePlatformWide(tx, viewer, '体征界限');
  else await requireUnsealed(tx, [await lockCustomer(tx, viewer, customerId)]);
}

function requireConsistent({ customerId, chronic, kind, meal, asleep, bands }: Edited): void {
  if (customerId && chronic) throw invalidField('chronic', '客户和慢病只能选一个');
  if (meal && kind !== 'glucose') throw invalidField('meal', '餐别只用于血糖');
  if (asleep && kind !== 'heart_rate') throw invalidField('asleep', '睡眠中的界限只用于心率');
  requireWhole(bands);
}

/** Sets the bands of a customer, an illness or the house for one kind; they replace those that there are. */
export async function editBand(viewer: Viewer, input: Edited): Promise<OutputOf<Api['editBand']>> {
  requireConsistent(input);
  const { kind, meal = null, asleep = false, bands, reason, until = null } = input;
  const owner = { customerId: input.customerId ?? null, chronic: input.chronic ?? null };
  if (owner.customerId === null && until !== null) throw invalidField('until', '只有个人界限可以设有效期');
  return command(viewer, async ({ tx }) => {
    await requireOwner(tx, viewer, owner.customerId);
    const [row] = await tx.returning(sql<{ id: string; version: number }>`
      insert into reading_band (customer_id, chronic, kind, meal, asleep, bands, reason_cipher, until, created_by)
      values (${owner.customerId}::bigint, ${owner.chronic}, ${kind}, ${meal}, ${asleep}::boolean, ${json(bands)}, ${encrypt(reason)}, ${until}::date, ${viewer.userId}::bigint)
      on conflict (customer_id, chronic, kind, meal, asleep) where deleted_at is null
        do update set bands = excluded.bands, reason_cipher = excluded.reason_cipher, until = excluded.until
      returning id::text, version`);
    if (!row) throw invalid([]);
    await judgeAgain(tx, owner, kind);
    return row;
  });
}

/** Deletes bands of customers and illnesses; those of the house can only be edited. */
export async function deleteBand(viewer: Viewer, { ids }: InputOf<Api['deleteBand']>): Promise<null> {
  await command(viewer, async ({ tx }) => {
    const rows = await tx.rows(sql<{ id: string; customerId: string | null; chronic: string | null; kind: string }>`
      select id::text, customer_id::text as "customerId", chronic, kind from reading_band
      where id = any(${bigints(ids)}) and deleted_at is null order by customer_id, id for update`);
    if (rows.length < new Set(ids).size) throw notFound('界限');
    for (const { customerId, chronic } of rows) {
      if (customerId === null && chronic === null) throw new Problem(409, '全院的界限只能修改，不能删除');
      await requireOwner(tx, viewer, customerId).catch((error: unknown) => {
        throw error instanceof Problem && error.status === 404 ? notFound('界限') : error;
      });
    }
    await sql`update reading_band set deleted_at = now() where id = any(${bigints(ids)})`.execute(tx);
    for (const row of rows) await judgeAgain(tx, row, row.kind);
  });
  return null;
}
