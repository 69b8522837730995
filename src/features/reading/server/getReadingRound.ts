import { sql } from 'kysely';
import type { readingApi } from '#features/reading/contract.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { equals, idIn, inDepartmentTree } from '#server/db/filter.ts';
import { scoped } from '#server/db/scoped.ts';
import { and } from '#server/db/values.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { latestOf } from './getReadingLatest.ts';

type Api = typeof readingApi;

const maxPeople = 200;

/** Returns the customers of a round in the order of their beds, without those on leave, with their newest values. */
export async function getReadingRound(
  viewer: Viewer,
  { departmentId, customerIds, floor }: InputOf<Api['getReadingRound']>,
): Promise<OutputOf<Api['getReadingRound']>> {
  if ((departmentId === undefined) === (customerIds === undefined))
    throw invalidField('departmentId', '请选择部门或客户');
  const people = await db
    .selectFrom(scoped(viewer, 'customer'))
    .leftJoin('customerBed as b', 'b.customerId', 'customer.id')
    .select(['customer.id as customerId', 'customer.name', 'b.room', 'b.bed'])
    .where(
      and(
        inDepartmentTree('customer.departmentId', departmentId),
        idIn(sql`customer.id`, customerIds ?? null),
        equals(sql`b.floor`, floor),
        sql`customer.service_state not in ('ended', 'deceased')`,
        sql`not exists (select 1 from customer_leave l where l.customer_id = customer.id and l.returned_at is null and l.from_at <= now())`,
      ),
    )
    .orderBy(sql`b.building nulls last, b.floor, b.room, b.bed, customer.name, customer.id`)
    .limit(maxPeople)
    .execute();
  const latest = await latestOf(
    db,
    people.map(({ customerId }) => customerId),
  );
  return people.map((person) => ({ ...person, latest: latest.get(person.customerId) ?? [] }));
}
