import { lockEquipment, sendToRepair } from '#features/equipment/server/service.ts';
import { type trialApi, trialResults } from '#features/trial/contract.ts';
import { nameOf } from '#features/user/server/service.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { requireDue } from './due.ts';
import { runAfterTrial } from './trialHooks.ts';
import { lastTrial, writeTrial } from './trialRows.ts';

type Input = InputOf<typeof trialApi.noteTrial>;

/** Maximum days until the next trial; the default is one day. */
const maxDays = 90;
const aDay = 86_400_000;

/** Returns when the next trial is due; null for a visit, and for a broken device, which needs a fault. */
function nextOf({ result, note, nextAt }: Input): string | null {
  if (result === 'broken' && !note?.trim()) throw invalidField('note', '请写明故障', 'required');
  if (result === 'broken' || result === 'visit') return null;
  const ahead = nextAt === undefined ? aDay : Date.parse(nextAt) - Date.now();
  if (ahead <= 0) throw invalidField('nextAt', '下次试按的时间已经过去');
  if (ahead > maxDays * aDay) throw invalidField('nextAt', `下次试按须在 ${maxDays} 天内`);
  return nextAt ?? new Date(Date.now() + ahead).toISOString();
}

/** Throws 409 when another trial was recorded since the row that the caller saw. */
async function requireUnchanged(
  tx: Db,
  previous: Awaited<ReturnType<typeof lastTrial>>,
  after: Input['after'],
): Promise<void> {
  if (after === undefined || (previous?.id ?? null) === after) return;
  if (!previous) throw new Problem(409, '这一行已变化，请刷新列表', { result: null });
  const name = previous.by === null ? '其他人' : await nameOf(tx, previous.by);
  throw new Problem(409, `${name} 刚刚记录了「${trialResults[previous.result]}」，请刷新列表`, {
    result: previous.result,
  });
}

/**
 * Records why a call had no press: next trial, visit, or repair with its order. Of two concurrent callers the second
 * gets a 409 naming the first.
 */
export async function noteTrial(viewer: Viewer, input: Input): Promise<OutputOf<typeof trialApi.noteTrial>> {
  const nextAt = nextOf(input);
  const { equipmentId, after, result } = input;
  const note = input.note?.trim() || null;
  return command(viewer, async ({ tx }) => {
    const device = await lockEquipment(tx, viewer, equipmentId);
    await requireDue(tx, device);
    const previous = await lastTrial(tx, equipmentId);
    await requireUnchanged(tx, previous, after);
    if (result === 'broken') await sendToRepair(tx, viewer, device, `试按：${note}`);
    const tried = { equipmentId, result, note, nextAt };
    const id = await writeTrial(tx, viewer, tried, previous);
    await runAfterTrial(tx, tried);
    return { id };
  });
}
