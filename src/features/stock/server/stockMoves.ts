import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';

const out: readonly string[] = ['issued', 'activated', 'in_use'];

/** Returns the stock move of a state change; undefined if it is none. */
function moveOf(from: string, state: string): 'return' | 'scrap' | 'issue' | undefined {
  if (state === 'stock') return 'return';
  if (state === 'scrapped') return 'scrap';
  return from === 'stock' && out.includes(state) ? 'issue' : undefined;
}

async function writeMove(tx: Db, by: string, ids: readonly string[], kind: string, text: string | null): Promise<void> {
  await sql`
    insert into stock_move (equipment_id, kind, batch, supplier, customer_id, note, created_by)
    select e.id, ${kind}, e.batch, e.supplier, case when ${kind} = 'issue' then e.customer_id end, ${text}, nullif(${by}::bigint, 0)
    from equipment e where e.id = any(${bigints(ids)})
      and not exists (select 1 from stock_move l where l.equipment_id = e.id and l.open_due is not null)`.execute(tx);
}

/**
 * Writes the stock moves of devices that changed their state; a lent device has its entry already. `by`: user id; 0 for
 * the product.
 */
export async function writeMoves(
  tx: Db,
  by: string,
  devices: readonly { id: string; from: string }[],
  state: string,
  reason: string,
): Promise<void> {
  for (const kind of ['return', 'scrap', 'issue'] as const) {
    const ids = devices.filter(({ from }) => moveOf(from, state) === kind).map(({ id }) => id);
    if (ids.length > 0) await writeMove(tx, by, ids, kind, reason);
  }
}

/** Writes the receipt of stock devices, with their own batch and supplier. */
export async function writeIntake(
  tx: Db,
  by: string,
  ids: readonly string[],
  text: string | null = null,
): Promise<void> {
  await writeMove(tx, by, ids, 'in', text);
}
