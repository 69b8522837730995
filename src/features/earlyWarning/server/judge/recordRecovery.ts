import { addSystemSteps, emitWarnEvent, type StoredWarn } from '#features/warn/server/service.ts';
import type { CommandContext } from '#server/feature/command.ts';

/** Records that the sign is back on a warning that stays: people have it, or it waits for them. */
export async function recordRecovery(
  ctx: CommandContext,
  row: StoredWarn,
  note: string,
  recoveredAt: string,
): Promise<void> {
  await addSystemSteps(ctx.tx, [{ warnId: row.id, kind: 'recovered', note, data: { recoveredAt } }]);
  emitWarnEvent(ctx, row, 'changed');
}
