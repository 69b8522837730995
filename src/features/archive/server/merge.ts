import { sql } from 'kysely';
import type { MergedPair } from '#features/customer/server/service.ts';
import { any, now } from '#server/db/values.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { healthLists, healthTables, readHealthRows } from './healthTables.ts';
import { refreshSummaries, settleArchives } from './words.ts';

const content = ({ id: _id, ...row }: { id?: string | undefined }) => JSON.stringify(row);

/**
 * Moves the rows of the merged customer to the kept one, so that the words of both follow; a row that the kept one has
 * with the same contents is deleted.
 */
export async function beforeMerge({ tx }: CommandContext, { from, to }: MergedPair): Promise<void> {
  const stored = await readHealthRows(tx, [from, to]);
  for (const list of healthLists) {
    // One type for the three tables: they are written alike.
    const table = healthTables[list].name as 'allergy';
    const known = new Set(stored.get(to)?.[list].map(content));
    const twice = (stored.get(from)?.[list] ?? []).flatMap((row) =>
      row.id && known.has(content(row)) ? [row.id] : [],
    );
    if (twice.length > 0) await tx.updateTable(table).set({ deletedAt: now }).where('id', '=', any(twice)).execute();
    await tx.updateTable(table).set({ customerId: to }).where('customerId', '=', from).execute();
  }
  await sql`
    update archive k set lifestyle_cipher = coalesce(k.lifestyle_cipher, d.lifestyle_cipher), implants_cipher = coalesce(k.implants_cipher, d.implants_cipher),
      falls_cipher = coalesce(k.falls_cipher, d.falls_cipher), wishes_cipher = coalesce(k.wishes_cipher, d.wishes_cipher),
      oxygen_scale = coalesce(k.oxygen_scale, d.oxygen_scale)
    from archive d where k.customer_id = ${to} and d.customer_id = ${from}
      and (k.lifestyle_cipher is null and d.lifestyle_cipher is not null or k.implants_cipher is null and d.implants_cipher is not null
        or k.falls_cipher is null and d.falls_cipher is not null or k.wishes_cipher is null and d.wishes_cipher is not null
        or k.oxygen_scale is null and d.oxygen_scale is not null)`.execute(tx);
  // Other sections have no words: the merge moves them with all rows of a customer.
  for (const name of ['surgery', 'family', 'vaccination', 'admission', 'aid', 'attachment'] as const)
    await tx
      .updateTable(name as 'aid')
      .set({ customerId: to })
      .where('customerId', '=', from)
      .execute();
  await refreshSummaries(tx, [from, to]);
  await settleArchives(tx, [from, to]);
}
