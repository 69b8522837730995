import { sql } from 'kysely';
import type { handoverApi } from '#features/handover/contract.ts';
import { isColleague } from '#features/user/server/service.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf } from '#shared/endpoint.ts';
import type { Sheet } from './figures.ts';
import { addNote } from './note.ts';
import { sheetOf } from './read.ts';
import { fillColumns } from './sheetValues.ts';

const hour = 3_600_000;
/** Length of the span without a turn on the roster, ms. */
const withoutTurn = 8 * hour;

interface Turn {
  from: string;
  shift: string | null;
  seat: string | null;
}

/** Returns the viewer's current turn, or one that ended less than 4 hours ago; else the last 8 hours. */
async function turnOf(tx: Db, viewer: Viewer): Promise<Turn> {
  const row = await tx.row(sql<Turn>`
    select r.from_at as "from", r.shift, r.seat from shift_turn r
    where r.user_id = ${viewer.userId} and r.deleted_at is null and r.from_at <= now() and r.until_at > now() - interval '4 hours'
    order by r.from_at desc limit 1`);
  return row ?? { from: new Date(Date.now() - withoutTurn).toISOString(), shift: null, seat: null };
}

/** Adds the viewer's sheet, or refills the open one: both signatures are needed again. */
export async function startHandover(
  viewer: Viewer,
  { userId, note }: InputOf<typeof handoverApi.startHandover>,
): Promise<Sheet> {
  if (userId === viewer.userId) throw invalidField('userId', '接班人须是另一个人');
  if (!(await isColleague(viewer, 'warn:claim', userId)))
    throw invalidField('userId', '这个人不在你的范围，或没有接警的权限');
  return command(viewer, async ({ tx }) => {
    const me = await tx.rows(sql<{ departmentId: string; demo: boolean }>`
      select department_id::text as "departmentId", demo from "user" where id = ${viewer.userId} for no key update`);
    const [{ departmentId, demo } = { departmentId: '', demo: false }] = me;
    const { from, shift, seat } = await turnOf(tx, viewer);
    const sheet = await fillColumns(tx, viewer, { from, to: new Date().toISOString() });
    const values = { ...sheet, takerId: userId, shift, seat, giverSignedAt: null };
    const changed = await tx
      .updateTable('handover')
      .set(values)
      .where('giverId', '=', viewer.userId)
      .where('state', '=', 'open')
      .where('deletedAt', 'is', null)
      .returning('id')
      .executeTakeFirst();
    const row =
      changed ??
      (await tx
        .insertInto('handover')
        .values({ ...values, giverId: viewer.userId, departmentId, demo, createdBy: viewer.userId })
        .returning('id')
        .executeTakeFirstOrThrow());
    await addNote(tx, viewer, row.id, 'note', note);
    return sheetOf(tx, viewer, row.id);
  });
}
