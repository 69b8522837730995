import { sql } from 'kysely';
import { lockNewest } from '#features/reading/server/service.ts';
import { system } from '#server/core/viewer.ts';
import { type Db, db, onPool } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import { judgeSign } from '#shared/health/rule/judgeSign.ts';
import { perform, type SignAct } from './act.ts';
import { dueAtOf } from './due.ts';
import { coversPerson, judgedPeople, rulesInForce } from './people.ts';
import { standingsOf } from './standing.ts';
import { type NewState, type Sign, signKey, statesOf, writeStates } from './states.ts';

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

/** Judges these signs by the clock with their people locked; returns nothing that another node has judged meanwhile. */
async function judgeDue(signs: readonly Sign[]): Promise<void> {
  await command(system('earlyWarning'), async (ctx) => {
    const { tx } = ctx;
    await lockNewest(tx, signs);
    const ids = [...new Set(signs.map(({ customerId }) => customerId))];
    const [rules, people, states] = [await rulesInForce(tx), await judgedPeople(tx, ids), await statesOf(tx, ids)];
    const [standings, devices] = [await standingsOf(tx, signs), await devicesOf(tx, signs)];
    const now = Date.now();
    const acts: SignAct[] = [];
    const next: NewState[] = [];
    for (const sign of signs) {
      const person = people.get(sign.customerId);
      const former = states.get(signKey(sign)) ?? {};
      const own = rules.filter((rule) => rule.metric === sign.metric && person && coversPerson(rule, person));
      const device = devices.get(signKey(sign));
      const judged = judgeSign(
        own,
        { states: former, standing: standings.get(signKey(sign)) ?? { open: null, ended: null } },
        { by: 'clock', now, hoursFrom: null, isOnline: device?.isOnline ?? false },
        { zone: person?.zone ?? 'UTC' },
      );
      next.push({
        ...sign,
        states: judged.states,
        dueAt: person ? dueAtOf(own, judged.states, person.zone, now) : null,
      });
      for (const act of judged.acts) acts.push({ ...sign, act, sourceId: device?.sourceId ?? null });
    }
    await writeStates(tx, next);
    await perform(ctx, acts);
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
