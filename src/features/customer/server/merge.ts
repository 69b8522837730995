import { type Selectable, sql } from 'kysely';
import type { customerApi } from '#features/customer/contract.ts';
import { invalidField, notFound, Problem } from '#server/core/problem.ts';
import { sqlState } from '#server/core/retry.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import type { Customer } from '#server/db/tables.ts';
import { any, now } from '#server/db/values.ts';
import { type CommandContext, command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { requireUnsealed } from './archiveSealed.ts';
import { clearSecondBed } from './bedAssignment.ts';
import { allCustomerHooks, figuresOf, type MergedPair, runBeforeMove } from './customerHooks.ts';
import { lockCustomers } from './lockCustomer.ts';
import { adoptsState, differences, mergedColumns } from './mergeFields.ts';
import { adoptState, settleLeaving } from './state.ts';
import { settleConsents } from './withdraw.ts';

type Api = typeof customerApi;

/** What was measured stays under the id of the day, and is found through `merged_into`. */
const measured = ['reading', 'position'];

/** Every table whose rows belong to a person, by their column: a new one is not forgotten. `single`: one row a person. */
async function tablesWithCustomer(tx: Db): Promise<{ name: string; single: boolean }[]> {
  const { rows } = await sql<{ name: string; single: boolean }>`
    select c.relname as name, exists (
        select 1 from pg_index i where i.indrelid = c.oid and i.indisunique and i.indpred is null and i.indnkeyatts = 1 and i.indkey[0] = a.attnum) as single
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and a.attname = 'customer_id' and not a.attisdropped and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname`.execute(tx);
  return rows.filter(({ name }) => !measured.includes(name));
}

/** Both people of those that were found in scope; 404 when one of them is not there, 400 when they are one. */
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

/** Why they cannot become one now; null when they can. */
async function refusalOf(tx: Db, pair: MergedPair): Promise<string | null> {
  for (const hooks of await allCustomerHooks()) {
    const refusal = await hooks.validateMerge?.(tx, pair);
    if (refusal) return refusal;
  }
  return null;
}

/** Where two people differ, what would move, and why it cannot be done where that is so. */
export async function getCustomerMerge(
  viewer: Viewer,
  { keepId, dropId }: InputOf<Api['getCustomerMerge']>,
): Promise<OutputOf<Api['getCustomerMerge']>> {
  const pair = { from: dropId, to: keepId };
  const { keep, drop } = await readPair(viewer, pair);
  const figures = (await figuresOf([dropId])).get(dropId);
  const contacts = await sql<{ n: number }>`
    select count(*)::int as n from customer_contact where customer_id = ${dropId} and deleted_at is null`.execute(db);
  return {
    keep: { id: keep.id, no: keep.no, name: keep.name },
    drop: { id: drop.id, no: drop.no, name: drop.name },
    fields: differences(keep, drop),
    contacts: contacts.rows[0]?.n ?? 0,
    equipment: figures?.equipmentCount ?? 0,
    openWarns: figures?.openWarnCount ?? 0,
    refusal: await refusalOf(db, pair),
  };
}

/** Contacts that the other one has likewise are left behind, deleted; what they may and have goes to their like. The others come last. */
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

/** Whoever had the one among their contacts has the other one there; nobody is a contact of their own. */
async function moveLinks(tx: Db, { from, to }: MergedPair): Promise<void> {
  await sql`
    update customer_contact k set linked_id = case when k.customer_id = ${to} then null else ${to}::bigint end
    where k.linked_id = ${from} or (k.linked_id = ${to} and k.customer_id = ${to})`.execute(tx);
}

/** Takes all that is one's to the other; done again it takes what has come meanwhile. */
async function moveAll(ctx: CommandContext, pair: MergedPair, to: Selectable<Customer>): Promise<void> {
  const { tx } = ctx;
  for (const hooks of await allCustomerHooks()) await hooks.beforeMerge?.(ctx, pair);
  await runBeforeMove(ctx, [pair.from], { departmentId: to.departmentId, projectId: to.projectId });
  for (const { name, single } of await tablesWithCustomer(tx)) {
    const table = sql.table(name);
    // Where the other one has such a row, this one stays and is found through `merged_into`.
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
 * Makes one person of two, for good: the one who is kept gets what was chosen field by field, and all that the other one has.
 * 409 while something stands between them. The differences are recorded row by row.
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
    // Of some things one may be open: a leave that has not ended.
    throw sqlState(error) === '23505'
      ? new Problem(409, '两位客户都有未办完的同类事项（如请假），请先办完其中一项')
      : error;
  });
  // An alarm that was being raised meanwhile knew the other one still.
  await command(viewer, (ctx) => moveAll(ctx, pair, keptCustomer));
  return null;
}
