import type { WarnFamily, WarnType } from '#shared/codes.ts';

/** Fields of a warn that decide its position in the order. */
interface Placed {
  /** Decimal. */
  id: string;
  status: string;
  level: number;
  escalation: number;
  /** Entered without sound. */
  silent: boolean;
  /** User to whom the warn is offered. */
  offeredTo: string | null;
  /** Instants are ISO 8601 UTC with milliseconds. */
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
 * Compares warns for the only order: waiting (silent ones last), handling, closed; open ones by level, escalation and
 * longest waiting, closed ones newest first.
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

/** Returns whether a waiting warn is offered to this user. */
export const isOfferedTo = (row: Pick<Placed, 'status' | 'offeredTo'>, userId: string | null): boolean =>
  userId !== null && row.status === 'pending' && row.offeredTo === userId;

/**
 * Returns the comparison for one user: warns offered to them come first. `features/warnList/server/order.ts` has this order
 * in SQL.
 */
export function warnOrderFor(userId: string | null): (a: Placed, b: Placed) => number {
  const rank = (row: Placed) => (isOfferedTo(row, userId) ? 0 : 1);
  return (a, b) => rank(a) - rank(b) || inWarnOrder(a, b);
}

/**
 * Returns whether a warn is in the desk's queue; a press on an unregistered number is an SOS of any family. Device and
 * health staff have lists of their own.
 */
export const isDeskWork = ({ family, type }: { family: WarnFamily; type: WarnType }): boolean =>
  family === 'sos' || type === 'unknown';

/** Returns whether figures count a warn: no test, the desk's. `counted` of `features/warn/server/conditions.ts` is the same in SQL. */
export const isCounted = (row: { test: boolean; family: WarnFamily; type: WarnType }): boolean =>
  !row.test && isDeskWork(row);
