import { eq, sql } from 'drizzle-orm';
import type { Acting } from './access.ts';
import { warn } from './schema.ts';

/** The database's own time, as a value of an instant column. */
export const now = sql`now()` as unknown as string;

/** No request for 误报 waits any more. */
export const unasked = { falseAskedAt: null, falseAskedBy: null, falseAskedReason: null, falseAskedNote: null };

/** Writes fields of the alarm that is being acted on. */
export async function patch({ tx, row }: Acting, values: Partial<typeof warn.$inferInsert>): Promise<void> {
  await tx.update(warn).set(values).where(eq(warn.id, row.id));
}
