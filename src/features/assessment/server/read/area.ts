import { sql } from 'kysely';
import type { assessmentApi } from '#features/assessment/contract.ts';
import { requireScaleVersion } from '#features/scale/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { gradesOf } from '#shared/scale/grades.ts';
import { departmentAreas, regionAreas } from './areas.ts';
import { assessmentSelection, gradeOf } from './conditions.ts';

type Api = typeof assessmentApi;
type Answer = OutputOf<Api['getAssessmentArea']>;

/** Areas of one answer. */
const mostAreas = 500;

/** Counts the newest finished and valid ones in scope by place and grade. */
async function countsOf(viewer: Viewer, { scale, ...area }: InputOf<Api['getAssessmentArea']>) {
  const { condition } = await assessmentSelection(viewer, { ...area, scale: [scale], status: ['done'], latest: true });
  const graded = db
    .selectFrom('assessment as a')
    .where(condition)
    .where(gradeOf, 'is not', null)
    .select([sql<string>`${gradeOf}`.as('grade'), sql<number>`count(*)::int`.as('n')])
    .groupBy(sql`1, 3`);
  if (area.regionCode === undefined) return graded.select(sql<string>`a.department_id::text`.as('place')).execute();
  return graded
    .innerJoin(scoped(viewer, 'customer'), 'customer.id', 'a.customerId')
    .select(sql<string>`coalesce(customer.region_code, '')`.as('place'))
    .execute();
}

/** Returns the grades of a scale in the areas next below; areas without assessments have zeros. */
export async function getAssessmentArea(viewer: Viewer, input: InputOf<Api['getAssessmentArea']>): Promise<Answer> {
  const { definition } = await requireScaleVersion(db, input.scale);
  const counts = await countsOf(viewer, input);
  const places = counts.map(({ place }) => place);
  const { areas, areaOf } =
    input.regionCode === undefined
      ? await departmentAreas(viewer, input.departmentId, places)
      : await regionAreas(input.regionCode, places);
  const none = Object.fromEntries(gradesOf(definition).map(({ code }) => [code, 0]));
  const rows = new Map(areas.slice(0, mostAreas).map((area) => [area.id, { ...area, grades: { ...none } }]));
  for (const { place, grade, n } of counts) {
    const grades: Record<string, number> | undefined = rows.get(areaOf(place) ?? '')?.grades;
    if (grades) grades[grade] = (grades[grade] ?? 0) + n;
  }
  return [...rows.values()];
}
