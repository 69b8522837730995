import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#server/core/viewer.ts';
import type { WarnStatus } from '#shared/codes.ts';

const isOpen = (status: WarnStatus) => status === 'pending' || status === 'handling';

const open = sql`warn.status in ('pending', 'handling')`;

const newest = sql`warn.created_at desc, warn.id desc`;

/** `warnOrderFor` of shared/warnOrder.ts in SQL; the pages compare instants to the millisecond. */
const mixed = (userId: string) => sql`
  case when warn.status = 'pending' and warn.offered_to = ${userId}::bigint then 0 when warn.status = 'pending' then 1 when warn.status = 'handling' then 2 else 3 end,
  case when warn.status = 'pending' then warn.silent end, case when ${open} then warn.level end,
  case when ${open} then -warn.escalation end, case when ${open} then date_trunc('milliseconds', warn.received_at) end,
  case when ${open} then warn.id end, ${newest}`;

/**
 * Returns the list order without a sort (names.md): waiting, handling, the rest; the viewer's offer first, then open
 * warns by level, escalation and longest wait, others newest first, follow-ups soonest due first.
 * @param input filters of the list
 */
export function warnOrder(
  { userId }: Pick<Viewer, 'userId'>,
  input: { status?: WarnStatus[]; followUp?: boolean },
): RawBuilder<unknown> {
  if (input.followUp) return sql`warn.follow_up_at asc, warn.id asc`;
  // An index returns closed warns in this order: their number grows without limit.
  return input.status?.length && !input.status.some(isOpen) ? newest : mixed(userId);
}
