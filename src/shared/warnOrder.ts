/** What of an alarm says where it stands among others. */
export interface Placed {
  /** Decimal. */
  id: string;
  status: string;
  level: number;
  escalation: number;
  /** Entered without sound. */
  silent: boolean;
  /** User to whom it is offered. */
  offeredTo: string | null;
  /** This and the other instant: ISO 8601 UTC with milliseconds. */
  receivedAt: string;
  createdAt: string;
}

const statusRank = (status: string) => (status === 'pending' ? 0 : status === 'handling' ? 1 : 2);

const byId = (a: Placed, b: Placed) => a.id.length - b.id.length || compared(a.id, b.id);

function compared(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * The one order of alarms: waiting (silent ones last), then in hand, then the rest; open ones by level, escalation and
 * longest waiting, the rest newest first.
 */
export function inWarnOrder(a: Placed, b: Placed): number {
  const rank = statusRank(a.status);
  if (rank !== statusRank(b.status)) return rank - statusRank(b.status);
  if (rank === 2) return compared(b.createdAt, a.createdAt) || byId(b, a);
  const silent = rank === 0 ? Number(a.silent) - Number(b.silent) : 0;
  return (
    silent || a.level - b.level || b.escalation - a.escalation || compared(a.receivedAt, b.receivedAt) || byId(a, b)
  );
}

/** Tells whether a waiting alarm is offered to this user. */
export const isOfferedTo = (row: Pick<Placed, 'status' | 'offeredTo'>, userId: string | null): boolean =>
  userId !== null && row.status === 'pending' && row.offeredTo === userId;

/** The same order for one user: an offer to them comes first. `features/warn/server/order.ts` is the same in SQL. */
export function warnOrderFor(userId: string | null): (a: Placed, b: Placed) => number {
  const rank = (row: Placed) => (isOfferedTo(row, userId) ? 0 : 1);
  return (a, b) => rank(a) - rank(b) || inWarnOrder(a, b);
}
