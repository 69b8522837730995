import { consciousnesses, oxygens } from './codeWords.ts';
import type { ReadingKindName } from './readingKinds.ts';

/** Decimal places of shown values, where there are any. */
const decimals: Partial<Record<string, number>> = {
  temperature: 1,
  room_temperature: 1,
  glucose: 1,
  weight: 1,
  height: 1,
  waist: 1,
  bmi: 1,
};

const codes: Partial<Record<string, readonly string[]>> = {
  consciousness: consciousnesses,
  oxygen: oxygens,
  in_bed: ['离床', '在床'],
  motion: ['无活动', '有活动'],
  sleep_stage: ['清醒', '浅睡', '深睡', 'REM', '睡着'],
};

/** Returns a value in its kind's unit as screens write it, without the unit; of codes the word. */
export function valueText(kind: ReadingKindName, value: number): string {
  return codes[kind]?.[value] ?? String(Number(value.toFixed(decimals[kind] ?? 0)));
}
