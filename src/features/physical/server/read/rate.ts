import { sql } from 'kysely';
import { departmentAreas, regionAreas } from '#features/assessment/server/service.ts';
import type { physicalApi } from '#features/physical/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { countsAsDone, inYear } from './conditions.ts';
import { duePeople } from './people.ts';

type Api = typeof physicalApi;
type Answer = OutputOf<Api['getPhysicalRate']>;

/** Areas of one answer. */
const mostAreas = 500;

/** Counts the due people in scope by place: of a region by its code, else by department. */
async function countsOf(viewer: Viewer, input: InputOf<Api['getPhysicalRate']>) {
  const place =
    input.regionCode === undefined
      ? sql<string>`customer.department_id::text`
      : sql<string>`coalesce(customer.region_code, '')`;
  // A join reads the year once; a subquery for each person would look it up as often as there are people.
  const done = sql<{ customerId: string }>`(
    select distinct p.customer_id from physical p where ${countsAsDone('p')} and ${inYear(sql`p.date`, input.year)})`;
  return (await duePeople(viewer, input))
    .leftJoin(done.as('d'), 'd.customerId', 'customer.id')
    .select([
      place.as('place'),
      sql<number>`count(*)::int`.as('due'),
      sql<number>`count(d.customer_id)::int`.as('done'),
    ])
    .groupBy(sql`1`)
    .execute();
}

/** Returns how many of those of 65 and over are due, done and open in a year, by the areas next below. */
export async function getPhysicalRate(viewer: Viewer, input: InputOf<Api['getPhysicalRate']>): Promise<Answer> {
  const counts = await countsOf(viewer, input);
  const places = counts.map(({ place }) => place);
  const { areas, areaOf } =
    input.regionCode === undefined
      ? await departmentAreas(viewer, input.departmentId, places)
      : await regionAreas(input.regionCode, places);
  const byArea = new Map(areas.map((area) => [area.id, { ...area, due: 0, done: 0, open: 0 }]));
  const total = { due: 0, done: 0, open: 0 };
  for (const { place, due, done } of counts) {
    const area = byArea.get(areaOf(place) ?? '');
    for (const sum of area ? [total, area] : [total]) {
      sum.due += due;
      sum.done += done;
      sum.open += due - done;
    }
  }
  return { ...total, areas: [...byArea.values()].filter(({ due }) => due > 0).slice(0, mostAreas) };
}
