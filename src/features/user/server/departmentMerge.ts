import { sql } from 'kysely';
import type { DepartmentMerge } from '#server/feature/departmentMerge.ts';

/** Moves extra departments to the target; drops those equal to the user's department or already present. */
const departmentMerge: DepartmentMerge = {
  async afterMerge({ tx }, from, to) {
    await sql`
      insert into user_extra_department (user_id, department_id) select user_id, ${to} from user_extra_department where department_id = ${from} on conflict do nothing`.execute(
      tx,
    );
    await sql`
      delete from user_extra_department e using "user" u where u.id = e.user_id and (e.department_id = ${from} or e.department_id = u.department_id)`.execute(
      tx,
    );
  },
};
export default departmentMerge;
