import { sql } from 'kysely';
import { decryptHealth, encryptHealth, wordsOf } from '#features/customer/server/service.ts';
import type { Db } from '#server/db/db.ts';
import { any, bigints, texts } from '#server/db/values.ts';
import { keysOf } from '#shared/codes.ts';
import { readHealthRows } from './healthTables.ts';

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Rewrites the words and the chronic groups of these customers from the rows where they differ: no version of the
 * customer, no entry in the change log. The customers are locked.
 */
export async function refreshSummaries(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await readHealthRows(tx, ids);
  const customers = await tx
    .selectFrom('customer')
    .select(['id', 'healthCipher', 'chronic'])
    .where('id', '=', any(ids))
    .execute();
  for (const { id, healthCipher, chronic: before } of customers) {
    const { words, chronic } = wordsOf(rows.get(id) ?? { conditions: [], allergies: [], medicines: [] });
    const summary = decryptHealth(healthCipher);
    const alike = keysOf(words).every((key) => same(words[key], summary[key])) && same(chronic, before);
    if (alike) continue;
    const cipher = encryptHealth({ ...summary, ...words });
    await sql`select rewrite_words(${id}::bigint, ${cipher}::text, ${texts(chronic)}::text[])`.execute(tx);
  }
}

/** Rewrites the words of one customer from the rows where they differ. */
export const refreshSummary = (tx: Db, customerId: string): Promise<void> => refreshSummaries(tx, [customerId]);

/** Counts the sections of these customers anew. */
export async function settleArchives(tx: Db, ids: readonly string[]): Promise<void> {
  await sql`select settle_archive(${bigints(ids)})`.execute(tx);
}
