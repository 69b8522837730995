import { sql } from 'kysely';
import { plainAsHtml, sendNotice } from '#features/notice/server/service.ts';
import { newTrace } from '#server/core/trace.ts';
import { system, type Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { type CommandContext, command } from '#server/feature/command.ts';
import { administratorsOf } from './administrators.ts';
import { today } from './list.ts';

interface Due {
  id: string;
  name: string;
  departmentId: string;
  endDate: string;
  left: number;
  /** 30, 7 or 1 days before the end (domain.md 6.12), -1 once it is over. */
  days: number;
}

/** The nearest reminder day that a project has reached; earlier ones that were missed are skipped. */
const step = sql`case when project.end_date < ${today} then -1 when project.end_date - ${today} <= 1 then 1 when project.end_date - ${today} <= 7 then 7 else 30 end`;

async function dueNow(): Promise<Due[]> {
  return db.rows(sql<Due>`
    select project.id::text, project.name, project.department_id::text as "departmentId", project.end_date::text as "endDate",
      project.end_date - ${today} as left, ${step} as days
    from project
    where project.deleted_at is null and project.status <> 'closed' and project.end_date <= ${today} + 30
      and not exists (select 1 from project_reminder r where r.project_id = project.id and r.end_date = project.end_date and r.days = ${step})
    order by project.end_date, project.id limit 200`);
}

function noticeText({ name, endDate, left, days }: Due): { title: string; content: string } {
  const short = [...name].length > 24 ? `${[...name].slice(0, 23).join('')}…` : name;
  const what = days === -1 ? '已到期' : left === 0 ? '今天到期' : `还有 ${left} 天到期`;
  const then = '到期之后照常接收读数和告警，也照常接警处置；只是不能再新增客户。可以在「项目」里续期，或者办理结项。';
  return {
    title: `项目「${short}」${what}`,
    content: `<p>项目「${plainAsHtml(name)}」的最后一天是 ${endDate}，${what}。</p><p>${then}</p>`,
  };
}

async function remind(ctx: CommandContext, viewer: Viewer, due: Due): Promise<boolean> {
  const count = await ctx.tx.affected(sql`
    insert into project_reminder (project_id, end_date, days) select id, end_date, ${due.days} from project
    where id = ${due.id} and end_date = ${due.endDate} and status <> 'closed' and deleted_at is null on conflict do nothing`);
  if (count === 0) return false;
  const noticeId = await sendNotice(ctx, viewer, {
    ...noticeText(due),
    level: due.days <= 7 ? 'important' : 'normal',
    userIds: await administratorsOf(ctx.tx, due.id),
    departmentId: due.departmentId,
  });
  await sql`
    update project_reminder set notice_id = ${noticeId} where project_id = ${due.id} and end_date = ${due.endDate} and days = ${due.days}`.execute(
    ctx.tx,
  );
  return true;
}

/**
 * Reminds of projects that end soon or are over, once per project and step, across all nodes and runs; returns the
 * number of reminders.
 */
export async function remindDue(): Promise<number> {
  let sentCount = 0;
  for (const due of await dueNow()) {
    const viewer = system(newTrace());
    if (await command(viewer, (ctx) => remind(ctx, viewer, due))) sentCount += 1;
  }
  return sentCount;
}
