import { sql } from 'kysely';
import { plainAsHtml, sendNotice } from '#features/notice/server/service.ts';
import { usersWith } from '#features/user/server/service.ts';
import { addSystemSteps, emitWarnEvent, lockWarns, maxUsers, type StoredWarn } from '#features/warn/server/service.ts';
import { newTrace } from '#server/core/trace.ts';
import { system } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { any, now } from '#server/db/values.ts';
import { type CommandContext, command } from '#server/feature/command.ts';

/** Warnings of one transaction. */
const batchSize = 50;

/** Returns the ids of warnings past their deadline that nobody took; other nodes skip them meanwhile. */
async function takeDue(tx: Db): Promise<string[]> {
  const rows = await tx.rows(sql<{ id: string }>`
    select h.warn_id::text as id from health_warn h join warn w on w.id = h.warn_id
    where h.due_at <= now() and h.overdue_at is null and w.status = 'pending' and w.family = 'health'
    order by h.due_at limit ${batchSize}::int for update of h, w skip locked`);
  return rows.map(({ id }) => id);
}

interface Recipient {
  id: string;
  name: string;
}

/** Returns health staff of the place, first those who are responsible: to whom it is given, and who cares for the person. */
async function recipientsOf(tx: Db, row: StoredWarn): Promise<Recipient[]> {
  const staff = await usersWith(tx, 'earlyWarning:handle', row);
  const responsible = await tx.rows(sql<Recipient>`
    select u.id::text, u.name from "user" u where u.status = 'enabled' and u.deleted_at is null
      and u.id in (${row.offeredTo}::bigint, (select c.responsible_id from customer c where c.id = ${row.customerId}))`);
  const all = [...responsible, ...staff];
  return [...new Map(all.map(({ id, name }) => [id, { id, name }])).values()].slice(0, maxUsers);
}

/** Sends one notice for the warnings of a place, so that a night with many of them is one message. */
async function notify(ctx: CommandContext, rows: readonly StoredWarn[]): Promise<void> {
  const byRecipients = new Map<string, { users: Recipient[]; warns: StoredWarn[] }>();
  for (const row of rows) {
    const users = await recipientsOf(ctx.tx, row);
    const key = users.map(({ id }) => id).join();
    const group = byRecipients.get(key) ?? { users, warns: [] };
    group.warns.push(row);
    byRecipients.set(key, group);
  }
  for (const { users, warns } of byRecipients.values()) {
    const [first] = warns;
    if (!first) continue;
    const names = warns.map(({ no }) => no).join('、');
    if (users.length > 0)
      await sendNotice(ctx, system(), {
        title: warns.length === 1 ? `健康预警 ${first.no} 逾期未接` : `${warns.length} 条健康预警逾期未接`,
        content: `<p>${plainAsHtml(`${names} 已过时限，还没有人接手。请打开「健康预警」处理。`)}</p>`,
        level: 'important',
        userIds: users.map(({ id }) => id),
        departmentId: first.departmentId,
      });
    const note =
      users.length > 0
        ? `逾期未接，已通知 ${users.map(({ name }) => name).join('、')}`
        : '逾期未接，范围内没有健康管理人员';
    await addSystemSteps(
      ctx.tx,
      warns.map(({ id }) => ({ warnId: id, kind: 'note', note, data: { overdue: true } })),
    );
  }
}

/**
 * Tells the responsible and health staff, once, of warnings that nobody took in time. Safe on several nodes at once, and
 * after a stop at any point.
 * @returns the number of warnings
 */
export async function notifyOverdue(): Promise<number> {
  for (let count = 0; ; ) {
    const done = await command(system(newTrace()), async (ctx) => {
      const ids = await takeDue(ctx.tx);
      if (ids.length === 0) return 0;
      await ctx.tx.updateTable('healthWarn').set({ overdueAt: now }).where('warnId', '=', any(ids)).execute();
      const rows = await lockWarns(ctx.tx, ids);
      await notify(ctx, rows);
      for (const row of rows) emitWarnEvent(ctx, row, 'changed');
      return ids.length;
    });
    count += done;
    if (done < batchSize) return count;
  }
}
