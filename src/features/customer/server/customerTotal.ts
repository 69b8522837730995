import { sql } from 'kysely';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { storedCount } from '#server/feature/ownedCounts.ts';

/** Counts the customers in scope. */
export async function customerTotal(viewer: Viewer): Promise<number> {
  if (viewer.scope.kind !== 'self') return storedCount(db, 'customer', viewer.scope);
  const row = await db.row(sql<{ n: number }>`select count(*)::int as n from ${scoped(viewer, 'customer')}`);
  return row?.n ?? 0;
}
