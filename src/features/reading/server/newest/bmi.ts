import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import { bmiOf, isPlausible } from '#shared/health/readingKinds.ts';
import type { Newest, Touched } from './newestOf.ts';

/** Returns these with the BMI of customers whose weight or height is among them. */
export function withBmi(touched: readonly Touched[]): { stored: Touched[]; bmi: Touched[] } {
  const concerned = touched.filter(({ metric }) => metric === 'weight' || metric === 'height' || metric === 'bmi');
  const ids = [...new Set(concerned.map(({ customerId }) => customerId))];
  return {
    stored: touched.filter(({ metric }) => metric !== 'bmi'),
    bmi: ids.map((customerId) => ({ customerId, metric: 'bmi' })),
  };
}

/** Returns the BMI of the newest weight and height as a newest value: of the time and source of the weight. */
export async function newestBmi(tx: Db, touched: readonly Touched[]): Promise<Newest[]> {
  if (touched.length === 0) return [];
  const rows = await tx.rows(sql<Omit<Newest, 'metric' | 'inBed'> & { height: number }>`
    select w.customer_id::text as "customerId", w.at, w.value, w.flags, w.source_id::text as "sourceId", h.value as height
    from reading_latest w join reading_latest h on h.customer_id = w.customer_id and h.metric = 'height'
    where w.metric = 'weight' and w.customer_id = any(${bigints(touched.map(({ customerId }) => customerId))})`);
  return rows
    .map(({ height, ...row }) => ({ ...row, metric: 'bmi', value: bmiOf(row.value, height), inBed: null }))
    .filter(({ value }) => isPlausible('bmi', value));
}
