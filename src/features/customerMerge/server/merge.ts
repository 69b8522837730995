import { type Selectable, sql } from 'kysely';
import { clearSecondBed } from '#features/bed/server/service.ts';
import { settleConsents } from '#features/consent/server/service.ts';
import {
  adoptState,
  allCustomerHooks,
  figuresOf,
  lockCustomers,
  type MergedPair,
  requireUnsealed,
  runBeforeMove,
  settleLeaving,
} from '#features/customer/server/service.ts';
import type { customerMergeApi } from '#features/customerMerge/contract.ts';
import { invalidField, notFound, Problem } from '#server/core/problem.ts';
import { sqlState } from '#server/core/retry.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import type { Customer } from '#server/db/tables.ts';
import { any, now } from '#server/db/values.ts';
import { type CommandContext, command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { adoptsState, differences, mergedColumns, requireAssessed } from './mergeFields.ts';

type Api = typeof customerMergeApi;

/** Tables that keep the merged customer's id and are found through `merged_into`. */
const measured = ['reading', 'position'];

/** Returns every table with a `customer_id` column, so that new tables are included. `single`: one row per customer. */
async function tablesWithCustomer(tx: Db): Promise<{ name: string; single: boolean }[]> {
  const rows = await tx.rows(sql<{ name: string; single: boolean }>`
    select c.relname as name, exists (
        select 1 from pg_index i where i.indrelid = c.oid and i.indisunique and i.indpred is null and i.indnkeyatts = 1 and i.indkey[0] = a.attnum) as single
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and a.attname = 'customer_id' and not a.attisdropped and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname`);
  return rows.filter(({ name }) => !measured.includes(name));
}

/** Returns both customers of the rows in scope; 404 when one is missing, 400 when both ids are equal. */
function pickPair<P extends { id: string }>(rows: readonly P[], { from, to }: MergedPair): { keep: P; drop: P } {
  if (from === to) throw invalidField('dropId', '不能并入自己');
  const drop = rows.find(({ id }) => id === from);
  const keep = rows.find(({ id }) => id === to);
  if (!drop || !keep) throw notFound('客户');
  return { keep, drop };
}

async function readPair(viewer: Viewer, pair: MergedPair) {
  const rows = await db
    .selectFrom(scoped(viewer, 'customer'))
    .selectAll()
    .where('customer.id', '=', any([pair.from, pair.to]))
    .execute();
  return pickPair(rows, pair);
}

/** Returns why the two cannot be merged now; null when they can. */
async function refusalOf(tx: Db, pair: MergedPair): Promise<string | null> {
  for (const hooks of await allCustomerHooks()) {
    const refusal = await hooks.validateMerge?.(tx, pair);
    if (refusal) return refusal;
  }
  return null;
}

/** Returns the differences of two customers, the rows that would move, and the reason if the merge is impossible. */
export async function getCustomerMerge(
  viewer: Viewer,
  { keepId, dropId }: InputOf<Api['getCustomerMerge']>,
): Promise<OutputOf<Api['getCustomerMerge']>> {
  const pair = { from: dropId, to: keepId };
  const { keep, drop } = await readPair(viewer, pair);
  const figures = (await figuresOf([dropId])).get(dropId);
  const contacts = await db.row(sql<{ n: number }>`
    select count(*)::int as n from customer_contact where customer_id = ${dropId} and deleted_at is null`);
  return {
    keep: { id: keep.id, no: keep.no, name: keep.name },
    drop: { id: drop.id, no: drop.no, name: drop.name },
    fields: differences(keep, drop),
    contacts: contacts?.n ?? 0,
    equipment: figures?.equipmentCount ?? 0,
    openWarns: figures?.openWarnCount ?? 0,
    refusal: await refusalOf(db, pair),
  };
}

/**
 * Moves contacts to the end of the kept customer's list. A contact that exists there is deleted; its flags are added to
 * the existing one.
 */
async function moveContacts(tx: Db, { from, to }: MergedPair): Promise<void> {
  const alike = sql`k.customer_id = ${to} and k.deleted_at is null and c.customer_id = ${from} and c.deleted_at is null
    and k.name = c.name and k.mobile is not distinct from c.mobile and k.phone is not distinct from c.phone`;
  await sql`
    update customer_contact k set has_key = k.has_key or c.has_key, is_emergency = k.is_emergency or c.is_emergency, is_guardian = k.is_guardian or c.is_guardian
    from customer_contact c where ${alike} and (c.has_key > k.has_key or c.is_emergency > k.is_emergency or c.is_guardian > k.is_guardian)`.execute(
    tx,
  );
  await sql`update customer_contact c set deleted_at = now() from customer_contact k where ${alike}`.execute(tx);
  await sql`
    update customer_contact c set customer_id = ${to}, "order" = c."order" + (
      select coalesce(max(k."order"), 0) from customer_contact k where k.customer_id = ${to} and k.deleted_at is null)
    where c.customer_id = ${from} and c.deleted_at is null`.execute(tx);
}

/** Redirects contacts linked to the merged customer; removes links of the kept customer to itself. */
async function moveLinks(tx: Db, { from, to }: MergedPair): Promise<void> {
  await sql`
    update customer_contact k set linked_id = case when k.customer_id = ${to} then null else ${to}::bigint end
    where k.linked_id = ${from} or (k.linked_id = ${to} and k.customer_id = ${to})`.execute(tx);
}

/** Moves all rows of the merged customer; a second call moves rows added meanwhile. */
async function moveAll(ctx: CommandContext, pair: MergedPair, to: Selectable<Customer>): Promise<void> {
  const { tx } = ctx;
  for (const hooks of await allCustomerHooks()) await hooks.beforeMerge?.(ctx, pair);
  await runBeforeMove(ctx, [pair.from], { departmentId: to.departmentId, projectId: to.projectId });
  for (const { name, single } of await tablesWithCustomer(tx)) {
    const table = sql.table(name);
    // If the kept customer has such a row, this row stays and is found through `merged_into`.
    const free = single ? sql`not exists (select 1 from ${table} k where k.customer_id = ${pair.to})` : sql`true`;
    await sql`update ${table} set customer_id = ${pair.to} where customer_id = ${pair.from} and ${free}`.execute(tx);
  }
  await tx
    .updateTable('file')
    .set({ subjectId: pair.to, departmentId: to.departmentId, projectId: to.projectId })
    .where('subject', '=', 'customer')
    .where('subjectId', '=', pair.from)
    .execute();
  await settleConsents(ctx, pair.to);
}

/**
 * Merges two customers for good: the kept one gets the chosen fields and all rows of the other one. 409 while a hook or
 * a sealed archive forbids it. The change log records each row.
 */
export async function mergeCustomer(
  viewer: Viewer,
  { keepId, dropId, fields = {} }: InputOf<Api['mergeCustomer']>,
): Promise<OutputOf<Api['mergeCustomer']>> {
  const pair = { from: dropId, to: keepId };
  const keptCustomer = await command(viewer, async (ctx) => {
    const { tx } = ctx;
    const { keep, drop } = pickPair(await lockCustomers(tx, viewer, [keepId, dropId]), pair);
    await requireUnsealed(tx, [keep, drop]);
    const refusal = await refusalOf(tx, pair);
    if (refusal) throw new Problem(409, refusal);
    requireAssessed(keep, drop, fields);
    await tx.updateTable('customer').set({ mergedInto: keepId, deletedAt: now }).where('id', '=', dropId).execute();
    await tx.updateTable('customer').set({ mergedInto: keepId }).where('mergedInto', '=', dropId).execute();
    await moveContacts(tx, pair);
    await moveLinks(tx, pair);
    const columns = mergedColumns(keep, drop, fields);
    if (Object.keys(columns).length > 0)
      await tx.updateTable('customer').set(columns).where('id', '=', keepId).execute();
    await clearSecondBed(tx, pair);
    await moveAll(ctx, pair, keep);
    if (adoptsState(keep, drop, fields)) await adoptState(ctx, viewer, keep, drop);
    else await settleLeaving(tx, viewer, keepId, keep.serviceState);
    return keep;
  }).catch((error: unknown) => {
    // The unique violation means that both have an open row of a kind allowed once, e.g. a leave.
    throw sqlState(error) === '23505'
      ? new Problem(409, '两位客户都有未办完的同类事项（如请假），请先办完其中一项')
      : error;
  });
  // An alarm raised during the merge may still have the merged customer's id.
  await command(viewer, (ctx) => moveAll(ctx, pair, keptCustomer));
  return null;
}
