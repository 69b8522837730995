import { sql } from 'kysely';
import { lockNewest } from '#features/reading/server/service.ts';
import { system } from '#server/core/viewer.ts';
import { type Db, db, onPool } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import { judgeSigns, type SignCase } from './judgeSigns.ts';
import { rulesInForce } from './people.ts';
import { type Sign, signKey } from './states.ts';

/** Signs per transaction. */
const batchSize = 200;

async function dueSigns(tx: Db): Promise<Sign[]> {
  return tx.rows(sql<Sign>`
    select customer_id::text as "customerId", metric from health_state where due_at <= now() order by due_at limit ${batchSize}::int`);
}

/** A breath of 0 lasts only while somebody is in bed. */
const isInUse = sql<boolean>`(l.metric <> 'breath_rate' or exists (
  select 1 from reading_latest b where b.customer_id = l.customer_id and b.metric = 'in_bed' and b.source_id = l.source_id and b.value = 1))`;

/** Returns the device of the newest value of each sign, with whether it is online and measures somebody. */
async function devicesOf(tx: Db, signs: readonly Sign[]) {
  const rows = await tx.rows(sql<Sign & { sourceId: string; isOnline: boolean }>`
    select l.customer_id::text as "customerId", l.metric, l.source_id::text as "sourceId", s.online and ${isInUse} as "isOnline"
    from reading_latest l join device_state s on s.device_id = l.source_id
    where l.customer_id = ${any(signs.map(({ customerId }) => customerId))} and l.metric = ${any(signs.map(({ metric }) => metric))}`);
  return new Map(rows.map((row) => [signKey(row), row]));
}

/** Judges these signs by the clock with their people locked: what another node has judged meanwhile is no longer due. */
async function judgeDue(signs: readonly Sign[]): Promise<void> {
  await command(system('earlyWarning'), async (ctx) => {
    await lockNewest(ctx.tx, signs);
    const devices = await devicesOf(ctx.tx, signs);
    const now = Date.now();
    const cases = signs.map((sign): SignCase => {
      const { sourceId = null, isOnline = false } = devices.get(signKey(sign)) ?? {};
      return { ...sign, sourceId, occasion: { by: 'clock', now, hoursFrom: null, isOnline } };
    });
    await judgeSigns(ctx, await rulesInForce(ctx.tx), cases);
  });
}

/** Judges what has lasted too long, until nothing is due. */
export async function sweep(): Promise<void> {
  await onPool('report', async () => {
    for (let signs = await dueSigns(db); signs.length > 0; signs = await dueSigns(db)) {
      await judgeDue(signs);
      if (signs.length < batchSize) return;
    }
  });
}
