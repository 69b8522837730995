import { sql } from 'kysely';
import { plainAsHtml, sendNotice } from '#features/notice/server/service.ts';
import { administratorsOf } from '#features/project/server/service.ts';
import { viewerOfUser } from '#server/auth/userViewer.ts';
import { newTrace } from '#server/core/trace.ts';
import { hasPermission, system, type Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { type CommandContext, command } from '#server/feature/command.ts';
import { todayOfDevice } from './loan.ts';

/** Days before the due day from which engineers are notified (domain.md 6.18). */
const daysBefore = 3;
/** Limit per run; the rest follows with the next run. */
const most = 200;

interface Due {
  id: string;
  equipmentId: string;
  sn: string;
  name: string;
  customerName: string;
  dueDate: string;
  left: number;
  departmentId: string;
  projectId: string;
}

async function dueNow(): Promise<Due[]> {
  return db.rows(sql<Due>`
    select m.id::text, equipment.id::text as "equipmentId", equipment.sn, equipment.name, c.name as "customerName", m.open_due::text as "dueDate",
      m.open_due - ${todayOfDevice} as left, equipment.department_id::text as "departmentId", equipment.project_id::text as "projectId"
    from stock_move m join equipment on equipment.id = m.equipment_id and equipment.deleted_at is null and not equipment.demo join customer c on c.id = m.customer_id
    where m.open_due <= (now() at time zone 'UTC')::date + 1 + ${daysBefore}::int and m.open_due <= ${todayOfDevice} + ${daysBefore}::int
      and m.told_due is distinct from m.open_due and m.deleted_at is null
    order by m.open_due, m.id limit ${most}`);
}

/** Returns the engineers who may view this device; without any the project's administrators. */
async function recipientsOf({ equipmentId, projectId }: Due): Promise<string[]> {
  const rows = await db.rows(sql<{ id: string }>`
    select distinct u.id::text from "user" u join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id
    where r.key = 'engineer' and r.deleted_at is null and r.status = 'enabled' and u.deleted_at is null and u.status = 'enabled'
      and (u.expires_at is null or u.expires_at > now()) and (u.project_ids is null or ${projectId}::bigint = any(u.project_ids)) order by 1`);
  const recipients: string[] = [];
  for (const { id } of rows) {
    const viewer = await viewerOfUser(id, newTrace());
    if (!viewer || !hasPermission(viewer, 'equipment:list')) continue;
    const seen = db
      .selectFrom(scoped(viewer, 'equipment'))
      .select('equipment.id')
      .where('equipment.id', '=', equipmentId);
    if (await seen.executeTakeFirst()) recipients.push(id);
  }
  return recipients.length > 0 ? recipients : administratorsOf(db, projectId);
}

function noticeText({ sn, name, customerName, dueDate, left }: Due): { title: string; content: string } {
  const when = left < 0 ? `已逾期 ${-left} 天` : left === 0 ? '今天应还' : `还有 ${left} 天应还`;
  const what = plainAsHtml(`借给「${customerName}」的${name}（${sn}）应还日期是 ${dueDate}，${when}。`);
  return {
    title: `借给「${customerName}」的设备${when}`,
    content: `<p>${what}</p><p>收回后在设备页的「借还」里办理归还。</p>`,
  };
}

async function notifyLoan(ctx: CommandContext, viewer: Viewer, due: Due, userIds: readonly string[]): Promise<boolean> {
  const count = await ctx.tx.affected(sql`
    update stock_move set told_due = open_due where id = ${due.id} and open_due = ${due.dueDate} and told_due is distinct from open_due`);
  if (count === 0) return false;
  await sendNotice(ctx, viewer, {
    ...noticeText(due),
    level: 'important',
    userIds,
    departmentId: due.departmentId,
  });
  return true;
}

/** Notifies engineers of loans due within three days or overdue, once per due day, on any number of runs and nodes. */
export async function remindLoans(): Promise<number> {
  let notified = 0;
  for (const due of await dueNow()) {
    const viewer = system(newTrace());
    const userIds = await recipientsOf(due);
    if (await command(viewer, (ctx) => notifyLoan(ctx, viewer, due, userIds))) notified += 1;
  }
  return notified;
}
