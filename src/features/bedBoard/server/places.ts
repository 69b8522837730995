import { type SqlBool, sql } from 'kysely';
import { bedsOf } from '#features/bed/server/service.ts';
import type { bedBoardApi } from '#features/bedBoard/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { equals, inDepartmentTree } from '#server/db/filter.ts';
import { scoped } from '#server/db/scoped.ts';
import { and } from '#server/db/values.ts';
import { zoneOf } from '#server/db/zone.ts';
import type { InputOf } from '#shared/endpoint.ts';

type Input = InputOf<typeof bedBoardApi.getBedBoard>;

/** A bed, or a person at home. */
export interface Place {
  /** Null for an empty bed, and for an occupant who is out of the viewer's scope. */
  customerId: string | null;
  name: string | null;
  isTaken: boolean;
  reserved: boolean;
  departmentName: string | null;
  building: string | null;
  floor: string | null;
  room: string | null;
  bed: string | null;
  leaveUntil: string | null;
  timeZone: string;
}

const leaveUntil = sql<
  string | null
>`(select max(l.expected_return) from customer_leave l where l.customer_id = customer.id and l.returned_at is null and l.from_at <= now())`.as(
  'leaveUntil',
);
const timeZone = zoneOf('customer.projectId').as('timeZone');

/** Returns the beds of a department or project, with their occupants in scope. */
export async function bedPlaces(
  viewer: Viewer,
  { departmentId, projectId, floor }: Input,
  most: number,
): Promise<Place[]> {
  return bedsOf(db, viewer)
    .where(
      and(
        inDepartmentTree(sql.ref('b.departmentId'), departmentId),
        equals('customer.projectId', projectId),
        equals(sql.ref('b.floor'), floor),
        sql<SqlBool>`(b.state <> 'closed' or b.customer_id is not null)`,
      ),
    )
    .select(['customer.id as customerId', 'customer.name', 'd.name as departmentName'])
    .select(['b.building', 'b.floor', 'b.room', 'b.bed', leaveUntil, timeZone])
    .select(sql<boolean>`b.customer_id is not null`.as('isTaken'))
    .select(sql<boolean>`b.state = 'reserved'`.as('reserved'))
    .orderBy(
      sql`d.path, length(b.building), b.building, length(b.floor), b.floor, length(b.room), b.room, length(b.bed), b.bed, b.id`,
    )
    .limit(most)
    .execute();
}

/** Returns people with a presence sensor who have no bed of an institution. */
export async function homePlaces(viewer: Viewer, { departmentId, projectId }: Input, most: number): Promise<Place[]> {
  const rows = await db
    .selectFrom(scoped(viewer, 'customer'))
    .where(
      and(
        inDepartmentTree('customer.departmentId', departmentId),
        equals('customer.projectId', projectId),
        sql<SqlBool>`customer.service_state in ('pending', 'active')`,
        sql<SqlBool>`exists (select 1 from reading_latest l where l.customer_id = customer.id and l.metric = 'in_bed' and l.at > now() - interval '30 days')`,
        sql<SqlBool>`not exists (select 1 from customer_bed b where b.customer_id = customer.id)`,
      ),
    )
    .select(['customer.id as customerId', 'customer.name', leaveUntil, timeZone])
    .orderBy('customer.id')
    .limit(most)
    .execute();
  const noBed = { departmentName: null, building: null, floor: null, room: null, bed: null };
  return rows.map((row) => ({ ...row, ...noBed, isTaken: true, reserved: false }));
}
