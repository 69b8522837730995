import type { AudioState } from './protocol.ts';

/** What is known of a tab when the one that sounds is chosen. */
export interface TabInfo {
  tab: string;
  visible: boolean;
  audio: AudioState;
  /** Epoch ms of its last sign of life. */
  lastHeardAt: number;
}

/** A tab that has not answered for this long is taken for closed or frozen, ms. */
export const goneAfter = 2_500;

/**
 * Chooses the one tab that sounds: alive, allowed to sound, the present one if it still can, else a visible one.
 * Where no tab may sound the choice falls on the one that the person sees, which then asks for the click.
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
