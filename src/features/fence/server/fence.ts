import { sql } from 'kysely';
import { fence, maxFencePeople, type Shape, type Window } from '#features/fence/contract.ts';
import { ownershipForNew } from '#features/project/server/service.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { crud } from '#server/crud/crud.ts';
import type { Db } from '#server/db/db.ts';
import { equals, inDepartmentTree } from '#server/db/filter.ts';
import { scoped } from '#server/db/scoped.ts';
import { and, bigints } from '#server/db/values.ts';
import { pick } from '#shared/endpoint.ts';
import { polygonProblem } from '#shared/place/fenceShape.ts';
import type { Static } from '#shared/typebox.ts';
import { fencesFor, isOut, peopleOfFence } from './members.ts';

type Hours = Static<typeof Window>[];
/** Ownership in an input or a row. */
interface Placed {
  projectId?: string;
  departmentId?: string;
}

/** Throws 400 with the field for a shape that is none: not exactly one of the three, sides that cross, two equal points. */
export function validateShape(shape: Static<typeof Shape>): void {
  if (Object.keys(shape).length !== 1) throw invalidField('shape', '请画圆、多边形或走廊中的一种');
  const problem = shape.polygon && polygonProblem(shape.polygon);
  if (problem) throw invalidField('shape.polygon', problem);
  const points = shape.corridor?.points ?? [];
  const isRepeated = points.some(
    ({ lat, lng }, i) => i > 0 && points[i - 1]?.lat === lat && points[i - 1]?.lng === lng,
  );
  if (isRepeated) throw invalidField('shape.corridor.points', '相邻的两个点不能相同');
}

/** Throws 400 with the field for hours that begin when they end. */
export function validateWindows(windows: Hours): void {
  const index = windows.findIndex(({ from, to }) => from === to);
  if (index >= 0) throw invalidField(`windows.${index}.to`, '结束时间不能与开始时间相同', 'order');
}

/** Returns those of these people whom the viewer does not see, in their order. */
async function unseenPeople(tx: Db, viewer: Viewer, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.rows(sql<{ id: string }>`
    select customer.id::text as id from ${scoped(viewer, 'customer')} where customer.id = any(${bigints(ids)})`);
  const visible = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !visible.has(id));
}

/** Throws 400 with the field for another project or department that the viewer does not see. */
async function validateOwnership(viewer: Viewer, input: Placed, previous: Placed | null): Promise<void> {
  const moved = (['projectId', 'departmentId'] as const).filter((key) => input[key] && input[key] !== previous?.[key]);
  if (moved.length > 0) await ownershipForNew(viewer, pick(input, moved));
}

/** People of fence `f` whom the viewer sees. */
const seenPeople = (viewer: Viewer) => sql`
  from (${peopleOfFence}) m join ${scoped(viewer, 'customer')} on customer.id = m.id`;

const fenceRow = sql`(select fence.*) f`;

/** Fences of the viewer's scope. */
export const fences = crud(fence, {
  filterWhere: (viewer, { customerId, projectId, departmentId }) =>
    and(
      equals('fence.projectId', projectId as string | undefined),
      inDepartmentTree('fence.departmentId', departmentId as string | undefined),
      customerId === undefined
        ? undefined
        : sql`fence.id in (select m.fence_id from (${fencesFor([customerId as string])}) m join ${scoped(viewer, 'customer')} on customer.id = m.customer_id)`,
    ),
  computedColumns: (viewer) => ({
    projectName: sql`(select p.name from project p where p.id = fence.project_id)`,
    customerIds: sql`array(select customer.id::text from ${scoped(viewer, 'customer')} where customer.id = any(fence.customer_ids) order by array_position(fence.customer_ids, customer.id))`,
    personCount: sql`(select count(*)::int from ${fenceRow} cross join lateral (select customer.id ${seenPeople(viewer)}) x)`,
    outsideCount: sql`(select count(*)::int from ${fenceRow} cross join lateral (select customer.id ${seenPeople(viewer)}) x
      join fence_state s on s.fence_id = f.id and s.customer_id = x.id where ${isOut})`,
  }),
  async beforeChange({ tx }, viewer, input, previous) {
    await validateOwnership(viewer, input as Placed, previous);
    if (input.shape) validateShape(input.shape);
    if (input.windows) validateWindows(input.windows);
    const next = { ...previous, ...input };
    const ids = input.customerIds ?? [];
    if (ids.length > maxFencePeople) throw invalidField('customerIds', `最多 ${maxFencePeople} 位客户`);
    const added = ids.filter((id) => !previous?.customerIds?.includes(id));
    if ((await unseenPeople(tx, viewer, added)).length > 0)
      throw invalidField('customerIds', '客户不存在或不在你的范围');
    // People out of the viewer's sight stay: an edit does not name them.
    const unseen = input.customerIds && previous ? await unseenPeople(tx, viewer, previous.customerIds) : [];
    if (!next.customerIds?.length && unseen.length === 0 && !next.tag?.length)
      throw invalidField('customerIds', '请选择客户或标签');
    if (next.kind === 'stay' && !next.minutes) throw invalidField('minutes', '请填写久留时长');
    return unseen.length === 0 ? undefined : { values: { customerIds: [...ids, ...unseen] } };
  },
});
