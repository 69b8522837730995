import { sql } from 'kysely';
import { plainAsHtml, sendNotice } from '#features/notice/server/service.ts';
import { usersWith } from '#features/user/server/service.ts';
import { system } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { everywhere } from '#server/db/events.ts';
import { type CommandContext, command } from '#server/feature/command.ts';

/** Age of the queue above which device staff are notified, s. */
export const lateSeconds = 60;
const maxRecipients = 50;

async function notifyDeviceStaff(ctx: CommandContext, title: string, sentence: string): Promise<void> {
  const users = await usersWith(ctx.tx, 'warn:device', null);
  await sendNotice(ctx, system(), {
    title,
    content: `<p>${plainAsHtml(sentence)}</p>`,
    level: 'important',
    userIds: users.slice(0, maxRecipients).map(({ id }) => id),
    departmentId: everywhere,
  });
}

/** Notifies once when the queue becomes late; clears the mark when it is not any more. */
async function notifyLate(isLate: boolean): Promise<void> {
  await command(system('reading'), async (ctx) => {
    const changed = await ctx.tx
      .updateTable('readingAlarm')
      .set({ lateSince: isLate ? sql<string>`clock_timestamp()` : null })
      .where('lateSince', isLate ? 'is' : 'is not', null)
      .executeTakeFirst();
    if (isLate && changed.numUpdatedRows > 0n)
      await notifyDeviceStaff(
        ctx,
        '体征处理滞后',
        `新收到的体征已超过 ${lateSeconds} 秒没有入档，最新值、等级和曲线会晚到。`,
      );
  });
}

/** Notifies of series that were set aside since the last notice. */
async function notifyAside(): Promise<void> {
  await command(system('reading'), async (ctx) => {
    const rows = await ctx.tx.returning(sql<{ metric: string }>`
      update reading_aside set told_at = now() where told_at is null returning metric`);
    if (rows.length > 0)
      await notifyDeviceStaff(
        ctx,
        '有体征未能入档',
        `${rows.length} 组体征处理失败，已搁置；其余不受影响。原因见服务器日志。`,
      );
  });
}

/** Notifies device staff of a late queue, once, and of series that were set aside. */
export async function notifyStaff(queueSeconds: number): Promise<void> {
  const [state] = await db.rows(sql<{ late: boolean; aside: boolean }>`
    select late_since is not null as late, exists (select 1 from reading_aside where told_at is null) as aside from reading_alarm`);
  const isLate = queueSeconds > lateSeconds;
  if (state && state.late !== isLate) await notifyLate(isLate);
  if (state?.aside) await notifyAside();
}
