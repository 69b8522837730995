import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import { zoneOf } from '#server/db/zone.ts';
import { type Band, type BandRow, type BandSets, levelOf, type ReadingLevel } from '#shared/health/bands.ts';
import { mealOf } from '#shared/health/readingKinds.ts';

interface StoredBand {
  customerId: string | null;
  chronic: string | null;
  kind: string;
  meal: BandRow['meal'];
  asleep: boolean;
  bands: Band[];
}

/** Value to be given a level. */
export interface Judged {
  metric: string;
  value: number;
  flags: number;
  /** 1 in bed, 0 out of bed, null unknown: with 0 the sensor measures nobody. */
  inBed: number | null;
}

/** Gives levels to the values of a customer. */
export type Judge = (value: Judged) => ReadingLevel | null;

/** Returns the bands that hold today for these customers: their own, those of illnesses, those of the house. */
async function validBands(tx: Db, customerIds: readonly string[]): Promise<StoredBand[]> {
  return tx.rows(sql<StoredBand>`
    select b.customer_id::text as "customerId", b.chronic, b.kind, b.meal, b.asleep, b.bands from reading_band b
    left join customer c on c.id = b.customer_id
    where b.deleted_at is null and (b.customer_id is null or b.customer_id = any(${bigints(customerIds)}))
      and (b.until is null or b.until >= (now() at time zone ${zoneOf(sql`c.project_id`)})::date)`);
}

/** Returns a judge for a customer; null: by the bands of the house alone. */
export async function judgeFor(tx: Db, customerId: string | null): Promise<Judge> {
  if (customerId !== null) {
    const sets = (await bandSetsOf(tx, [customerId])).get(customerId);
    if (sets) return judgeBy(sets);
  }
  const house = (await validBands(tx, [])).filter(({ chronic }) => chronic === null);
  return judgeBy({ own: [], illnesses: [], house });
}

/** Returns the bands of each customer: their own, those of their illnesses, those of the house. */
export async function bandSetsOf(tx: Db, customerIds: readonly string[]): Promise<Map<string, BandSets>> {
  const bands = await validBands(tx, customerIds);
  const customers = await tx.rows(sql<{ id: string; chronic: string[] }>`
    select id::text, chronic from customer where id = any(${bigints(customerIds)})`);
  const house = bands.filter(({ customerId, chronic }) => customerId === null && chronic === null);
  return new Map(
    customers.map(({ id, chronic }) => {
      const illnesses = chronic.map((code) => bands.filter((band) => band.chronic === code));
      const own = bands.filter(({ customerId }) => customerId === id);
      return [id, { own, illnesses, house }];
    }),
  );
}

/** Returns a judge by these bands. A value measured with nobody in bed has no level. */
export function judgeBy(sets: BandSets): Judge {
  return ({ metric, value, flags, inBed }) => {
    if (inBed === 0) return null;
    return levelOf({ kind: metric, value, meal: mealOf(flags), asleep: inBed === 1 }, sets);
  };
}
