/** Parts of a NEWS2 in the order of clinical.md 3.1. */
export const news2Parts = [
  'breath_rate',
  'spo2',
  'oxygen',
  'systolic',
  'heart_rate',
  'consciousness',
  'temperature',
] as const;
export type News2Part = (typeof news2Parts)[number];

/** Oxygen scale of the person; 2 only by a clinician's recorded decision (hypercapnic failure). */
export type OxygenScale = '1' | '2';

export type News2Risk = 'low' | 'low_medium' | 'medium' | 'high';

export interface News2 {
  /** Points of each part that has a value. */
  points: Partial<Record<News2Part, number>>;
  missing: News2Part[];
  /** Sum and risk; null while a part is missing: a part without value is never counted as 0. */
  total: number | null;
  risk: News2Risk | null;
  /** Sum of the parts that are there: 「至少 n 分」. */
  atLeast: number;
}

/** Upper bound (inclusive) of each band with its points, lowest first. */
type Bands = readonly (readonly [upTo: number, points: number])[];

const infinity = Number.POSITIVE_INFINITY;
const bands: Record<'breath_rate' | 'systolic' | 'heart_rate' | 'temperature', Bands> = {
  breath_rate: [
    [8, 3],
    [11, 1],
    [20, 0],
    [24, 2],
    [infinity, 3],
  ],
  systolic: [
    [90, 3],
    [100, 2],
    [110, 1],
    [219, 0],
    [infinity, 3],
  ],
  heart_rate: [
    [40, 3],
    [50, 1],
    [90, 0],
    [110, 1],
    [130, 2],
    [infinity, 3],
  ],
  temperature: [
    [35, 3],
    [36, 1],
    [38, 0],
    [39, 1],
    [infinity, 2],
  ],
};
const scale1: Bands = [
  [91, 3],
  [93, 2],
  [95, 1],
  [infinity, 0],
];
const scale2: Bands = [
  [83, 3],
  [85, 2],
  [87, 1],
  [92, 0],
];
const scale2OnOxygen: Bands = [
  [94, 1],
  [96, 2],
  [infinity, 3],
];

function pointsIn(list: Bands, value: number): number {
  return list.find(([upTo]) => value <= upTo)?.[1] ?? 0;
}

/** Rounds half up: to whole numbers, a temperature to 0.1. 38.05 is stored as 38.049999…, hence the tiny addition. */
export function rounded(part: string, value: number): number {
  const factor = part === 'temperature' || part === 'room_temperature' ? 10 : 1;
  return Math.floor(value * factor + 0.5 + 1e-9) / factor;
}

function oxygenPoints(value: number, scale: OxygenScale, onOxygen: boolean): number {
  if (scale === '1') return pointsIn(scale1, value);
  if (value <= 92) return pointsIn(scale2, value);
  return onOxygen ? pointsIn(scale2OnOxygen, value) : 0;
}

/** Returns the points of a rounded value; undefined for an oxygen saturation that cannot be scored without `oxygen`. */
function pointsOf(part: News2Part, value: number, oxygen: number | undefined, scale: OxygenScale): number | undefined {
  if (part === 'oxygen') return value === 1 ? 2 : 0;
  if (part === 'consciousness') return value === 0 ? 0 : 3;
  if (part !== 'spo2') return pointsIn(bands[part], value);
  if (scale === '2' && value > 92 && oxygen === undefined) return undefined;
  return oxygenPoints(value, scale, oxygen === 1);
}

/**
 * Returns the NEWS2 of values in their kinds' units (clinical.md 3.1; RCP 2017): rates in /min, spo2 in %, systolic in
 * mmHg, temperature in °C, consciousness 0 A, 1 C, 2 V, 3 P, 4 U, oxygen 0 air, 1 oxygen. Rounds before banding. On scale
 * 2 the oxygen saturation above 92 needs `oxygen`: without it spo2 is missing, too.
 */
export function news2(values: Partial<Record<News2Part, number>>, scale: OxygenScale): News2 {
  const points: News2['points'] = {};
  for (const part of news2Parts) {
    const value = values[part];
    const score = value === undefined ? undefined : pointsOf(part, rounded(part, value), values.oxygen, scale);
    if (score !== undefined) points[part] = score;
  }
  const missing = news2Parts.filter((part) => points[part] === undefined);
  const atLeast = Object.values(points).reduce((sum, one) => sum + one, 0);
  if (missing.length > 0) return { points, missing, total: null, risk: null, atLeast };
  return { points, missing, total: atLeast, risk: riskOf(atLeast, Object.values(points)), atLeast };
}

function riskOf(total: number, points: readonly number[]): News2Risk {
  if (total >= 7) return 'high';
  if (total >= 5) return 'medium';
  return points.includes(3) ? 'low_medium' : 'low';
}
