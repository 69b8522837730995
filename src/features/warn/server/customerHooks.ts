import { sql } from 'kysely';
import type { CustomerHooks, MergedPair } from '#features/customer/server/service.ts';
import { type Db, db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { canViewOpenWarnOf, counted, handlesWarnOf } from './access.ts';
import { applyServiceState } from './serviceState.ts';
import { emitWarnEvent } from './warnEvents.ts';

const open = sql`('pending', 'handling')`;
/** What an event of an alarm is made of. */
const eventColumns = [
  ...(['id', 'type', 'family', 'departmentId', 'projectId', 'handlerId'] as const),
  ...(['customerId', 'equipmentId', 'createdBy'] as const),
];
const subjectOf = (id: string) => `c:${id}`;

/** Two open alarms of one type: one person has one of each. */
async function mergeRefusal(tx: Db, { from, to }: MergedPair): Promise<string | undefined> {
  const { rows } = await sql`
    select 1 from warn a join warn b on b.type = a.type where a.subject = ${subjectOf(from)} and b.subject = ${subjectOf(to)}
      and a.status in ${open} and b.status in ${open} limit 1`.execute(tx);
  return rows.length > 0 ? '请先处理其中一条告警' : undefined;
}

/**
 * The alarms of one are called as the other's: who presses again joins the one that is open. One that the other has likewise
 * keeps its name. Each that is open has a new version and is told, or a desk that shows it would not ask again.
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
  // What is called after a device is theirs as well.
  await bumpOpenWarns(ctx, from, { customerId: to });
}

/** Gives the open alarms of somebody a new version, and whoever sees them the word of it. */
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

/** The open alarms of people, and what somebody may see for one. */
const hooks: CustomerHooks = {
  async figures(ids) {
    const { rows } = await sql<{ id: string; openWarnCount: number; warnCount30: number }>`
      select customer_id::text as id, count(*) filter (where status in ('pending', 'handling'))::int as "openWarnCount",
        count(*) filter (where created_at > now() - interval '30 days')::int as "warnCount30" from warn
      where customer_id = any(${bigints(ids)}) and ${counted}
        and (status in ('pending', 'handling') or created_at > now() - interval '30 days') group by customer_id`.execute(
      db,
    );
    return rows;
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
  // Whoever has an open alarm of theirs before them sees at once what is left to be seen.
  afterConsentWithdrawn: (ctx, { id }) => bumpOpenWarns(ctx, id),
  validateMerge: mergeRefusal,
  beforeMerge: moveToCustomer,
};
export default hooks;
