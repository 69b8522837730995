import type { WarnDetail } from '#features/warn/web/service.ts';
import { can } from '#web/api/session.ts';

/** Whether a person is being searched for: that part of the screen has a map of its own, with the ring. */
export function isSearched({ type, finishedAt }: WarnDetail): boolean {
  return type === 'lost' && finishedAt === null && can('lost:edit');
}
