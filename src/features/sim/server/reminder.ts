import { sql } from 'kysely';
import { plainAsHtml, sendNotice } from '#features/notice/server/service.ts';
import { usersWith } from '#features/user/server/service.ts';
import { newTrace } from '#server/core/trace.ts';
import { system, type Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import { zoneOf } from '#server/db/zone.ts';
import { type CommandContext, command } from '#server/feature/command.ts';

/** SIMs of one project and department at one reminder step. */
interface Due {
  projectId: string;
  projectName: string;
  departmentId: string;
  /** 30 or 7 days before the end (domain.md 6.18). */
  days: number;
  ids: string[];
  /** Earliest expiry date among them. */
  first: string;
}

/** Maximum number per run; the next run handles the rest. */
const maxAtOnce = 5000;

const todayThere = sql`(now() at time zone ${zoneOf('sim.projectId')})::date`;
/** Reminder step; a new expiry date starts the reminders again. */
const step = sql`(case when sim.expire_date - ${todayThere} <= 7 then 7 else 30 end)`;

async function dueNow(): Promise<Due[]> {
  return db.rows(sql<Due>`
    with due as (
      select sim.id, sim.project_id, sim.department_id, sim.expire_date, ${step} as days from sim
      where sim.deleted_at is null and sim.expire_date between current_date - 1 and current_date + 31
        and sim.expire_date between ${todayThere} and ${todayThere} + 30
        and not exists (select 1 from sim_reminder r where r.sim_id = sim.id and r.expire_date = sim.expire_date and r.days = ${step})
      order by sim.expire_date, sim.id limit ${maxAtOnce}::int)
    select due.project_id::text as "projectId", p.name as "projectName", due.department_id::text as "departmentId", due.days,
      array_agg(due.id::text order by due.id) as ids, min(due.expire_date)::text as first
    from due join project p on p.id = due.project_id group by 1, 2, 3, 4 order by days, first, 1, 3`);
}

async function notifyStaff(ctx: CommandContext, viewer: Viewer, due: Due): Promise<boolean> {
  const { tx } = ctx;
  const marked = await tx.returning(sql<{ id: string }>`
    insert into sim_reminder (sim_id, expire_date, days)
    select id, expire_date, ${due.days}::int from sim where id = ${any(due.ids)} and expire_date is not null and deleted_at is null
    on conflict do nothing returning sim_id::text as id`);
  const ids = marked.map(({ id }) => id);
  if (ids.length === 0) return false;
  const recipients = await usersWith(tx, 'equipment:edit', due);
  const what = `${ids.length} 张流量卡 ${due.days} 天内到期`;
  const noticeId = await sendNotice(ctx, viewer, {
    title: what,
    content: `<p>项目「${plainAsHtml(due.projectName)}」有 ${what}，最早 ${due.first}。到期后设备不能上报，请在「设备 · 流量卡」里按到期筛选，一次续费。</p>`,
    level: due.days === 7 ? 'important' : 'normal',
    userIds: recipients.map(({ id }) => id),
    departmentId: due.departmentId,
  });
  await sql`update sim_reminder set notice_id = ${noticeId} where sim_id = ${any(ids)} and days = ${due.days}::int and notice_id is null and at = now()`.execute(
    tx,
  );
  return true;
}

/**
 * Reminds device staff of SIMs that expire within 30 days, and again within 7: once per SIM and step, across all nodes
 * and runs. Returns the number of notices.
 */
export async function remindStaff(): Promise<number> {
  let notified = 0;
  for (const due of await dueNow()) {
    const viewer = system(newTrace());
    if (await command(viewer, (ctx) => notifyStaff(ctx, viewer, due))) notified += 1;
  }
  return notified;
}
