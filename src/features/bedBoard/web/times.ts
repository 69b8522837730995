import { lookBackHours } from '#features/bedBoard/contract.ts';
import { fullTime, waiting } from '#web/data/format.ts';

const minute = 60_000;
const day = 86_400_000;

/** Returns whether a state began before the time that is looked back. */
export const isLong = (since: string, now: number): boolean =>
  now - Date.parse(since) >= lookBackHours * 60 * minute - minute;

/** What is said of such a state. */
export const longText = `超 ${lookBackHours} 小时`;

/** Returns how long a state lasts: 17 秒, 36 分, 2:31, 超 24 小时. */
export function elapsedText(since: string, now: number): string {
  const ms = Math.max(0, now - Date.parse(since));
  if (ms < minute) return `${Math.floor(ms / 1000)} 秒`;
  if (ms < 60 * minute) return `${Math.floor(ms / minute)} 分`;
  if (isLong(since, now)) return longText;
  const minutes = Math.floor(ms / minute);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/** Returns the largest unit of a time: 18 分, 2 小时, 3 天. */
export function roughText(since: string, now: number): string {
  const minutes = Math.floor(Math.max(0, now - Date.parse(since)) / minute);
  if (minutes < 60) return `${minutes} 分`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} 小时` : `${Math.floor(minutes / 1440)} 天`;
}

/** Returns the age of a value: 7 秒, 1:36 前. */
export function ageText(at: string, now: number): string {
  const ms = Math.max(0, now - Date.parse(at));
  return ms < minute ? `${Math.floor(ms / 1000)} 秒` : `${waiting(ms)} 前`;
}

/** Returns the clock of an instant, with its day where that is not today: 09:02, 昨 21:30, 明天 10:00, 11-27 21:30. */
export function clockText(iso: string, zone: string, now: number): string {
  const text = fullTime(iso, zone);
  const dayAt = (at: number) => fullTime(new Date(at).toISOString(), zone).slice(0, 10);
  const clock = text.slice(11, 16);
  const own = text.slice(0, 10);
  if (own === dayAt(now)) return clock;
  if (own === dayAt(now - day)) return `昨 ${clock}`;
  return own === dayAt(now + day) ? `明天 ${clock}` : `${text.slice(5, 10)} ${clock}`;
}
