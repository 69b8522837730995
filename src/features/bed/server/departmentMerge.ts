import { sql } from 'kysely';
import { invalidField } from '#server/core/problem.ts';
import type { DepartmentMerge } from '#server/feature/departmentMerge.ts';

/** Beds that came over must not bear the name of one that the department has. */
const departmentMerge: DepartmentMerge = {
  async afterMerge({ tx }, _from, to) {
    const twin = await tx.row(sql<{ building: string; room: string; bed: string }>`
      select building, room, bed from customer_bed where department_id = ${to} group by building, floor, room, bed having count(*) > 1 limit 1`);
    if (!twin) return;
    const bed = `${twin.building} ${twin.room}-${twin.bed}`;
    throw invalidField('toId', `两个部门都有床位「${bed}」，请先改名`, 'unique');
  },
};
export default departmentMerge;
