import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Scope } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';

export { leaderAbove } from './leader.ts';

export interface Station {
  id: string;
  name: string;
  phone: string | null;
  type: string;
  lat: number | null;
  lng: number | null;
}

/**
 * Returns the condition for departments whose name a viewer may see: those in scope, and the path from the root to
 * department `id`.
 */
function visibilityCondition({ departments }: Scope, id: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${departments === null} or department.id = any(${departments}::bigint[])
    or department.id = any((select d.path from department d where d.id = ${id})::bigint[]))`;
}

/** Selects enabled departments whose name a viewer may see. */
function visibleDepartments(tx: Db, scope: Scope, id: string) {
  return tx
    .selectFrom('department')
    .where('deletedAt', 'is', null)
    .where('status', '=', 'enabled')
    .where(visibilityCondition(scope, id));
}

/** Returns whether the demo data exists; `npm run demo:remove` deletes it. */
export async function hasDemo(): Promise<boolean> {
  const demo = db.selectFrom('department').select('id').where('demo', '=', true).where('deletedAt', 'is', null);
  return (await demo.limit(1).executeTakeFirst()) !== undefined;
}

/** Returns visible stations and communities that can send a responder, with their positions. */
export async function stations(tx: Db, scope: Scope, near: string): Promise<Station[]> {
  return visibleDepartments(tx, scope, near)
    .select(['id', 'name', 'phone', 'type', 'lat', 'lng'])
    .where('type', 'in', ['station', 'community'])
    .execute();
}

/** Returns the departments to which a viewer may transfer a record of department `from`. */
export async function departmentsToGive(tx: Db, scope: Scope, from: string): Promise<{ id: string; name: string }[]> {
  return visibleDepartments(tx, scope, from).select(['id', 'name']).orderBy('sort').orderBy('id').execute();
}
