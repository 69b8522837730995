import { sql } from 'kysely';
import type { CustomerHooks, MergedPair } from '#features/customer/server/service.ts';
import { system } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { canViewOpenWarnOf, handlesWarnOf, lockWarns } from './access.ts';
import { closeBySystem } from './closing/closeBySystem.ts';
import { counted } from './conditions.ts';
import { applyServiceState } from './serviceState.ts';
import { addStep } from './steps.ts';
import { emitWarnEvent, eventColumns } from './warnEvents.ts';

const open = sql`('pending', 'handling')`;
const subjectOf = (id: string) => `c:${id}`;

/** Refuses to merge customers that both have an open warn of one type: a customer has at most one per type. */
async function mergeRefusal(tx: Db, { from, to }: MergedPair): Promise<string | undefined> {
  const rows = await tx.rows(sql`
    select 1 from warn a join warn b on b.type = a.type where a.subject = ${subjectOf(from)} and b.subject = ${subjectOf(to)}
      and a.status in ${open} and b.status in ${open} limit 1`);
  return rows.length > 0 ? '请先处理其中一条告警' : undefined;
}

/**
 * Moves the merged customer's warns to the kept customer, so that a new press joins the open one. A duplicate keeps its
 * subject. Each open warn gets a new version and an event, otherwise a desk would not reload it.
 */
async function moveToCustomer(ctx: CommandContext, { from, to }: MergedPair): Promise<void> {
  const renamed = await ctx.tx
    .updateTable('warn')
    .set((eb) => ({ subject: subjectOf(to), customerId: to, version: eb('version', '+', 1), updatedAt: sql`now()` }))
    .where('subject', '=', subjectOf(from))
    .where(
      sql<boolean>`(status not in ${open} or not exists (select 1 from warn b where b.subject = ${subjectOf(to)} and b.type = warn.type and b.status in ${open}))`,
    )
    .returning(['status', ...eventColumns])
    .execute();
  for (const row of renamed)
    if (row.status === 'pending' || row.status === 'handling') emitWarnEvent(ctx, row, 'changed');
  await moveHealthWarns(ctx, from, to);
  // Warns with a device as their subject also move to the customer.
  await bumpOpenWarns(ctx, from, { customerId: to });
}

/**
 * Moves health warns. Of two open ones of one sign the more urgent stays, then the one in hand, then that of the customer
 * who stays; the other one is closed.
 */
async function moveHealthWarns(ctx: CommandContext, from: string, to: string): Promise<void> {
  const pairs = await ctx.tx.rows(sql<{ a: string; b: string }>`
    select a.id::text as a, b.id::text as b from warn a
    join warn b on b.subject = ${`h:${to}:`} || split_part(a.subject, ':', 3) and b.type = 'health' and b.status in ${open}
    where a.customer_id = ${from} and a.type = 'health' and a.subject like ${`h:${from}:%`} and a.status in ${open} order by a.id`);
  for (const { a, b } of pairs) {
    const [kept, other] = (await lockWarns(ctx.tx, [a, b])).toSorted(
      (x, y) =>
        x.level - y.level ||
        Number(y.status === 'handling') - Number(x.status === 'handling') ||
        Number(x.id === a) - Number(y.id === a),
    );
    if (!kept || !other) continue;
    await addStep(ctx.tx, kept, system(), 'note', `客户合并，并入 ${other.no}`);
    await closeBySystem(ctx, other, `客户合并，并入 ${kept.no}`);
    emitWarnEvent(ctx, other, 'changed');
  }
  await sql`
    update warn set subject = ${`h:${to}:`} || split_part(subject, ':', 3), customer_id = case when status in ${open} then customer_id else ${to}::bigint end
    where customer_id = ${from} and type = 'health' and subject like ${`h:${from}:%`}`.execute(ctx.tx);
}

/** Increments the version of a customer's open warns and emits their events. */
async function bumpOpenWarns(
  ctx: CommandContext,
  customerId: string,
  changes: { customerId?: string } = {},
): Promise<void> {
  const rows = await ctx.tx
    .updateTable('warn')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1), updatedAt: sql`now()` }))
    .where('customerId', '=', customerId)
    .where('status', 'in', ['pending', 'handling'])
    .returning(eventColumns)
    .execute();
  for (const row of rows) emitWarnEvent(ctx, row, 'changed');
}

/** Hooks for the open warns of customers, and for what they make visible. */
const hooks: CustomerHooks = {
  async figures(ids) {
    return db.rows(sql<{ id: string; openWarnCount: number; warnCount30: number }>`
      select customer_id::text as id, count(*) filter (where status in ('pending', 'handling'))::int as "openWarnCount",
        count(*) filter (where created_at > now() - interval '30 days')::int as "warnCount30" from warn
      where customer_id = any(${bigints(ids)}) and ${counted}
        and (status in ('pending', 'handling') or created_at > now() - interval '30 days') group by customer_id`);
  },
  filterWhere: ({ warnWithinDays }) => [
    warnWithinDays === undefined
      ? undefined
      : sql`customer.id in (select warn.customer_id from warn where ${counted}
          and warn.created_at > now() - make_interval(days => ${warnWithinDays}))`,
  ],
  canUnmask: canViewOpenWarnOf,
  isHandler: handlesWarnOf,
  afterStateChange: (ctx, _viewer, newState) => applyServiceState(ctx, newState),
  // Desks that show an open warn of this customer reload at once, with less visible.
  afterConsentWithdrawn: (ctx, { id }) => bumpOpenWarns(ctx, id),
  validateMerge: mergeRefusal,
  beforeMerge: moveToCustomer,
};
export default hooks;
