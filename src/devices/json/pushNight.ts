import { finite } from '../reading.ts';
import { instantOf, type TimeUnit } from '../text.ts';

/** Where a maker's summary of a night stands in a message; each is a path. */
export interface NightRule {
  from: string;
  to: string;
  awake?: string;
  light?: string;
  deep?: string;
  rem?: string;
  sol?: string;
  awakenings?: string;
  /** Of at least 5 min. */
  longAwakenings?: string;
  exits?: string;
  rollovers?: string;
  events?: string;
  score?: string;
  /** Unit of the times; default seconds. */
  unit?: 's' | 'min';
}

/** Keys of a rule that are paths. */
export const nightPaths = [
  'from',
  'to',
  'awake',
  'light',
  'deep',
  'rem',
  'sol',
  'awakenings',
  'longAwakenings',
  'exits',
  'rollovers',
  'events',
  'score',
] as const;

/** Maker's summary of a night; times in s. */
export interface DecodedNight {
  /** ISO instants. */
  from: string;
  to: string;
  /** Minutes ahead of UTC that the maker wrote with the times; null where it wrote none. */
  zoneMinutes: number | null;
  awake: number | null;
  light: number | null;
  deep: number | null;
  rem: number | null;
  sol: number | null;
  awakenings: number | null;
  longAwakenings: number | null;
  exits: number | null;
  rollovers: number | null;
  events: number | null;
  score: number | null;
}

/** Codes of the reasons why a summary is refused. */
export const nightProblems = ['night has no times', 'night ends before it starts', 'night is over 24 hours'] as const;
type NightProblem = (typeof nightProblems)[number];

const daySeconds = 86_400;

/** Returns the minutes ahead of UTC of a text with an offset; null for others, and for `Z`, which names no place. */
function offsetOf(value: unknown): number | null {
  const [, sign, hours, minutes] = (typeof value === 'string' && /([+-])(\d\d):?(\d\d)$/.exec(value.trim())) || [];
  if (hours === undefined || !String(value).includes(':')) return null;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Returns why a summary cannot be a night; null if it can. */
function problemOf({ from, to, awake, light, deep, rem }: DecodedNight): NightProblem | null {
  const length = (Date.parse(to) - Date.parse(from)) / 1000;
  if (length <= 0) return 'night ends before it starts';
  const staged = [awake, light, deep, rem].reduce<number>((sum, part) => sum + (part ?? 0), 0);
  return length > daySeconds || staged > daySeconds ? 'night is over 24 hours' : null;
}

/**
 * Reads a maker's summary; null where the message has none, a reason where it cannot be one.
 * @param valueAt returns the value at a path
 */
export function decodeNight(
  rule: NightRule,
  valueAt: (path: string | undefined) => unknown,
  { unit, zoneMinutes }: { unit?: TimeUnit | undefined; zoneMinutes?: number | undefined } = {},
): DecodedNight | NightProblem | null {
  const [start, end] = [valueAt(rule.from), valueAt(rule.to)];
  if (start === undefined && end === undefined) return null;
  const from = instantOf(start, unit, zoneMinutes);
  const to = instantOf(end, unit, zoneMinutes);
  if (from === null || to === null) return 'night has no times';
  const amount = (path: string | undefined) => {
    const value = finite(valueAt(path));
    return value === null || value < 0 ? null : value;
  };
  const seconds = (path: string | undefined) => {
    const value = amount(path);
    return value === null ? null : Math.round(value * (rule.unit === 'min' ? 60 : 1));
  };
  const count = (path: string | undefined) => {
    const value = amount(path);
    return value === null ? null : Math.round(value);
  };
  const night: DecodedNight = {
    ...{ from, to, zoneMinutes: offsetOf(start) ?? offsetOf(end) },
    ...{ awake: seconds(rule.awake), light: seconds(rule.light), deep: seconds(rule.deep), rem: seconds(rule.rem) },
    ...{ sol: seconds(rule.sol), awakenings: count(rule.awakenings), longAwakenings: count(rule.longAwakenings) },
    ...{ exits: count(rule.exits), rollovers: count(rule.rollovers) },
    ...{ events: count(rule.events), score: amount(rule.score) },
  };
  return problemOf(night) ?? night;
}
