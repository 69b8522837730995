import { sql } from 'kysely';
import { mine, sendToRepair } from '#features/equipment/server/service.ts';
import { type trialApi, trialResults } from '#features/trial/contract.ts';
import { nameOf } from '#features/user/server/service.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { mustBeDue } from './due.ts';

type Input = InputOf<typeof trialApi.noteTrial>;

/** A next try lies so many days ahead at most, and a day ahead where nothing is said. */
const mostDays = 90;
const aDay = 86_400_000;

/** When it is tried again; null for a broken device, which has to say what is broken. */
function nextOf({ result, note, nextAt }: Input): string | null {
  if (result === 'broken') {
    if (!note?.trim()) throw invalidField('note', '请写明故障', 'required');
    return null;
  }
  const ahead = nextAt === undefined ? aDay : Date.parse(nextAt) - Date.now();
  if (ahead <= 0) throw invalidField('nextAt', '下次试按的时间已经过去');
  if (ahead > mostDays * aDay) throw invalidField('nextAt', `下次试按须在 ${mostDays} 天内`);
  return nextAt ?? new Date(Date.now() + ahead).toISOString();
}

interface Try {
  id: string;
  result: keyof typeof trialResults;
  tries: number;
  by: string | null;
}

/** The last try of a locked device since it was pressed. */
async function lastTry(tx: Db, equipmentId: string): Promise<Try | undefined> {
  const found = await sql<Try>`
    select t.id::text, t.result, t.tries, t.created_by::text as by from trial t join device_state s on s.device_id = t.equipment_id
    where t.equipment_id = ${equipmentId} and t.ended_at is null and t.created_at > coalesce(s.pressed_at, '-infinity')`.execute(
    tx,
  );
  return found.rows[0];
}

/** 409 where somebody was quicker than the row that the caller looked at. */
async function mustBeFirst(tx: Db, before: Try | undefined, after: Input['after']): Promise<void> {
  if (after === undefined || (before?.id ?? null) === after) return;
  if (!before) throw new Problem(409, '这一行已变化，请刷新列表', { result: null });
  const name = before.by === null ? '其他人' : await nameOf(tx, before.by);
  throw new Problem(409, `${name} 刚刚记录了「${trialResults[before.result]}」，请刷新列表`, { result: before.result });
}

/**
 * Writes down why nobody pressed in a call: it is tried again at its time, and a broken device goes to repair, which opens its
 * order. Of two who call at once the second one is told of the first.
 */
export async function noteTrial(viewer: Viewer, input: Input): Promise<OutputOf<typeof trialApi.noteTrial>> {
  const nextAt = nextOf(input);
  const { equipmentId, after, result } = input;
  const note = input.note?.trim() || null;
  return command(viewer, async ({ tx }) => {
    const device = await mine(tx, viewer, equipmentId);
    await mustBeDue(tx, device);
    const before = await lastTry(tx, equipmentId);
    await mustBeFirst(tx, before, after);
    await sql`update trial set ended_at = now() where equipment_id = ${equipmentId} and ended_at is null`.execute(tx);
    if (result === 'broken') await sendToRepair(tx, viewer, device, `试按：${note}`);
    const made = await sql<{ id: string }>`
      insert into trial (equipment_id, result, note, tries, next_at, ended_at, created_by)
      values (${equipmentId}, ${result}, ${note}, ${(before?.tries ?? 0) + 1}, ${nextAt}::timestamptz,
        case when ${nextAt}::timestamptz is null then now() end, ${viewer.userId}) returning id::text`.execute(tx);
    return { id: made.rows[0]?.id ?? '' };
  });
}
