import { everywhere } from '#server/db/events.ts';
import type { CommandContext } from '#server/feature/command.ts';

/** Tells the person's own pages, and those of everybody who sees their seat, that it is another now. */
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
