import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { sleepApi } from '#features/sleep/contract.ts';
import { decrypt } from '#server/core/crypto.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { any } from '#server/db/values.ts';
import type { OutputOf } from '#shared/endpoint.ts';

export type NightRow = OutputOf<(typeof sleepApi)['getNightList']>;

/** Selects nights of customers in scope. */
export function nightsIn(viewer: Viewer, condition: RawBuilder<SqlBool>) {
  return db
    .selectFrom(scoped(viewer, 'customer'))
    .innerJoin('sleepNight as n', 'n.customerId', 'customer.id')
    .where(condition);
}

function selectStored(viewer: Viewer, condition: RawBuilder<SqlBool>) {
  return nightsIn(viewer, condition)
    .innerJoin('equipment as e', 'e.id', 'n.deviceId')
    .innerJoin('model as m', 'm.id', 'e.modelId')
    .select(['n.id', 'n.customerId', 'customer.name as customerName', 'n.deviceId as equipmentId'])
    .select(sql<string>`m.name || ' ' || e.sn`.as('equipmentName'))
    .select(sql<string>`n.night::text`.as('night'))
    .select(sql<NightRow['state']>`n.state`.as('state'))
    .select(['n.zone', 'n.bedFrom', 'n.asleepFrom', 'n.asleepTo', 'n.bedTo'])
    .select(['n.tib', 'n.tst', 'n.sol', 'n.waso', 'n.se', 'n.awake', 'n.light', 'n.deep', 'n.rem'])
    .select(['n.awakenings', 'n.longAwakenings', 'n.exits', 'n.longestExit', 'n.rollovers', 'n.breathIndex'])
    .select(['n.hrMin', 'n.hrAvg', 'n.hrMax', 'n.rrMin', 'n.rrAvg', 'n.rrMax', 'n.coverage', 'n.met', 'n.vendorScore'])
    .select(sql<NightRow['marks']>`n.marks`.as('marks'))
    .select(['n.remarkCipher', 'n.version']);
}

type Stored = Awaited<ReturnType<ReturnType<typeof selectStored>['execute']>>[number];

const rangeOf = (min: number | null, avg: number | null, max: number | null) =>
  min === null || avg === null || max === null ? null : { min, avg, max };

function rowOf(stored: Stored): NightRow {
  const { hrMin, hrAvg, hrMax, rrMin, rrAvg, rrMax, coverage, remarkCipher, ...row } = stored;
  return {
    ...row,
    hr: rangeOf(hrMin, hrAvg, hrMax),
    rr: rangeOf(rrMin, rrAvg, rrMax),
    coverage: coverage * 100,
    remark: remarkCipher === null ? null : decrypt(remarkCipher),
  };
}

/** Returns these nights of customers in scope, in the order of `ids`. */
export async function nightRows(viewer: Viewer, ids: readonly string[]): Promise<NightRow[]> {
  if (ids.length === 0) return [];
  const stored = await selectStored(viewer, sql<SqlBool>`n.id = ${any(ids)}`).execute();
  const byId = new Map(stored.map((row) => [row.id, rowOf(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Returns a customer's nights of days of waking, oldest first: of several devices the one that covers most. */
export async function personNights(viewer: Viewer, customerId: string, from: string, to: string): Promise<NightRow[]> {
  const stored = await selectStored(
    viewer,
    sql<SqlBool>`n.customer_id = ${customerId} and n.night >= ${from}::date and n.night <= ${to}::date`,
  )
    .distinctOn('n.night')
    .orderBy(sql`n.night, n.coverage desc, n.tib desc, n.id`)
    .execute();
  return stored.map(rowOf);
}
