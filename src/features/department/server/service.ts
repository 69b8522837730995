import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Scope } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';

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
function visibilityCondition({ departments }: Scope, id: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${departments === null} or department.id = any(${departments}::bigint[])
    or department.id = any((select d.path from department d where d.id = ${id})::bigint[]))`;
}

/** Departments in use that a viewer may be told of. */
function visibleDepartments(tx: Db, scope: Scope, id: string) {
  return tx
    .selectFrom('department')
    .where('deletedAt', 'is', null)
    .where('status', '=', 'enabled')
    .where(visibilityCondition(scope, id));
}

/** Whether the district of the demo data is there: it goes with `npm run demo:remove`. */
export async function hasDemo(): Promise<boolean> {
  const { rows } = await sql`select 1 from department where demo and deleted_at is null limit 1`.execute(db);
  return rows.length > 0;
}

/** Stations and communities that can send somebody, with their places: those that the viewer may be told of. */
export async function stations(tx: Db, scope: Scope, near: string): Promise<Station[]> {
  return visibleDepartments(tx, scope, near)
    .select(['id', 'name', 'phone', 'type', 'lat', 'lng'])
    .where('type', 'in', ['station', 'community'])
    .execute();
}

/** The departments to which a viewer may hand something of department `from`. */
export async function departmentsToGive(tx: Db, scope: Scope, from: string): Promise<{ id: string; name: string }[]> {
  return visibleDepartments(tx, scope, from).select(['id', 'name']).orderBy('sort').orderBy('id').execute();
}
