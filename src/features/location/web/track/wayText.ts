import { duration, fullTime } from '#web/data/format.ts';
import type { TrackAnswer } from './decodeTrack.ts';

/** How a track says times: in the project's zone, with the day where it has several. */
export interface WayClock {
  zone: string;
  withDay: boolean;
}

/** Returns a time as 09:31, or 11-28 09:31. */
export function minuteText(at: number, { zone, withDay }: WayClock): string {
  return fullTime(new Date(at).toISOString(), zone).slice(withDay ? 5 : 11, 16);
}

/** Returns a time as 09:31:12, or 11-28 09:31:12. */
export function secondText(at: number, { zone, withDay }: WayClock): string {
  return fullTime(new Date(at).toISOString(), zone).slice(withDay ? 5 : 11, 19);
}

/** Returns a length in whole minutes: 18 分, 2 小时 5 分. */
export function lengthText({ from, to }: { from: number; to: number }): string {
  return duration(Math.round((to - from) / 60_000) * 60);
}

/** Returns metres as 380 m, 1.04 km. */
export function metresText(metres: number): string {
  return metres < 1000 ? `${Math.round(metres)} m` : `${(metres / 1000).toFixed(2)} km`;
}

const crossings: Readonly<Record<TrackAnswer['events'][number]['kind'], string>> = {
  leave: '越出围栏',
  enter: '进入禁入区',
  stay: '久留',
  back: '返回',
};

/** Returns what a crossing is called on the map. */
export function crossingText({ kind }: Pick<TrackAnswer['events'][number], 'kind'>): string {
  return crossings[kind];
}
