import { type SQL, sql } from 'drizzle-orm';

/** `departmentsOf` of db/people.ts for statements of Drizzle. */
export function departmentsOf(userId: SQL): SQL {
  return sql`array(select e.department_id::text from user_extra_department e where e.user_id = ${userId} order by 1)`;
}
