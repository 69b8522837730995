import { sql } from 'kysely';
import { plainAsHtml, sendNotice } from '#features/notice/server/service.ts';
import { administratorsOf } from '#features/project/server/service.ts';
import { newTrace } from '#server/core/trace.ts';
import { system, type Viewer } from '#server/core/viewer.ts';
import { type CommandContext, command } from '#server/feature/command.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';
import { allCustomerHooks } from './customerHooks.ts';
import type { Due } from './reminderQueries.ts';

/** Returns the responsible user if enabled and not expired, else the project's administrators. */
async function responsibleFor(ctx: CommandContext, customerId: string) {
  const row = await ctx.tx.row(sql<{ departmentId: string; projectId: string; responsibleId: string | null }>`
    select c.department_id::text as "departmentId", c.project_id::text as "projectId", u.id::text as "responsibleId"
    from customer c left join "user" u on u.id = c.responsible_id and u.deleted_at is null and u.status = 'enabled'
      and (u.expires_at is null or u.expires_at > now())
    where c.id = ${customerId} and c.deleted_at is null`);
  if (!row) return null;
  const userIds = row.responsibleId ? [row.responsibleId] : await administratorsOf(ctx.tx, row.projectId);
  return { userIds, departmentId: row.departmentId };
}

async function remind(ctx: CommandContext, viewer: Viewer, due: Due): Promise<boolean> {
  const count = await ctx.tx.affected(sql`
    insert into customer_reminder (kind, subject_id, step) values (${due.kind}, ${due.subjectId}, ${due.step}) on conflict do nothing`);
  if (count === 0) return false;
  const to = await responsibleFor(ctx, due.customerId);
  if (!to) return false;
  const noticeId = await sendNotice(ctx, viewer, {
    title: due.title,
    content: `<p>${plainAsHtml(due.content)}</p>`,
    level: 'important',
    ...to,
  });
  await ctx.tx
    .updateTable('customerReminder')
    .set({ noticeId })
    .where('kind', '=', due.kind)
    .where('subjectId', '=', due.subjectId)
    .where('step', '=', due.step)
    .execute();
  return true;
}

/**
 * Sends the responsible users a notice for each matter that has come due, each step once, on any number of runs and
 * nodes. Returns the number of notices.
 */
export async function remindResponsible(): Promise<number> {
  let count = 0;
  for (const hooks of await allCustomerHooks())
    for (const due of (await hooks.due?.()) ?? []) {
      const viewer = system(newTrace());
      if (await command(viewer, (ctx) => remind(ctx, viewer, due))) count += 1;
    }
  return count;
}

/** Interval in seconds: midnight differs per zone, and an 外出 becomes overdue by the minute. */
const often = 300;

export const reminders: Worker = {
  async start() {
    return every('customer.reminder', '客户到期提醒', often, remindResponsible, true);
  },
};
