import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';

/** Returns the ids of the project's manager and of the administrators who see it. */
export async function administratorsOf(tx: Db, projectId: string): Promise<string[]> {
  const rows = await tx.rows(sql<{ id: string }>`
    select distinct u.id::text from "user" u
    where u.deleted_at is null and u.status = 'enabled' and (u.id = (select manager_id from project where id = ${projectId}) or (
      (u.project_ids is null or u.project_ids @> ${`{${projectId}}`}::bigint[])
      and exists (select 1 from user_role ur join role r on r.id = ur.role_id and r.deleted_at is null and r.status = 'enabled'
        where ur.user_id = u.id and r.key = 'admin'))) order by 1`);
  return rows.map((row) => row.id);
}
