import { sql } from 'kysely';
import { plainAsHtml, sendNotice, withdrawInTransaction } from '#features/notice/server/service.ts';
import { usersOfRole } from '#features/user/server/service.ts';
import { newTrace } from '#server/core/trace.ts';
import { system } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { now } from '#server/db/values.ts';
import { type CommandContext, command } from '#server/feature/command.ts';

/** Validity of a list, days: customers and phone numbers change (domain.md 8.10). */
const validDays = 7;

interface StaleProject {
  id: string;
  name: string;
  departmentId: string;
}

const longAgo = sql`now() - make_interval(days => ${validDays})`;

async function staleProjects(): Promise<StaleProject[]> {
  return db.rows(sql<StaleProject>`
    select p.id::text, p.name, p.department_id::text as "departmentId"
    from project p left join warn_emergency_list e on e.project_id = p.id
    where p.deleted_at is null and p.status <> 'closed'
      and coalesce(e.taken_at, p.created_at) < ${longAgo} and (e.reminded_at is null or e.reminded_at < ${longAgo})
      and exists (select 1 from customer c where c.project_id = p.id and c.deleted_at is null and c.service_state in ('active', 'paused'))
    order by p.id`);
}

/** Sends one reminder; returns false if another node was first or the list was taken meanwhile. */
async function remind(ctx: CommandContext, { id, name, departmentId }: StaleProject): Promise<boolean> {
  const { tx } = ctx;
  await tx
    .insertInto('warnEmergencyList')
    .values({ projectId: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await tx.row(sql<{ noticeId: string | null }>`
    select notice_id::text as "noticeId" from warn_emergency_list
    where project_id = ${id} and (taken_at is null or taken_at < ${longAgo}) and (reminded_at is null or reminded_at < ${longAgo}) for update`);
  if (!row) return false;
  if (row.noticeId) await withdrawInTransaction(ctx, row.noticeId, '已重新提醒');
  const leaders = await usersOfRole(tx, 'leader', { departmentId, projectId: id });
  const recipients = leaders.length > 0 ? leaders : await usersOfRole(tx, 'area', { departmentId, projectId: id });
  const noticeId = await sendNotice(ctx, system(), {
    title: `应急名单该更新了：${name}`,
    content: `<p>项目「${plainAsHtml(name)}」已超过 ${validDays} 天没有人下载或打印应急名单。平台断开时，值班室只有这份名单。请打开「SOS 告警 · 坐席」，点「应急名单」下载或打印。</p>`,
    level: 'important',
    userIds: recipients.map((user) => user.id),
    departmentId,
  });
  await tx.updateTable('warnEmergencyList').set({ remindedAt: now, noticeId }).where('projectId', '=', id).execute();
  return true;
}

/** Reminds leaders, once a week, of projects without a taken list for a week. Returns the number of projects. */
export async function remindEmergencyList(): Promise<number> {
  let reminded = 0;
  for (const project of await staleProjects())
    if (await command(system(newTrace()), (ctx) => remind(ctx, project))) reminded += 1;
  return reminded;
}
