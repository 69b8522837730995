import { type SqlBool, sql } from 'kysely';
import { archiveSealedIds } from '#features/customer/server/service.ts';
import type { readingApi } from '#features/reading/contract.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { idIn, inDepartmentTree, oneOf } from '#server/db/filter.ts';
import { scoped } from '#server/db/scoped.ts';
import { and } from '#server/db/values.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { ageOn, todayInChina } from '#shared/idCard.ts';
import { latestOf } from './getReadingLatest.ts';
import { bandSetsOf } from './levels.ts';
import { onScale2 } from './readingHooks.ts';

type Api = typeof readingApi;
type Row = OutputOf<Api['getReadingRound']>[number];

const maxPeople = 200;

const onLeave = sql<SqlBool>`exists (
  select 1 from customer_leave l where l.customer_id = customer.id and l.returned_at is null and l.from_at <= now())`;

/** Selects the customers of a round, those on leave included; their bed is `b`. */
function peopleOf(viewer: Viewer, { departmentId, customerIds }: InputOf<Api['getReadingRoundFloor']>) {
  if ((departmentId === undefined) === (customerIds === undefined))
    throw invalidField('departmentId', '请选择部门或客户');
  return db
    .selectFrom(scoped(viewer, 'customer'))
    .leftJoin('customerBed as b', 'b.customerId', 'customer.id')
    .where(
      and(
        inDepartmentTree('customer.departmentId', departmentId),
        idIn(sql`customer.id`, customerIds ?? null),
        sql`customer.service_state not in ('ended', 'deceased')`,
      ),
    );
}

/** Returns the customers of a round in the order of their beds, without those on leave, with their newest values. */
export async function getReadingRound(
  viewer: Viewer,
  { floor, ...of }: InputOf<Api['getReadingRound']>,
): Promise<OutputOf<Api['getReadingRound']>> {
  const people = await peopleOf(viewer, of)
    .select(['customer.id as customerId', 'customer.name', 'customer.birthDate', 'customer.chronic'])
    .select(['b.building', 'b.room', 'b.bed'])
    .where(
      and(
        oneOf(
          sql`coalesce(b.floor, '')`,
          [floor ?? []].flat().filter((name) => name !== '' || Array.isArray(floor)),
        ),
        sql`not ${onLeave}`,
      ),
    )
    .orderBy(sql`length(b.building) nulls last, b.building, length(b.floor), b.floor, length(b.room), b.room`)
    .orderBy(sql`length(b.bed), b.bed, customer.name, customer.id`)
    .limit(maxPeople)
    .execute();
  const ids = people.map(({ customerId }) => customerId);
  const [latest, bands, sealed, scale2] = await Promise.all([
    latestOf(db, ids),
    bandSetsOf(db, ids),
    archiveSealedIds(ids),
    onScale2(db, ids),
  ]);
  const today = todayInChina(Date.now());
  return people.map(({ birthDate, chronic, ...person }) => ({
    ...person,
    age: birthDate === null ? null : ageOn(birthDate, today),
    sealed: sealed.has(person.customerId),
    oxygenScale: scale2.has(person.customerId) ? (2 as const) : (1 as const),
    latest: latest.get(person.customerId) ?? [],
    chronic: chronic as Row['chronic'],
    bands: (bands.get(person.customerId)?.own ?? []).map(ownBand),
  }));
}

const ownBand = ({ kind, meal, asleep, bands }: { [Key in keyof Row['bands'][number]]: unknown }) =>
  ({ kind, meal, asleep, bands }) as Row['bands'][number];

/** Counts the customers of a round by the floors of their beds. */
export async function getReadingRoundFloor(
  viewer: Viewer,
  input: InputOf<Api['getReadingRoundFloor']>,
): Promise<OutputOf<Api['getReadingRoundFloor']>> {
  return peopleOf(viewer, input)
    .select([
      sql<string>`coalesce(b.floor, '')`.as('floor'),
      sql<number>`(count(*) filter (where not ${onLeave}))::int`.as('count'),
      sql<number>`(count(*) filter (where ${onLeave}))::int`.as('onLeave'),
    ])
    .groupBy('b.floor')
    .orderBy(sql`b.floor is null, length(b.floor), b.floor`)
    .limit(500)
    .execute();
}
