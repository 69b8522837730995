import { system } from '#server/core/viewer.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { lockWarn } from '../access.ts';
import { addStep } from '../steps.ts';
import { emitWarnEvent } from '../warnEvents.ts';
import { closeBySystem } from './closeBySystem.ts';

/**
 * Records in the timeline that the cause is over, and closes an unclaimed warn by the system. A claimed warn stays with
 * its handler.
 * @param note text for the end of the cause: 设备恢复上报
 */
export async function recover(ctx: CommandContext, id: string, note: string, recoveredAt: string): Promise<void> {
  const row = await lockWarn(ctx.tx, id);
  if (!row || (row.status !== 'pending' && row.status !== 'handling')) return;
  await addStep(ctx.tx, row, system(), 'recovered', note, { recoveredAt });
  if (row.status === 'pending') await closeBySystem(ctx, row, `${note}，由系统结案`);
  emitWarnEvent(ctx, row, 'changed');
}
