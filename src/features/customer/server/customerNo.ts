import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';

/** Returns the next customer numbers, in order; numbers are never reused. */
export async function nextNumbers(tx: Db, count: number): Promise<string[]> {
  const [row] = await tx.returning(sql<{ last: number }>`
    insert into daily_number (day, name, last) values ('2000-01-01', 'customer', ${count})
    on conflict (day, name) do update set last = daily_number.last + ${count} returning last`);
  const last = row?.last ?? count;
  return Array.from({ length: count }, (_, index) => `KH${String(last - count + 1 + index).padStart(6, '0')}`);
}

/** Returns the customer number for `number`; it marks the row as populated. */
export function populatedNo(number: number): string {
  return `YS${String(number).padStart(7, '0')}`;
}
