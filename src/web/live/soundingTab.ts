import type { AudioState } from './protocol.ts';

/** State of a tab for the choice of the tab that sounds. */
export interface TabInfo {
  tab: string;
  visible: boolean;
  audio: AudioState;
  /** Last sign of life, epoch ms. */
  lastHeardAt: number;
}

/** A tab without an answer for this long counts as closed or frozen, ms. */
export const goneAfter = 2_500;

/**
 * Chooses the one tab that sounds: alive and allowed to sound; the current one if possible, else a visible one. If none
 * may sound it chooses the visible one, which then asks for a click.
 */
export function chooseSoundingTab(
  tabs: readonly TabInfo[],
  present: string | null,
  now: number,
): { tab: string | null; audible: boolean } {
  const alive = tabs.filter((each) => now - each.lastHeardAt <= goneAfter);
  const pool = alive.length > 0 ? alive : tabs;
  const best = pool.toSorted((a, b) => rank(b, present) - rank(a, present))[0];
  return { tab: best?.tab ?? null, audible: best?.audio === 'running' };
}

function rank(each: TabInfo, present: string | null): number {
  return (
    (each.audio === 'running' ? 4 : 0) +
    (each.tab === present ? (each.audio === 'running' ? 2 : 0.5) : 0) +
    (each.visible ? 1 : 0)
  );
}
