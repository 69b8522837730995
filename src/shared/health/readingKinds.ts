/** How values of a kind are summarised: mean, highest of the day (counter), time (share of the hours), or not at all. */
export type Summary = 'mean' | 'highest' | 'time' | 'points';

/** Kind of reading with its unit in UCUM and its hard plausibility limits, inclusive (clinical.md 3.4, domain.md 11). */
export interface ReadingKind {
  title: string;
  unit: string;
  min: number;
  max: number;
  summary: Summary;
  /** People enter it; the others come from devices only. */
  entered: boolean;
}

const kind = (
  title: string,
  unit: string,
  [min, max]: readonly [number, number],
  summary: Summary,
  entered = false,
): ReadingKind => ({ title, unit, min, max, summary, entered });

export const readingKinds = {
  heart_rate: kind('心率', '/min', [20, 250], 'mean', true),
  breath_rate: kind('呼吸', '/min', [0, 60], 'mean', true),
  systolic: kind('收缩压', 'mm[Hg]', [50, 300], 'points', true),
  diastolic: kind('舒张压', 'mm[Hg]', [30, 160], 'points', true),
  spo2: kind('血氧', '%', [50, 100], 'mean', true),
  temperature: kind('体温', 'Cel', [30, 45], 'mean', true),
  glucose: kind('血糖', 'mmol/L', [0.6, 40], 'points', true),
  weight: kind('体重', 'kg', [20, 200], 'points', true),
  height: kind('身高', 'cm', [50, 250], 'points', true),
  waist: kind('腰围', 'cm', [30, 200], 'points', true),
  consciousness: kind('意识', '1', [0, 4], 'points', true),
  oxygen: kind('吸氧', '1', [0, 1], 'points', true),
  steps: kind('步数', '1', [0, 200_000], 'highest'),
  rollovers: kind('翻身', '1', [0, 10_000], 'mean'),
  in_bed: kind('在床', '1', [0, 1], 'time'),
  motion: kind('活动', '1', [0, 1], 'time'),
  // 1: open.
  door: kind('门磁', '1', [0, 1], 'time'),
  sleep_stage: kind('睡眠分期', '1', [0, 4], 'points'),
  // Both since the value before.
  breath_events: kind('呼吸事件', '1', [0, 1000], 'mean'),
  snore: kind('打鼾', 's', [0, 86_400], 'mean'),
  humidity: kind('湿度', '%', [0, 100], 'mean'),
  room_temperature: kind('室温', 'Cel', [-50, 80], 'mean'),
  // Not stored: computed from weight and height.
  bmi: kind('体质指数 BMI', 'kg/m2', [10, 60], 'points'),
} as const satisfies Record<string, ReadingKind>;

export type ReadingKindName = keyof typeof readingKinds;

/** Kinds of a value that a person may enter. */
export const enteredKinds = Object.entries(readingKinds).flatMap(([name, { entered }]) =>
  entered ? [name as ReadingKindName] : [],
);

/** Kinds whose values outlive their partition. */
export const keptKinds = ['systolic', 'diastolic', 'glucose', 'weight', 'height', 'waist', 'temperature'] as const;

/** Bits of a reading's flags (names.md). */
export const readingFlag = {
  implausible: 1,
  clamped: 2,
  entered: 4,
  imported: 8,
  withdrawn: 128,
  doubted: 256,
  /** Of a physical examination. */
  examined: 512,
} as const;

/** Meals of a glucose value: bits 4–6 of the flags as a number. */
export const meals = {
  fasting: '空腹',
  before_meal: '餐前',
  after_2h: '餐后2小时',
  bedtime: '睡前',
  random: '随机',
} as const;
export type Meal = keyof typeof meals;
const mealCodes: readonly (Meal | null)[] = [null, 'fasting', 'before_meal', 'after_2h', 'bedtime', 'random'];

/** Returns the meal of the flags; null without one. */
export function mealOf(flags: number): Meal | null {
  return mealCodes[(flags >> 4) & 7] ?? null;
}

/** Returns the bits of a meal. */
export function mealBits(meal: Meal | undefined): number {
  return meal === undefined ? 0 : mealCodes.indexOf(meal) << 4;
}

/** Returns the refusal of a value outside its kind's plausibility: 「收缩压应在 50–300 之间」. */
export function implausibleText(name: ReadingKindName): string {
  const { title, min, max } = readingKinds[name];
  return `${title}应在 ${min}–${max} 之间`;
}

/** Returns whether a value, in the kind's unit, is plausible; codes are whole numbers. */
export function isPlausible(name: ReadingKindName, value: number): boolean {
  const { min, max } = readingKinds[name];
  const isCode = name === 'consciousness' || name === 'oxygen' || name === 'sleep_stage';
  return Number.isFinite(value) && value >= min && value <= max && (!isCode || Number.isInteger(value));
}

/** Returns the BMI, kg/m², unrounded, of a weight in kg and a height in cm. */
export function bmiOf(weight: number, height: number): number {
  return weight / (height / 100) ** 2;
}

/** Names of all kinds. */
export const keysOfKinds = Object.keys(readingKinds) as ReadingKindName[];
