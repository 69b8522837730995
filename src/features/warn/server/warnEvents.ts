import { everywhere } from '#server/db/events.ts';
import type { CommandContext } from '#server/feature/command.ts';
import type { WarnFamily, WarnType } from '#shared/codes.ts';

/** Device work is told to those with `warn:device`, everything else to whoever may see alarms. */
export function permissionOf(family: WarnFamily): string {
  return family === 'device' ? 'warn:device' : 'warn:list';
}

/** What says whether an alarm is a stranger's. */
export interface Origin {
  type: WarnType;
  customerId: string | null;
  equipmentId: string | null;
  createdBy: string | null;
}

/**
 * An alarm of a number that nobody registered: it belongs to no department, so whoever sees alarms sees it wherever they
 * belong, and the first who is free takes it. One that a person entered is not among them.
 */
export function isUnknownNumber({ type, customerId, equipmentId, createdBy }: Origin): boolean {
  return type === 'unknown' && customerId === null && equipmentId === null && createdBy === null;
}

/** Puts a live event of an alarm into the change; streams are woken after the commit. */
export function emitWarnEvent(
  change: CommandContext,
  warn: Origin & { id: string; family: WarnFamily; departmentId: string; projectId: string; handlerId?: string | null },
  kind: 'created' | 'repeated' | 'changed' | 'escalated',
): void {
  const unknownNumber = isUnknownNumber(warn);
  change.emit({
    topic: 'warn',
    kind,
    permission: permissionOf(warn.family),
    departmentId: unknownNumber ? everywhere : warn.departmentId,
    projectId: unknownNumber ? everywhere : warn.projectId,
    ownerId: warn.handlerId ?? null,
    id: warn.id,
  });
}
