import { everywhere } from '#server/db/events.ts';
import type { CommandContext } from '#server/feature/command.ts';

/** Emits a seat change to the user's own pages, and to those of viewers who see the seat. */
export function emitSeatEvent(ctx: CommandContext, userId: string): void {
  ctx.emit({
    topic: 'seat',
    kind: 'changed',
    permission: 'warn:claim',
    departmentId: everywhere,
    projectId: everywhere,
    ownerId: userId,
    id: userId,
  });
}
