import { now } from '#web/core/now.ts';
import { listTime } from '#web/data/format.ts';
import type { Trail } from './save/saves.ts';

/** Formats an instant to the minute: 09:38, 昨天 21:18, 11-19 08:02. */
export function minuteText(iso: string, zone: string): string {
  return listTime(iso, now(), zone).replace(/^(\d\d:\d\d):\d\d/, '$1');
}

/** Time within which an answer by somebody else counts as presence, ms. */
const presentMs = 120_000;

/** Newest answer or fact of each other person who gave one within two minutes. */
export function presentOthers(trail: Trail, userId: string, at: number): { by: string; name: string; key: string }[] {
  const newest = new Map<string, { by: string; name: string; key: string; at: number }>();
  for (const [key, { by, name, at: iso }] of Object.entries(trail)) {
    const time = Date.parse(iso);
    if (by === userId || name === '' || at - time > presentMs) continue;
    const former = newest.get(by);
    if (!former || former.at < time) newest.set(by, { by, name, key: key.replace(/^notes\./, ''), at: time });
  }
  return [...newest.values()];
}
