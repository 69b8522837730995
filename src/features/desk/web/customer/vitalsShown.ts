import type { WarnDetail } from '#features/warn/web/service.ts';
import { fullTime } from '#web/data/format.ts';

type Reading = WarnDetail['readings'][number];

const signs: readonly { name: string; unit: string; kinds: readonly Reading['kind'][]; digits: number }[] = [
  { name: '血压', unit: 'mmHg', kinds: ['systolic', 'diastolic'], digits: 0 },
  { name: '心率', unit: '次/分', kinds: ['heart_rate'], digits: 0 },
  { name: '血氧', unit: '%', kinds: ['spo2'], digits: 0 },
  { name: '体温', unit: '℃', kinds: ['temperature'], digits: 1 },
];

interface ShownVital {
  name: string;
  unit: string;
  at: string;
  text: string;
}

/** Returns the displayed vitals; blood pressure values of two different measurements are not combined. */
export function vitalsShown(readings: WarnDetail['readings']): ShownVital[] {
  return signs.flatMap(({ name, unit, kinds, digits }) => {
    const values = kinds.map((kind) => readings.find((reading) => reading.kind === kind));
    const at = values[0]?.at;
    if (at === undefined || values.some((reading) => reading?.at !== at)) return [];
    return [{ name, unit, at, text: values.map((reading) => reading?.value.toFixed(digits)).join('/') }];
  });
}

/** Returns 血压 152/88 mmHg（2026-11-20 09:41:00）; null without readings. */
export function vitalsText(readings: WarnDetail['readings'], timeZone: string): string | null {
  const shown = vitalsShown(readings).map(
    ({ name, unit, at, text }) => `${name} ${text} ${unit}（${fullTime(at, timeZone)}）`,
  );
  return shown.length === 0 ? null : shown.join('；');
}
