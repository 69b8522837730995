import { type RawBuilder, sql } from 'kysely';
import type { WarnStatus } from '#shared/codes.ts';

const isOpen = (status: WarnStatus) => status === 'pending' || status === 'handling';

const open = sql`warn.status in ('pending', 'handling')`;

const newest = sql`warn.created_at desc, warn.id desc`;

/** `inWarnOrder` of shared/warnOrder.ts in SQL; the pages compare instants to the millisecond. */
const mixed = sql`case warn.status when 'pending' then 0 when 'handling' then 1 else 2 end, case when ${open} then warn.level end,
  case when ${open} then -warn.escalation end, case when ${open} then date_trunc('milliseconds', warn.received_at) end,
  case when ${open} then warn.id end, ${newest}`;

/**
 * The order of a list of alarms without a sort (names.md): waiting, in hand, the rest; the open ones by level, escalation
 * and longest waiting, the rest newest first; follow-ups soonest due first.
 * @param input what the list is filtered by
 */
export function warnOrder(input: { status?: WarnStatus[]; followUp?: boolean }): RawBuilder<unknown> {
  if (input.followUp) return sql`warn.follow_up_at asc, warn.id asc`;
  // An index gives what is finished in this order: it grows without end.
  return input.status?.length && !input.status.some(isOpen) ? newest : mixed;
}
