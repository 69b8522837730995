import { sql } from 'kysely';
import { plainAsHtml, sendNotice } from '#features/notice/server/service.ts';
import { nameOf, usersOfRole } from '#features/user/server/service.ts';
import { newTrace } from '#server/core/trace.ts';
import { system } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import { lockWarn } from '../access.ts';
import { deskWork } from '../conditions.ts';
import { emitWarnEvent } from '../warnEvents.ts';
import { release } from './claim.ts';

interface AbandonedWarn {
  id: string;
  no: string;
  handlerId: string;
  departmentId: string;
  projectId: string;
}

/** Notifies the leaders once of an absent handler and of all warns that they left there. */
async function notifyLeaders(warns: readonly AbandonedWarn[]): Promise<void> {
  const [first] = warns;
  if (!first) return;
  await command(system(newTrace()), async (ctx) => {
    const name = await nameOf(ctx.tx, first.handlerId);
    const leaders = await usersOfRole(ctx.tx, 'leader', first);
    await sendNotice(ctx, system(), {
      title: `坐席离线：${name}，${warns.length} 条告警未结`,
      content: `<p>${plainAsHtml(name)} 离线超过 2 分钟，没有交接，告警 ${warns.map(({ no }) => no).join('、')} 已重新排队，等待接警。</p>`,
      level: 'important',
      userIds: leaders.map(({ id }) => id).filter((id) => id !== first.handlerId),
      departmentId: first.departmentId,
    });
  });
}

/**
 * Releases the warns of handlers absent for 2 minutes and notifies the leaders (8.8). Requires other streams to be
 * alive as long: a server restart or network outage releases nothing (domain.md 7.1).
 */
export async function releaseAbandoned(upSinceMs: number): Promise<number> {
  if (Date.now() - upSinceMs < 150_000) return 0;
  const rows = await db.rows(sql<AbandonedWarn>`
    select warn.id::text, warn.no, warn.handler_id::text as "handlerId", warn.department_id::text as "departmentId", warn.project_id::text as "projectId"
    from warn join presence p on p.user_id = warn.handler_id
    where warn.status = 'handling' and ${deskWork} and p.seen_at < now() - interval '2 minutes' and warn.last_step_at < now() - interval '2 minutes'
      and exists (select 1 from presence o where o.user_id <> warn.handler_id and o.seen_at > now() - interval '40 seconds')`);
  const released: AbandonedWarn[] = [];
  for (const warn of rows) {
    const done = await command(system(newTrace()), async (ctx) => {
      const row = await lockWarn(ctx.tx, warn.id);
      if (row?.status !== 'handling' || row.handlerId !== warn.handlerId) return false;
      await release({ ...ctx, row }, system(), 'released', '坐席离线超过 2 分钟，自动释放', { automatic: true });
      emitWarnEvent(ctx, row, 'changed');
      return true;
    });
    if (done) released.push(warn);
  }
  const groups = Map.groupBy(released, (warn) => [warn.handlerId, warn.departmentId, warn.projectId].join());
  for (const group of groups.values()) await notifyLeaders(group);
  return rows.length;
}
