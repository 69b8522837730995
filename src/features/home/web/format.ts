import type { OutputOf } from '#shared/endpoint.ts';
import { dayOf, fullTime, missing, ownZone, todayIn } from '#web/data/format.ts';
import type { homeApi } from '../contract.ts';

const day = 86_400_000;

/** Returns a due time: 昨天 18:00, 今天 12:00, 明天 09:00, this year 11-24 10:00, else the full date. */
export function dueText(iso: string, nowMs: number, zone = ownZone()): string {
  const text = fullTime(iso, zone);
  const date = text.slice(0, 10);
  const clock = text.slice(11, 16) + text.slice(19);
  if (date === todayIn(zone, nowMs)) return `今天 ${clock}`;
  if (date === todayIn(zone, nowMs + day)) return `明天 ${clock}`;
  if (date === todayIn(zone, nowMs - day)) return `昨天 ${clock}`;
  return date.slice(0, 4) === todayIn(zone, nowMs).slice(0, 4) ? `${date.slice(5)} ${clock}` : date;
}

/** Returns `08–16`, with minutes unless they are zero; an end on another day gets 次日. */
export function hoursText({ from, until }: { from: string; until: string }): string {
  const clock = (iso: string) => fullTime(iso).slice(11, 16);
  const ends = clock(until) === '00:00' ? '24:00' : clock(until);
  const isNext = ends !== '24:00' && dayOf(until, ownZone()) !== dayOf(from, ownZone());
  const short = [clock(from), ends].every((text) => text.endsWith(':00'));
  const text = (time: string) => (short ? time.slice(0, 2) : time);
  return `${text(clock(from))}–${isNext ? '次日' : ''}${text(ends)}`;
}

/** Returns the remaining time as `6:18`, hours and minutes; a started minute counts. */
export function leftText(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/** Returns 34%, 14.3%; 「—」 for a missing share. */
export function percentText(share: number | null | undefined): string {
  return share === null || share === undefined ? missing : `${Math.round(share * 10) / 10}%`;
}

type Offline = OutputOf<typeof homeApi.getHomeOffline>['rows'][number];

/** Returns the likely cause by the last message; 「—」 without one. */
export function causeOf({ state, battery }: Pick<Offline, 'state' | 'battery'>): string {
  if (state === 'repair') return '维修中';
  if (battery === null) return missing;
  if (battery <= 5) return '电量耗尽';
  return battery <= 20 ? '电量低' : missing;
}
