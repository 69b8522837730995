import { sql } from 'kysely';
import { plainAsHtml, sendNotice } from '#features/notice/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import { viewerZone } from '#server/db/zone.ts';
import type { CommandContext } from '#server/feature/command.ts';

/** Maximum number of turns in one notice. */
const named = 20;

interface Turn {
  id: string;
  userId: string;
  userName: string;
  departmentId: string;
  /** Day, hours and name, in the viewer's zone: 11-24 08:00–16:00 早班. */
  when: string;
  seat: string | null;
  gone: boolean;
}

async function turnsOf(tx: Db, viewer: Viewer, ids: readonly string[]): Promise<Turn[]> {
  const zone = await viewerZone(tx, viewer);
  return tx.rows(sql<Turn>`
    select r.id::text, r.user_id::text as "userId", u.name as "userName", u.department_id::text as "departmentId", r.seat,
      to_char(r.from_at at time zone ${zone}, 'MM-DD HH24:MI') || '–' || to_char(r.until_at at time zone ${zone}, 'HH24:MI') || ' ' || r.shift as "when",
      r.deleted_at is not null as gone
    from shift_turn r join "user" u on u.id = r.user_id where r.id = ${any([...ids])} order by r.from_at, r.id`);
}

/** Returns the notice lines of a changed turn, with the user of each. */
function linesOf(previous: Turn, after: Turn): [whom: Turn, line: string][] {
  if (after.gone) return [[previous, `已取消：${previous.when}`]];
  if (after.userId !== previous.userId)
    return [
      [previous, `改由 ${after.userName} 值班：${previous.when}`],
      [after, `改由你值班：${after.when}（原为 ${previous.userName}）`],
    ];
  if (after.when !== previous.when) return [[after, `改时间：${previous.when} → ${after.when}`]];
  if (after.seat !== previous.seat) return [[after, `改坐席：${after.when}，${after.seat ?? '未定'}`]];
  return [];
}

/** Runs a change of these turns and notifies the affected users except the viewer. */
export async function notifyMoved<T>(
  ctx: CommandContext,
  viewer: Viewer,
  ids: readonly string[],
  action: () => Promise<T>,
): Promise<T> {
  const previousById = new Map((await turnsOf(ctx.tx, viewer, ids)).map((turn) => [turn.id, turn]));
  const done = await action();
  const notices = (await turnsOf(ctx.tx, viewer, ids)).flatMap((after) => {
    const was = previousById.get(after.id);
    return was ? linesOf(was, after) : [];
  });
  const byUser = Map.groupBy(notices, ([{ userId }]) => userId);
  for (const [userId, lines] of byUser) {
    const [whom] = lines[0] ?? [];
    if (!whom || userId === viewer.userId) continue;
    const moreText = lines.length > named ? `<p>等 ${lines.length} 个班次。</p>` : '';
    const content = lines.slice(0, named).map(([, line]) => `<p>${plainAsHtml(line)}</p>`);
    const { departmentId } = whom;
    await sendNotice(ctx, viewer, {
      title: '你的班次有变动',
      content: content.join('') + moreText,
      userIds: [userId],
      departmentId,
    });
  }
  return done;
}
