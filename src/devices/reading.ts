import type { Reading } from './message.ts';
import { conversion } from './units.ts';

interface Sign {
  unit: string;
  /** Hard plausibility limits (clinical.md 3.4, domain.md 11.2), inclusive. */
  min: number;
  max: number;
}

const signs: Record<string, Sign> = {
  heart_rate: { unit: '/min', min: 20, max: 250 },
  breath_rate: { unit: '/min', min: 0, max: 60 },
  systolic: { unit: 'mm[Hg]', min: 50, max: 300 },
  diastolic: { unit: 'mm[Hg]', min: 30, max: 160 },
  spo2: { unit: '%', min: 50, max: 100 },
  temperature: { unit: 'Cel', min: 30, max: 45 },
  glucose: { unit: 'mmol/L', min: 0.6, max: 40 },
  weight: { unit: 'kg', min: 20, max: 200 },
  steps: { unit: '1', min: 0, max: 200_000 },
  rollovers: { unit: '1', min: 0, max: 10_000 },
  in_bed: { unit: '1', min: 0, max: 1 },
  motion: { unit: '1', min: 0, max: 1 },
  door: { unit: '1', min: 0, max: 1 },
  sleep_stage: { unit: '1', min: 0, max: 4 },
  breath_events: { unit: '1', min: 0, max: 1000 },
  snore: { unit: 's', min: 0, max: 86_400 },
  humidity: { unit: '%', min: 0, max: 100 },
  room_temperature: { unit: 'Cel', min: -50, max: 80 },
};

/** Whether a code is a reading kind of names.md. */
export function isReadingKind(kind: unknown): kind is string {
  return typeof kind === 'string' && Object.hasOwn(signs, kind);
}

/**
 * Returns a reading in its kind's unit, converted unrounded from `unit` if the source names another; null without a
 * finite value, and for a unit that is unknown or of another quantity.
 */
export function readingOf(kind: string, value: number | null, unit?: string): Reading | null {
  const sign = signs[kind];
  if (value === null || !Number.isFinite(value) || !sign) return null;
  const convert = conversion(unit ?? sign.unit, sign.unit);
  if (!convert) return null;
  const own = convert(value);
  return { kind, value: own, unit: sign.unit, valid: own >= sign.min && own <= sign.max };
}

/** Returns the readings that have a value. */
export function readingsOf(list: readonly (readonly [kind: string, value: number | null])[]): Reading[] {
  return list.map(([kind, value]) => readingOf(kind, value)).filter((reading) => reading !== null);
}

/** Returns a finite number from text or number; null for anything else, also empty text. */
export function finite(value: unknown): number | null {
  if (typeof value === 'string' && value.trim() === '') return null;
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** Returns a battery level in percent, rounded; null outside 0–100. */
export function percent(value: unknown): number | null {
  const number = finite(value);
  return number !== null && number >= 0 && number <= 100 ? Math.round(number) : null;
}
