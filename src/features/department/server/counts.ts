import { sql } from 'kysely';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { visibleUsers } from '#server/db/userScope.ts';
import { type OwnedCounts, ownedByDepartment } from '#server/feature/ownedCounts.ts';

export type DepartmentCounts = { users: number } & OwnedCounts;

/** Counts the rows directly in each department that the viewer may see. */
export async function ownCounts(viewer: Viewer): Promise<Map<string, DepartmentCounts>> {
  const [users, placed] = await Promise.all([
    db.rows(sql<{ id: string; users: number }>`
      select department_id::text as id, count(*)::int as users from "user" u where ${visibleUsers(viewer)} group by department_id`),
    ownedByDepartment(viewer),
  ]);
  const counts = new Map<string, DepartmentCounts>([...placed].map(([id, figures]) => [id, { users: 0, ...figures }]));
  for (const { id, users: userCount } of users) counts.set(id, { ...counts.get(id), users: userCount });
  return counts;
}
