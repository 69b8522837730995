import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Scope } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { department } from './schema.ts';

export { type DepartmentLeader, leaderAbove } from './leader.ts';

export interface Station {
  id: string;
  name: string;
  phone: string | null;
  type: string;
  lat: number | null;
  lng: number | null;
}

/** The departments that a viewer may be told of: those in scope, and the way from the root to one that is known. */
function known(scope: Scope, id: string) {
  if (scope.departments === null) return undefined;
  return or(
    inArray(department.id, [...scope.departments, '0']),
    sql`${department.id} = any((select d.path from department d where d.id = ${id})::bigint[])`,
  );
}

/** Whether the district of the demo data is there: it goes with `npm run demo:remove`. */
export async function hasDemo(): Promise<boolean> {
  const found = await db.execute(sql`select 1 from department where demo and deleted_at is null limit 1`);
  return found.rows.length > 0;
}

/** Stations and communities that can send somebody, with their places: those that the viewer may be told of. */
export async function stations(tx: Db, scope: Scope, near: string): Promise<Station[]> {
  const rows = await tx
    .select()
    .from(department)
    .where(and(isNull(department.deletedAt), eq(department.status, 'enabled'), known(scope, near)));
  return rows
    .filter((row) => row.type === 'station' || row.type === 'community')
    .map(({ id, name, phone, type, lat, lng }) => ({ id, name, phone, type, lat, lng }));
}

/** The departments to which a viewer may hand something of department `from`. */
export async function departmentsToGive(tx: Db, scope: Scope, from: string): Promise<{ id: string; name: string }[]> {
  return tx
    .select({ id: department.id, name: department.name })
    .from(department)
    .where(and(isNull(department.deletedAt), eq(department.status, 'enabled'), known(scope, from)))
    .orderBy(department.sort, department.id);
}
