import { session } from '#web/api/session.ts';
import { texts } from '#web/core/texts.ts';

const stamps = new Map<string, Intl.DateTimeFormat>();

function stamp(at: number, timeZone: string): string {
  const formatter =
    stamps.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  stamps.set(timeZone, formatter);
  return formatter.format(at);
}

/** Returns the zone of the user's project, used for everything without a project (domain.md 3.7). */
export function ownZone(): string {
  return session().user?.timeZone ?? 'Asia/Shanghai';
}

/** Returns the suffix ` UTC-5` for a zone other than the user's, else nothing. */
function zoneMark(at: number, timeZone: string): string {
  if (timeZone === ownZone()) return '';
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(at);
  return ` ${(parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone).replace('GMT', 'UTC')}`;
}

/** Returns the current day in a zone, YYYY-MM-DD. */
export function todayIn(timeZone: string, now: number): string {
  return stamp(now, timeZone).slice(0, 10);
}

/** Returns the day of an instant in a zone, YYYY-MM-DD. */
export function dayOf(iso: string, timeZone: string): string {
  return stamp(Date.parse(iso), timeZone).slice(0, 10);
}

/** Placeholder of a missing value: never 0, never blank. */
export const missing = texts.missing;

/**
 * Formats an instant: `2026-11-20 09:41:58`; with a suffix in another zone than the user's: `2026-11-19 20:41:58
 * UTC-5`.
 */
export function fullTime(iso: string | null | undefined, timeZone = ownZone()): string {
  const at = iso ? Date.parse(iso) : Number.NaN;
  return Number.isNaN(at) ? missing : stamp(at, timeZone) + zoneMark(at, timeZone);
}

/**
 * Formats an instant for lists: today 09:41:58, 昨天 21:18, this year 11-19 08:02, else the full date; in the given zone.
 */
export function listTime(iso: string | null | undefined, now = Date.now(), timeZone = ownZone()): string {
  const at = iso ? Date.parse(iso) : Number.NaN;
  if (Number.isNaN(at)) return missing;
  const text = stamp(at, timeZone);
  const today = stamp(now, timeZone);
  if (text.slice(0, 4) !== today.slice(0, 4) && text.slice(0, 10) !== stamp(now - 86_400_000, timeZone).slice(0, 10))
    return text.slice(0, 10);
  return shortTime(text, today, stamp(now - 86_400_000, timeZone)) + zoneMark(at, timeZone);
}

function shortTime(text: string, today: string, yesterday: string): string {
  if (text.slice(0, 10) === today.slice(0, 10)) return text.slice(11);
  return text.slice(0, 10) === yesterday.slice(0, 10) ? `昨天 ${text.slice(11, 16)}` : text.slice(5, 16);
}

/** Formats a running wait: mm:ss, from one hour h:mm:ss. Negative waits (clocks differ) count as 0. */
export function waiting(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const pair = (value: number) => String(value).padStart(2, '0');
  const rest = `${pair(Math.floor((seconds % 3600) / 60))}:${pair(seconds % 60)}`;
  return seconds < 3600 ? rest : `${Math.floor(seconds / 3600)}:${rest}`;
}

/** Formats a duration in its two largest units: 45 秒, 3 分 20 秒, 1 小时 5 分, 2 天 3 小时. */
export function duration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return missing;
  const total = Math.max(0, Math.round(seconds));
  const units: [number, string][] = [
    [Math.floor(total / 86_400), '天'],
    [Math.floor(total / 3600) % 24, '小时'],
    [Math.floor(total / 60) % 60, '分'],
    [total % 60, '秒'],
  ];
  const first = units.findIndex(([amount]) => amount > 0);
  if (first < 0) return '0 秒';
  return units
    .slice(first, first + 2)
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) => `${amount} ${unit}`)
    .join(' ');
}

/** Formats an age, only for live data: 刚刚, 12 秒前, 3 分钟前, 2 小时前, 5 天前. */
export function ago(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 3) return '刚刚';
  if (seconds < 60) return `${seconds} 秒前`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} 分钟前`;
  return seconds < 86_400 ? `${Math.floor(seconds / 3600)} 小时前` : `${Math.floor(seconds / 86_400)} 天前`;
}

/**
 * Masks a phone number: 138****5678, 0570-****3317. Numbers of up to seven digits (120, 12349) are not personal and
 * stay.
 */
export function maskPhone(phone: string | null | undefined): string {
  if (!phone) return missing;
  if (phone.includes('*') || phone.replace(/\D/g, '').length <= 7) return phone;
  const fixed = /^(0\d{2,3})-?(\d{3,4})(\d{4})$/.exec(phone);
  if (fixed) return `${fixed[1]}-****${fixed[3]}`;
  return `${phone.slice(0, 3)}****${phone.slice(-4)}`;
}

/** Groups a number for reading aloud: 139 0000 4402, 0570-5550 7715; other numbers are unchanged. */
export function spacedPhone(phone: string): string {
  if (/^1[3-9]\d{9}$/.test(phone)) return phone.replace(/(\d{3})(\d{4})/, '$1 $2 ');
  return phone.replace(/^(0\d{2,3})-?(\d{3,4})(\d{4})$/, '$1-$2 $3');
}

const figures = new Intl.NumberFormat('zh-CN');

/** Formats a figure: 1,286; a missing figure is 「—」. */
export function count(value: number | null | undefined): string {
  return value === null || value === undefined ? missing : figures.format(value);
}

/** Formats metres as 380 m, from a kilometre as 2.4 km. */
export function distanceText(metres: number | null): string | null {
  if (metres === null) return null;
  return metres < 1000 ? `${Math.round(metres)} m` : `${(metres / 1000).toFixed(1)} km`;
}
