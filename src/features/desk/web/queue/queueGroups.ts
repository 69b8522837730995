import { inShownOrder, type WarnRow } from '#features/warn/web/service.ts';

export interface QueueGroups {
  waiting: WarnRow[];
  ownRows: WarnRow[];
  others: WarnRow[];
}

/** Splits the open warns into the three parts of the queue, each in queue order. */
export function queueGroups(rows: readonly WarnRow[], userId: string | null): QueueGroups {
  const sorted = inShownOrder(rows, userId);
  const handling = sorted.filter((row) => row.status === 'handling');
  return {
    waiting: sorted.filter((row) => row.status === 'pending'),
    ownRows: handling.filter((row) => row.handlerId === userId),
    others: handling.filter((row) => row.handlerId !== userId),
  };
}

/** Returns the row `step` positions below (negative: above) in the order of the queue; stops at the ends. */
export function neighbour(groups: QueueGroups, id: string | null, step: number): WarnRow | null {
  const all = [...groups.waiting, ...groups.ownRows, ...groups.others];
  const index = all.findIndex((row) => row.id === id);
  if (index < 0) return all[0] ?? null;
  return all[Math.min(all.length - 1, Math.max(0, index + step))] ?? null;
}
