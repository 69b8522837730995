import type { Change } from '#server/command.ts';
import type { WarnFamily } from '#shared/codes.ts';

/** Device work is told to those with `warn:device`, everything else to whoever may see alarms. */
export function rightOf(family: WarnFamily): string {
  return family === 'device' ? 'warn:device' : 'warn:list';
}

/** Puts a live event of an alarm into the change; streams are woken after the commit. */
export function tell(
  change: Change,
  warn: { id: string; family: WarnFamily; departmentId: string; projectId: string; handlerId?: string | null },
  kind: 'created' | 'repeated' | 'changed' | 'escalated',
): void {
  change.emit({
    topic: 'warn',
    kind,
    permission: rightOf(warn.family),
    departmentId: warn.departmentId,
    projectId: warn.projectId,
    ownerId: warn.handlerId ?? null,
    id: warn.id,
  });
}
