import { sql } from 'kysely';
import { plainAsHtml, sendNotice } from '#features/notice/server/service.ts';
import { usersWith } from '#features/user/server/service.ts';
import { system } from '#server/core/viewer.ts';
import { everywhere } from '#server/db/events.ts';
import { type CommandContext, command } from '#server/feature/command.ts';

const maxRecipients = 50;

async function notifyViewers(ctx: CommandContext, title: string, sentence: string): Promise<void> {
  const users = await usersWith(ctx.tx, 'backup:list', null);
  await sendNotice(ctx, system(), {
    title,
    content: `<p>${plainAsHtml(sentence)}</p><p>请打开「系统管理 · 命令日志 · 数据备份」查看。</p>`,
    level: 'important',
    userIds: users.slice(0, maxRecipients).map(({ id }) => id),
    departmentId: everywhere,
  });
}

/** Notifies users with `backup:list` of a failed backup with its reason; each reason once a day. */
export async function notifyFailure(id: string): Promise<void> {
  await command(system('backup'), async (ctx) => {
    const row = await ctx.tx.row(sql<{ reason: string; known: boolean }>`
      select b.reason, exists (
        select 1 from backup o where o.id <> b.id and o.state = 'failed' and o.reason = b.reason and o.finished_at > now() - interval '1 day') as known
      from backup b where b.id = ${id}`);
    if (row && !row.known)
      await notifyViewers(ctx, '数据备份失败', `备份没有完成：${row.reason}。定时备份一小时后会再试。`);
  });
}

/** Notifies users once when the last valid backup is too old; clears the mark when it is not any more. */
export async function notifyOverdue(overdue: boolean, maxAgeHours: number): Promise<void> {
  await command(system('backup'), async (ctx) => {
    const changed = await ctx.tx
      .updateTable('backupAlarm')
      .set({ overdueSince: overdue ? sql<string>`clock_timestamp()` : null })
      .where('overdueSince', overdue ? 'is' : 'is not', null)
      .executeTakeFirst();
    if (overdue && changed.numUpdatedRows > 0n)
      await notifyViewers(
        ctx,
        '数据备份过期',
        `最近一份完好的备份已超过 ${maxAgeHours} 小时。出了事故，这之后的数据会丢失。`,
      );
  });
}
