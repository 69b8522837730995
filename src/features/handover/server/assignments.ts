import { sql } from 'kysely';
import { plainAsHtml, sendNotice } from '#features/notice/server/service.ts';
import { nameOf, usersOfRole } from '#features/user/server/service.ts';
import { deskWork } from '#features/warn/server/service.ts';
import { db } from '#server/db/db.ts';
import type { Assignments } from '#server/feature/assignments.ts';
import { command } from '#server/feature/command.ts';

interface HeldWarns {
  departmentId: string;
  projectId: string;
  nos: string[];
}

/** Returns the open alarms of a user by ownership. */
async function heldWarns(userId: string): Promise<HeldWarns[]> {
  return db.rows(sql<HeldWarns>`
    select warn.department_id::text as "departmentId", warn.project_id::text as "projectId", array_agg(warn.no order by warn.no) as nos
    from warn where warn.status = 'handling' and warn.handler_id = ${userId} and ${deskWork} group by 1, 2 order by 1, 2`);
}

/**
 * Notifies the leaders of each ownership when a user leaves with open alarms and without a handover. It has a
 * lower order than `warn`, which then releases the alarms.
 */
const assignments: Assignments = {
  order: 1,
  list: async () => [],
  async release(by, userId) {
    if (by.userId !== userId) return [];
    const groups = await heldWarns(userId);
    if (groups.length === 0) return [];
    await command(by, async (ctx) => {
      const name = await nameOf(ctx.tx, userId);
      for (const group of groups) {
        const leaders = await usersOfRole(ctx.tx, 'leader', group);
        await sendNotice(ctx, by, {
          title: `未交接离席：${name}，${group.nos.length} 条告警未结`,
          content: `<p>${plainAsHtml(name)} 没有交接就离开了，告警 ${group.nos.join('、')} 已重新排队，等待接警。</p>`,
          level: 'important',
          userIds: leaders.map(({ id }) => id).filter((id) => id !== userId),
          departmentId: group.departmentId,
        });
      }
    });
    return [];
  },
};
export default assignments;
