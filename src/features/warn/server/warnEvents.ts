import { everywhere } from '#server/db/events.ts';
import type { CommandContext } from '#server/feature/command.ts';
import type { WarnFamily, WarnType } from '#shared/codes.ts';

/** Returns the permission for events: `warn:device` for device work, else `warn:list`. */
export function permissionOf(family: WarnFamily): string {
  return family === 'device' ? 'warn:device' : 'warn:list';
}

/** Fields that decide whether a warn is from an unregistered number. */
export interface Origin {
  type: WarnType;
  customerId: string | null;
  equipmentId: string | null;
  createdBy: string | null;
}

/**
 * Whether a warn is from an unregistered number: it has no department, so all users who see warns see it, and the first
 * free one claims it. A warn that a user entered is excluded.
 */
export function isUnknownNumber({ type, customerId, equipmentId, createdBy }: Origin): boolean {
  return type === 'unknown' && customerId === null && equipmentId === null && createdBy === null;
}

/** Emits a live event of a warn in the transaction; streams wake after the commit. */
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
