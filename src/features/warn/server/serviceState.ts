import { sql } from 'kysely';
import type { NewState } from '#features/customer/server/service.ts';
import { system } from '#server/core/viewer.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import { deviceTypes, type WarnFamily } from '#shared/codes.ts';
import { lockWarn, type StoredWarn } from './access.ts';
import { closeBySystem } from './closing/closeBySystem.ts';
import { addStep } from './steps.ts';
import { updateWarn } from './updateWarn.ts';
import { emitWarnEvent } from './warnEvents.ts';

/**
 * Whether the state ends an open warn: a pause ends device work, the end of service also health work, neither an SOS.
 */
function isEnded({ family, type }: StoredWarn, over: boolean): boolean {
  const ending: readonly WarnFamily[] = over ? ['device', 'health'] : [];
  return deviceTypes.includes(type) || ending.includes(family);
}

/** Drops owed follow-ups of a customer who left or died, with a step. */
async function dropFollowUps(ctx: CommandContext, customerId: string, reason: string): Promise<void> {
  const rows = await ctx.tx.rows(sql<{ id: string }>`
    select id::text from warn where customer_id = ${customerId} and status = 'done' and follow_up_at is not null and followed_up_at is null
    order by id for update`);
  for (const { id } of rows) {
    const row = await lockWarn(ctx.tx, id);
    if (!row) continue;
    await updateWarn({ tx: ctx.tx, row }, { followUpAt: null });
    await addStep(ctx.tx, row, system(), 'note', `${reason}，不再回访`, { followUp: true });
    emitWarnEvent(ctx, row, 'changed');
  }
}

/**
 * Applies a new service state to a customer's warns: closes the work that it ends, and emits all others with its mark.
 */
export async function applyServiceState(ctx: CommandContext, { id, state, over }: NewState): Promise<void> {
  const reason = `服务状态改为「${labelOf('service_state', state)}」`;
  const open = await ctx.tx.rows(sql<{ id: string }>`
    select id::text from warn where customer_id = ${id} and status in ('pending', 'handling') order by id for update`);
  for (const warn of open) {
    const row = await lockWarn(ctx.tx, warn.id);
    if (!row) continue;
    if ((over || state === 'paused') && isEnded(row, over)) await closeBySystem(ctx, row, `${reason}，由系统结案`);
    emitWarnEvent(ctx, row, 'changed');
  }
  if (over) await dropFollowUps(ctx, id, reason);
}
