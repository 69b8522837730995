import { sql } from 'kysely';
import type { physicalApi } from '#features/physical/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { countLimit, countOf, limitsOf, orderOf } from '#server/db/paging.ts';
import { scoped } from '#server/db/scoped.ts';
import { any } from '#server/db/values.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { ageOn, todayInChina } from '#shared/idCard.ts';
import { countsAsDone, inYear } from './conditions.ts';
import { duePeople, isDone } from './people.ts';

type Input = InputOf<(typeof physicalApi)['getPhysicalDueList']>;
type Row = OutputOf<(typeof physicalApi)['getPhysicalDueList']>;

/** Day of the newest examination of any kind that was submitted. */
const lastDate = sql<string | null>`(
  select p.date::text from physical p where p.customer_id = customer.id and p.status in ('done', 'reviewed') order by p.date desc limit 1)`;
const sortColumns = { name: sql`customer.pinyin`, age: sql`customer.birth_date`, lastDate };

async function selected(viewer: Viewer, input: Input) {
  const people = await duePeople(viewer, input);
  const ofState =
    input.state === undefined
      ? people
      : people.where(input.state === 'done' ? isDone(input.year) : sql<boolean>`not ${isDone(input.year)}`);
  return ofState.select('customer.id');
}

async function rowsOf(viewer: Viewer, ids: readonly string[], year: number): Promise<Row[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom(scoped(viewer, 'customer'))
    .innerJoin('department as d', 'd.id', 'customer.departmentId')
    .leftJoin('user as u', 'u.id', 'customer.responsibleId')
    .leftJoinLateral(
      sql<{ physicalId: string; date: string }>`(
        select p.id as physical_id, p.date::text as date from physical p
        where p.customer_id = customer.id and ${countsAsDone('p')} and ${inYear(sql`p.date`, year)}
        order by p.date desc, p.id desc limit 1)`.as('newest'),
      (join) => join.onTrue(),
    )
    .select(['customer.id', 'customer.name', 'customer.gender', 'customer.birthDate', 'd.name as departmentName'])
    .select(['u.name as responsibleName', 'newest.physicalId', 'newest.date', lastDate.as('lastDate')])
    .where('customer.id', '=', any(ids))
    .execute();
  const today = todayInChina(Date.now());
  const byId = new Map(
    rows.map(({ birthDate, ...row }) => [row.id, { ...row, age: birthDate ? ageOn(birthDate, today) : null }]),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Returns a page of those who are due in a year, the oldest first. */
export async function getPhysicalDueList(viewer: Viewer, input: Input): Promise<Paged<Row>> {
  const { limit, offset } = limitsOf(input);
  const query = await selected(viewer, input);
  const order = orderOf(input.sort, sortColumns, sql`customer.birth_date, customer.id`, { reversed: ['age'] });
  const [ids, count] = await Promise.all([
    limit === 0 ? [] : query.orderBy(order).limit(limit).offset(offset).execute(),
    countOf(query, input.exact ? undefined : countLimit),
  ]);
  return {
    rows: await rowsOf(
      viewer,
      ids.map(({ id }) => id),
      input.year,
    ),
    count,
  };
}
