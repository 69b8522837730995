import { sql } from 'kysely';
import { mine, sendToRepair } from '#features/equipment/server/service.ts';
import { type trialApi, trialResults } from '#features/trial/contract.ts';
import { nameOf } from '#features/user/server/service.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { dueDays } from './due.ts';

type Input = InputOf<typeof trialApi.addTrial>;

/** A next try lies so many days ahead at most. */
const mostDays = 90;

function judge({ result, note, nextAt }: Input): void {
  if (result === 'broken') {
    if (!note?.trim()) throw invalidField('note', '请写明故障', 'required');
    return;
  }
  if (!nextAt) throw invalidField('nextAt', '请选择下次试按的时间', 'required');
  const ahead = Date.parse(nextAt) - Date.now();
  if (ahead <= 0) throw invalidField('nextAt', '下次试按的时间已经过去');
  if (ahead > mostDays * 86_400_000) throw invalidField('nextAt', `下次试按须在 ${mostDays} 天内`);
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

/** 409 where there is nothing to try any more: not in use, or pressed meanwhile. */
async function mustBeDue(tx: Db, { id, state, customerId }: Awaited<ReturnType<typeof mine>>): Promise<void> {
  if (state !== 'in_use' || customerId === null)
    throw new Problem(409, '设备已不在使用中，请刷新列表', { state, customerId });
  const pressed = await sql<{ at: string }>`
    select pressed_at as at from device_state where device_id = ${id} and pressed_at > now() - make_interval(days => ${await dueDays(tx)}::int)`.execute(
    tx,
  );
  if (pressed.rows[0]) throw new Problem(409, '老人已经按过，不用再试', { pressedAt: pressed.rows[0].at });
}

/** 409 where somebody was quicker than the row that the caller looked at. */
async function mustBeFirst(tx: Db, before: Try | undefined, after: string | null): Promise<void> {
  if ((before?.id ?? null) === after) return;
  if (!before) throw new Problem(409, '这一行已变化，请刷新列表', { result: null });
  const name = before.by === null ? '其他人' : await nameOf(tx, before.by);
  throw new Problem(409, `${name} 刚刚记录了「${trialResults[before.result]}」，请刷新列表`, { result: before.result });
}

/**
 * Writes down why nobody pressed in a call: it is tried again at its time, and a broken device goes to repair, which opens its
 * order. Of two who call at once the second one is told of the first.
 */
export async function addTrial(viewer: Viewer, input: Input): Promise<OutputOf<typeof trialApi.addTrial>> {
  judge(input);
  const { equipmentId, after, result } = input;
  const note = input.note?.trim() || null;
  const nextAt = result === 'broken' ? null : (input.nextAt ?? null);
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
