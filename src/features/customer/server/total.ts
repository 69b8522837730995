import { sql } from 'drizzle-orm';
import { db } from '#server/db.ts';
import { scoped } from '#server/scope.ts';
import type { Viewer } from '#server/viewer.ts';
import { customer } from './schema.ts';

/** How many people are in scope. */
export async function customerTotal(viewer: Viewer): Promise<number> {
  const rows = scoped(viewer, customer);
  const [found] = await db.select({ n: sql<number>`count(*)::int` }).from(rows);
  return found?.n ?? 0;
}
