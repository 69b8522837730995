import type { Change } from '#server/feature/command.ts';

/** Tells every page of the person what their seat is now. */
export function tellSeat(change: Change, userId: string): void {
  change.emit({
    topic: 'seat',
    kind: 'changed',
    permission: 'own',
    departmentId: '0',
    projectId: '0',
    ownerId: userId,
    id: userId,
  });
}
