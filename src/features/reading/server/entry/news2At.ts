import { sql } from 'kysely';
import { usableReading } from '#features/equipment/server/service.ts';
import { type Db, db } from '#server/db/db.ts';
import type { EnteredValue } from '#shared/health/entered.ts';
import { type News2, news2, news2Parts, type OxygenScale } from '#shared/health/news2.ts';
import { oxygenScaleOf } from '../readingHooks.ts';
import { spanRows, spansOf } from '../spans.ts';

/** Age up to which a value is part of a score, ms (clinical.md 3.1). */
const validMs = 60 * 60_000;

type Parts = Parameters<typeof news2>[0];
type Score = Omit<News2, 'atLeast'>;

const partsOf = (values: readonly EnteredValue[]): Parts =>
  Object.fromEntries(values.map(({ kind, value }) => [kind, value]));

function scoreOf(parts: Parts, scale: OxygenScale): Score | undefined {
  if (!news2Parts.some((part) => parts[part] !== undefined)) return undefined;
  const { atLeast: _atLeast, ...score } = news2(parts, scale);
  return score;
}

/** Returns the NEWS2 of these values alone, on the customer's oxygen scale; undefined if they contain none of its parts. */
export async function news2Of(customerId: string | null, values: readonly EnteredValue[]): Promise<Score | undefined> {
  return scoreOf(partsOf(values), customerId === null ? '1' : await oxygenScaleOf(db, customerId));
}

/**
 * Returns the NEWS2 at an instant (ms since 1970), on the customer's oxygen scale: of these values and, for the other
 * parts, the newest ones of the hour before. Undefined while a part is missing.
 */
export async function news2At(
  tx: Db,
  customerId: string,
  values: readonly EnteredValue[],
  at: number,
): Promise<Score | undefined> {
  const own = partsOf(values);
  const missing = news2Parts.filter((part) => own[part] === undefined);
  if (missing.length === news2Parts.length) return undefined;
  const earlier = missing.length === 0 ? {} : await earlierParts(tx, customerId, missing, at);
  const score = scoreOf({ ...earlier, ...own }, await oxygenScaleOf(tx, customerId));
  return score?.total == null ? undefined : score;
}

async function earlierParts(tx: Db, customerId: string, kinds: readonly string[], at: number): Promise<Parts> {
  const from = new Date(at - validMs).toISOString();
  const until = new Date(at + 1).toISOString();
  const spans = await spansOf(tx, customerId, at - validMs, at + 1);
  const rows = await tx.rows(sql<{ metric: string; value: number }>`
    select distinct on (r.metric) r.metric, r.value from ${spanRows(spans)}
    join reading r on r.device_id = s.source and r.metric = any(${kinds}::text[]) and r.at >= s.since and r.at < s.until
      and r.at >= ${from}::timestamptz and r.at < ${until}::timestamptz and ${usableReading}
    order by r.metric, r.at desc`);
  return Object.fromEntries(rows.map(({ metric, value }) => [metric, value]));
}
