import { type SqlBool, sql } from 'kysely';
import { bandSetsOf } from '#features/reading/server/service.ts';
import type { sleepApi } from '#features/sleep/contract.ts';
import { notFound } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { dayBefore } from '#shared/health/night/day.ts';
import { asleepBand } from '#shared/health/normalBand.ts';
import { ageOn, todayInChina } from '#shared/idCard.ts';
import { type Detail, listsOf } from './detail.ts';
import { type NightRow, nightRows, nightsIn, personNights } from './rows.ts';
import { isValid, usualFigures, usualSince } from './usual.ts';

type Api = typeof sleepApi;
type Answer = OutputOf<Api['getNight']>;

/** Reads what only the page of one night shows. */
async function furtherOf(viewer: Viewer, id: string) {
  return nightsIn(viewer, sql<SqlBool>`n.id = ${id}`)
    .innerJoin('equipment as e', 'e.id', 'n.deviceId')
    .select([
      'customer.gender',
      'customer.birthDate',
      'customer.abilityLevel',
      'customer.assessedUntil',
      'customer.livingState',
      'customer.photoFileId',
    ])
    .select(['e.position', 'n.recorded', 'n.remLatency', 'n.snore'])
    .select(sql<Detail>`n.detail`.as('detail'))
    .executeTakeFirstOrThrow();
}

/** Returns the neighbours of a night among a person's. */
async function neighboursOf({ id, customerId, night }: NightRow) {
  const row = await db.row(sql<Pick<Answer, 'previousId' | 'nextId' | 'betterId'>>`
    select
      (select p.id::text from sleep_night p where p.customer_id = ${customerId} and p.night < ${night}::date order by p.night desc, p.coverage desc limit 1) as "previousId",
      (select f.id::text from sleep_night f where f.customer_id = ${customerId} and f.night > ${night}::date order by f.night, f.coverage desc limit 1) as "nextId",
      (select b.id::text from sleep_night b join sleep_night o on o.id = ${id} where b.customer_id = o.customer_id and b.night = o.night and b.id <> o.id
        and (b.coverage, b.tib) > (o.coverage, o.tib) order by b.coverage desc, b.tib desc limit 1) as "betterId"`);
  return row ?? { previousId: null, nextId: null, betterId: null };
}

async function recentOf(rows: readonly NightRow[]): Promise<Answer['recent']> {
  const ids = rows.map(({ id }) => id);
  const stored = await db
    .selectFrom('sleepNight')
    .select(['id', sql<Detail['exits']>`detail->'exits'`.as('exits')])
    .where('id', '=', any(ids))
    .execute();
  const exits = new Map(stored.map((row) => [row.id, row.exits]));
  const none = { segments: [], gaps: [], naps: [], heart: [], breath: [], motion: [] };
  return rows.map((row) => ({
    ...{ id: row.id, night: row.night, state: row.state, bedFrom: row.bedFrom, bedTo: row.bedTo },
    ...{ exits: row.exits, marks: row.marks },
    exitList: listsOf(row.bedFrom, { ...none, exits: exits.get(row.id) ?? [] }).exitList,
  }));
}

/** Returns one night with its lists, its neighbours and the person's usual ranges. */
export async function getNight(viewer: Viewer, { id }: InputOf<Api['getNight']>): Promise<Answer> {
  const [row] = await nightRows(viewer, [id]);
  if (!row) throw notFound('睡眠记录');
  const [further, before, neighbours, sets] = await Promise.all([
    furtherOf(viewer, id),
    personNights(viewer, row.customerId, usualSince(row.night), dayBefore(row.night)),
    neighboursOf(row),
    bandSetsOf(db, [row.customerId]),
  ]);
  const { detail, gender, birthDate, abilityLevel, assessedUntil, livingState, photoFileId, ...rest } = further;
  const bands = sets.get(row.customerId);
  return {
    ...row,
    ...rest,
    customer: {
      ...{ gender, abilityLevel, assessedUntil, livingState, photoFileId },
      age: birthDate ? ageOn(birthDate, todayInChina(Date.now())) : null,
    },
    ...listsOf(row.bedFrom, detail),
    bands: { heart: asleepBand(bands, 'heart_rate'), breath: asleepBand(bands, 'breath_rate') },
    baseline: usualFigures(before),
    validNights: before.filter(isValid).length,
    recent: await recentOf([...before.slice(-13), row]),
    ...neighbours,
  };
}
