import { sql } from 'kysely';
import type { Merged } from '#server/feature/departmentMerge.ts';

/** The departments that roles reach; where the target may stand already. */
const merged: Merged = {
  async moved({ tx }, from, to) {
    await sql`
      insert into role_department (role_id, department_id) select role_id, ${to} from role_department where department_id = ${from} on conflict do nothing`.execute(
      tx,
    );
    await sql`delete from role_department where department_id = ${from}`.execute(tx);
  },
};
export default merged;
