import { everywhere } from '#server/db/events.ts';
import type { CommandContext } from '#server/feature/command.ts';
import type { WarnFamily, WarnType } from '#shared/codes.ts';

/** Permission of health staff to see health warns. */
export const healthPermission = 'earlyWarning:list';

/** Permission for the events of each family; health staff have a topic of their own. */
const permissions = { sos: 'warn:list', device: 'warn:device' } as const;

/** Columns that an event of a warn needs. */
export const eventColumns = [
  ...(['id', 'type', 'family', 'departmentId', 'projectId', 'handlerId'] as const),
  ...(['customerId', 'equipmentId', 'createdBy'] as const),
];

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

/**
 * Emits a live event of a warn in the transaction; streams wake after the commit. The desk and device staff hear the
 * topic `warn`, health staff `earlyWarning`; a health warn at the desk is in both.
 */
export function emitWarnEvent(
  change: CommandContext,
  warn: Origin & { id: string; family: WarnFamily; departmentId: string; projectId: string; handlerId?: string | null },
  kind: 'created' | 'repeated' | 'changed' | 'escalated',
): void {
  const unknownNumber = isUnknownNumber(warn);
  const event = {
    kind,
    departmentId: unknownNumber ? everywhere : warn.departmentId,
    projectId: unknownNumber ? everywhere : warn.projectId,
    ownerId: warn.handlerId ?? null,
    id: warn.id,
  };
  if (warn.family !== 'health') change.emit({ ...event, topic: 'warn', permission: permissions[warn.family] });
  if (warn.type === 'health') change.emit({ ...event, topic: 'earlyWarning', permission: healthPermission });
}
