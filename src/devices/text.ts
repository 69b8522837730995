/** Returns text that PostgreSQL can store: without NUL and broken surrogates, which would reject the whole message. */
export function cleanText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** Parses JSON bytes with cleaned texts and keys; undefined if it is no JSON. */
export function parseJson(bytes: Buffer): unknown {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  try {
    const value: unknown = JSON.parse(text);
    return /\\u(?:0000|d[89a-f])/i.test(text) ? clean(value) : value;
  } catch {
    return undefined;
  }
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(clean);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [cleanText(key), clean(item)]));
}

/** Whether a value is an object with keys (not an array or null). */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Maximum nesting of a JSON message from outside. */
const maxDepth = 64;

function isWithin(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((item) => isWithin(item, depth - 1));
}

/** Parses JSON bytes of which nothing is nested too deep; else the reason. */
export function parseMessage(bytes: Buffer): { value: unknown; error: null } | { value: null; error: string } {
  const value = parseJson(bytes);
  if (value === undefined) return { value: null, error: 'not JSON' };
  return isWithin(value, maxDepth) ? { value, error: null } : { value: null, error: 'nested too deep' };
}

/** Limits of valid instants, ms since 1970: an earlier one is from an unset clock, a later one is no real date. */
const firstInstant = 0;
const lastInstant = Date.UTC(2100, 0, 1);
/** Numbers below are seconds (in ms they would be before 1974). */
const leastMilliseconds = 100_000_000_000;

export type TimeUnit = 'auto' | 's' | 'ms';

/**
 * Returns an ISO instant from ISO text, `YYYY-MM-DD HH:mm:ss`, seconds or milliseconds; null for anything else. Text
 * without a zone is `zoneMinutes` ahead of UTC.
 */
export function instantOf(value: unknown, unit: TimeUnit = 'auto', zoneMinutes = 0): string | null {
  const instant = millisecondsOf(value, unit, zoneMinutes);
  return instant !== null && instant >= firstInstant && instant < lastInstant ? new Date(instant).toISOString() : null;
}

function millisecondsOf(value: unknown, unit: TimeUnit, zoneMinutes: number): number | null {
  const number = typeof value === 'string' && /^\d{9,17}(?:\.\d+)?$/.test(value.trim()) ? Number(value) : value;
  if (typeof number === 'number' && Number.isFinite(number)) {
    const seconds = unit === 's' || (unit === 'auto' && number < leastMilliseconds);
    return Math.round(seconds ? number * 1000 : number);
  }
  if (typeof value !== 'string') return null;
  const match = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)\s?(Z|[+-]\d\d:?\d\d)?$/i.exec(
    value.trim(),
  );
  if (!match) return null;
  const [, day, clock = '', zone] = match;
  const instant = Date.parse(`${day}T${clock.replace(',', '.')}${zone ?? 'Z'}`);
  return Number.isNaN(instant) ? null : instant - (zone ? 0 : zoneMinutes * 60_000);
}
