import type { WarnRow } from './desk/types.ts';

/**
 * The alarm that F2 takes: what was given to this person, else the most urgent that nobody was given, else the most urgent
 * at all: an offer to somebody who does not answer keeps nobody waiting.
 * @param waiting in queue order
 */
export function nextWarn(waiting: readonly WarnRow[], userId: string | null): WarnRow | undefined {
  const own = userId === null ? undefined : waiting.find((row) => row.offeredTo === userId);
  return own ?? waiting.find((row) => row.offeredTo === null) ?? waiting[0];
}
