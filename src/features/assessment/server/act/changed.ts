import type { CommandContext } from '#server/feature/command.ts';
import type { Locked } from './locked.ts';

/** Topic of the live events of assessments. */
export const topic = 'assessment';

/**
 * Emits the event by which open forms and lists reload. `saved`: answers alone, of interest to its open form.
 */
export function emitChange(
  ctx: Pick<CommandContext, 'emit'>,
  { id }: { id: string },
  { departmentId, projectId, responsibleId }: Pick<Locked['customer'], 'departmentId' | 'projectId' | 'responsibleId'>,
  kind: 'saved' | 'changed' = 'changed',
): void {
  ctx.emit({ topic, kind, permission: 'assessment:list', departmentId, projectId, ownerId: responsibleId, id });
}
