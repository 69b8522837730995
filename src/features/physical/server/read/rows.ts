import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { physicalApi } from '#features/physical/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { decrypted } from '#server/crud/storedValues.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { any } from '#server/db/values.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { catalogueOf, itemsByCode } from '#shared/physical/catalogues.ts';

export type PhysicalRow = OutputOf<(typeof physicalApi)['getPhysicalList']>;

/** Selects examinations of customers in scope. */
export function physicalsIn(viewer: Viewer, condition: RawBuilder<SqlBool>) {
  return db
    .selectFrom(scoped(viewer, 'customer'))
    .innerJoin('physical as p', 'p.customerId', 'customer.id')
    .where(condition);
}

/** Selects what a row shows. */
export function selectRows(viewer: Viewer, condition: RawBuilder<SqlBool>) {
  return (
    physicalsIn(viewer, condition)
      .innerJoin('physicalForm as f', 'f.physicalId', 'p.id')
      .innerJoin('physicalOrg as o', 'o.id', 'p.orgId')
      .leftJoin('user as u', 'u.id', 'p.enteredBy')
      .select(['p.id', 'p.customerId', 'customer.name as customerName', 'customer.gender', 'o.name as org'])
      .select([sql<string>`p.date::text`.as('date'), sql<string | null>`p.next_date::text`.as('nextDate')])
      .select(sql<PhysicalRow['kind']>`p.kind`.as('kind'))
      .select(sql<PhysicalRow['status']>`p.status`.as('status'))
      // The age on the day of the examination.
      .select(sql<number | null>`extract(year from age(p.date, customer.birth_date))::int`.as('age'))
      .select(['p.abnormal', 'p.bmi', 'p.systolic', 'p.diastolic', 'p.glucose', 'p.catalogue', 'p.version'])
      .select(['f.doctorCipher', 'f.conclusionCipher', 'f.fileIds', 'u.name as enteredByName'])
  );
}

type Stored = Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number];

/** Returns labels of items by the catalogue that the examination was stored with. */
export function labelsOf(catalogue: number, codes: readonly string[]): { code: string; label: string }[] {
  const version = catalogueOf(catalogue);
  const items = version && itemsByCode(version);
  return codes.map((code) => ({ code, label: items?.get(code)?.label ?? code }));
}

/** Returns the row of a stored examination. */
export function rowOf(stored: Stored): PhysicalRow {
  const { abnormal, systolic, diastolic, catalogue, doctorCipher, conclusionCipher, ...row } = stored;
  return {
    ...row,
    doctor: decrypted(doctorCipher),
    conclusion: decrypted(conclusionCipher),
    abnormal: abnormal.length,
    abnormalItems: labelsOf(catalogue, abnormal),
    pressure: systolic === null || diastolic === null ? null : { systolic, diastolic },
  };
}

/** Returns these examinations of customers in scope, in the order of `ids`. */
export async function physicalRows(viewer: Viewer, ids: readonly string[]): Promise<PhysicalRow[]> {
  if (ids.length === 0) return [];
  const stored = await selectRows(viewer, sql<SqlBool>`p.id = ${any(ids)}`).execute();
  const byId = new Map(stored.map((row) => [row.id, rowOf(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
