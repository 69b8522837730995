import { type SqlBool, sql } from 'kysely';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';

interface AlarmSubject {
  id: string;
  departmentId: string;
  projectId: string;
  address: string | null;
  phone: string | null;
  demo: boolean;
}

/** Returns a customer in the viewer's scope by id or phone; null without a match. */
export async function findSubject(
  viewer: Viewer,
  by: { id?: string | undefined; phone?: string | undefined },
): Promise<AlarmSubject | null> {
  const match = by.id
    ? sql<SqlBool>`customer.id = ${by.id}`
    : sql<SqlBool>`(customer.mobile = ${by.phone ?? ''} or customer.phone = ${by.phone ?? ''})`;
  const row = await db.selectFrom(scoped(viewer, 'customer')).selectAll().where(match).limit(1).executeTakeFirst();
  return row
    ? {
        id: row.id,
        departmentId: row.departmentId,
        projectId: row.projectId,
        address: row.address,
        phone: row.mobile ?? row.phone,
        demo: row.demo,
      }
    : null;
}
