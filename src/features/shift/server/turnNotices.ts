import { sql } from 'kysely';
import { plainAsHtml, sendNotice } from '#features/notice/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import { viewerZone } from '#server/db/zone.ts';
import type { CommandContext } from '#server/feature/command.ts';

/** So many turns are named in one notice. */
const named = 20;

interface Turn {
  id: string;
  userId: string;
  userName: string;
  departmentId: string;
  /** Day, hours and name, by the viewer's clock: 11-24 08:00–16:00 早班. */
  when: string;
  seat: string | null;
  gone: boolean;
}

async function turnsOf(tx: Db, viewer: Viewer, ids: readonly string[]): Promise<Turn[]> {
  const zone = await viewerZone(tx, viewer);
  const { rows } = await sql<Turn>`
    select r.id::text, r.user_id::text as "userId", u.name as "userName", u.department_id::text as "departmentId", r.seat,
      to_char(r.from_at at time zone ${zone}, 'MM-DD HH24:MI') || '–' || to_char(r.until_at at time zone ${zone}, 'HH24:MI') || ' ' || r.shift as "when",
      r.deleted_at is not null as gone
    from shift_turn r join "user" u on u.id = r.user_id where r.id = ${any([...ids])} order by r.from_at, r.id`.execute(
    tx,
  );
  return rows;
}

/** What a change of a turn means to the people of it, each in one line. */
function linesOf(before: Turn, after: Turn): [whom: Turn, line: string][] {
  if (after.gone) return [[before, `已取消：${before.when}`]];
  if (after.userId !== before.userId)
    return [
      [before, `改由 ${after.userName} 值班：${before.when}`],
      [after, `改由你值班：${after.when}（原为 ${before.userName}）`],
    ];
  if (after.when !== before.when) return [[after, `改时间：${before.when} → ${after.when}`]];
  if (after.seat !== before.seat) return [[after, `改坐席：${after.when}，${after.seat ?? '未定'}`]];
  return [];
}

/** Does what changes these turns, and tells whoever finds them otherwise than before; who does it knows. */
export async function tellingMoved<T>(
  ctx: CommandContext,
  viewer: Viewer,
  ids: readonly string[],
  deed: () => Promise<T>,
): Promise<T> {
  const before = new Map((await turnsOf(ctx.tx, viewer, ids)).map((turn) => [turn.id, turn]));
  const done = await deed();
  const told = (await turnsOf(ctx.tx, viewer, ids)).flatMap((after) => {
    const was = before.get(after.id);
    return was ? linesOf(was, after) : [];
  });
  const byPerson = Map.groupBy(told, ([{ userId }]) => userId);
  for (const [userId, lines] of byPerson) {
    const [whom] = lines[0] ?? [];
    if (!whom || userId === viewer.userId) continue;
    const more = lines.length > named ? `<p>等 ${lines.length} 个班次。</p>` : '';
    const content = lines.slice(0, named).map(([, line]) => `<p>${plainAsHtml(line)}</p>`);
    const { departmentId } = whom;
    await sendNotice(ctx, viewer, {
      title: '你的班次有变动',
      content: content.join('') + more,
      userIds: [userId],
      departmentId,
    });
  }
  return done;
}
