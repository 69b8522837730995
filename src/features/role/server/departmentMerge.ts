import { sql } from 'kysely';
import type { DepartmentMerge } from '#server/feature/departmentMerge.ts';

/** Moves departments of role scopes to the target, unless the target is already present. */
const departmentMerge: DepartmentMerge = {
  async afterMerge({ tx }, from, to) {
    await sql`
      insert into role_department (role_id, department_id) select role_id, ${to} from role_department where department_id = ${from} on conflict do nothing`.execute(
      tx,
    );
    await tx.deleteFrom('roleDepartment').where('departmentId', '=', from).execute();
  },
};
export default departmentMerge;
