import { type SQL, sql } from 'drizzle-orm';
import type { WarnStatus } from '#shared/codes.ts';
import type { visibleWarns } from './access.ts';

type Columns = Pick<
  ReturnType<typeof visibleWarns>['rows'],
  'id' | 'status' | 'level' | 'escalation' | 'receivedAt' | 'createdAt' | 'followUpAt'
>;

const isOpen = (status: WarnStatus) => status === 'pending' || status === 'handling';

/** `inWarnOrder` of shared/warnOrder.ts in SQL; the pages compare instants to the millisecond. */
function mixed(rows: Columns): SQL[] {
  const open = sql`${rows.status} in ('pending', 'handling')`;
  return [
    sql`case ${rows.status} when 'pending' then 0 when 'handling' then 1 else 2 end`,
    sql`case when ${open} then ${rows.level} end`,
    sql`case when ${open} then -${rows.escalation} end`,
    sql`case when ${open} then date_trunc('milliseconds', ${rows.receivedAt}) end`,
    sql`case when ${open} then ${rows.id} end`,
    ...newest(rows),
  ];
}

function newest(rows: Columns): SQL[] {
  return [sql`${rows.createdAt} desc`, sql`${rows.id} desc`];
}

/**
 * The order of a list of alarms without a sort (names.md): waiting, in hand, the rest; the open ones by level, escalation
 * and longest waiting, the rest newest first; follow-ups soonest due first.
 * @param input what the list is filtered by
 */
export function warnOrder(rows: Columns, input: { status?: WarnStatus[]; followUp?: boolean }): SQL[] {
  if (input.followUp) return [sql`${rows.followUpAt} asc`, sql`${rows.id} asc`];
  // An index gives what is finished in this order: it grows without end.
  if (input.status?.length && !input.status.some(isOpen)) return newest(rows);
  return mixed(rows);
}
