import type { JudgedRule, RuleHours, WarningLevel } from '#shared/health/rule/definition.ts';

/** Rule that every installation has, by its code. */
export interface SeedRule {
  code: string;
  name: string;
  kind: JudgedRule['kind'];
  metric: string;
  definition: JudgedRule['definition'];
  level?: WarningLevel;
  hours?: RuleHours;
  off?: true;
}

const minutes = { minutes: 3, clearMinutes: 5 };
const twice = { times: 2, clearMinutes: 5 };
const night: RuleHours = { from: '22:00', to: '06:00' };

/** Rules of clinical.md 3.4 to 3.6; the limits of `band` are those of getBandList. */
export const seedRules: readonly SeedRule[] = [
  { code: 'heart_band', name: '心率超出界限', kind: 'band', metric: 'heart_rate', definition: minutes },
  { code: 'breath_band', name: '呼吸超出界限', kind: 'band', metric: 'breath_rate', definition: minutes },
  { code: 'spo2_band', name: '血氧低于界限', kind: 'band', metric: 'spo2', definition: minutes },
  { code: 'temperature_band', name: '体温超出界限', kind: 'band', metric: 'temperature', definition: twice },
  { code: 'systolic_band', name: '收缩压超出界限', kind: 'band', metric: 'systolic', definition: twice },
  { code: 'diastolic_band', name: '舒张压超出界限', kind: 'band', metric: 'diastolic', definition: twice },
  { code: 'glucose_band', name: '血糖超出界限', kind: 'band', metric: 'glucose', definition: twice },
  {
    ...{ code: 'breath_none', name: '在床而呼吸为 0', kind: 'lasting', metric: 'breath_rate', level: 1, off: true },
    // 20 s: cheap mats say 0 when the signal is weak, hence off.
    definition: { value: 0, minutes: 0.33 },
  },
  { code: 'heart_rise', name: '心率骤升', kind: 'step', metric: 'heart_rate', definition: { of: 5, by: 30 }, level: 3 },
  {
    code: 'systolic_rise',
    name: '收缩压骤升',
    kind: 'step',
    metric: 'systolic',
    definition: { of: 5, by: 30 },
    level: 3,
  },
  { code: 'spo2_fall', name: '血氧骤降', kind: 'step', metric: 'spo2', definition: { of: 5, by: -4 }, level: 3 },
  {
    code: 'weight_rise_3',
    name: '体重三天上升',
    kind: 'trend',
    metric: 'weight',
    definition: { days: 3, perDay: 0.667 },
    level: 3,
  },
  {
    code: 'weight_fall_3',
    name: '体重三天下降',
    kind: 'trend',
    metric: 'weight',
    definition: { days: 3, perDay: -0.667 },
    level: 3,
  },
  {
    code: 'weight_fall_30',
    name: '体重三十天下降',
    kind: 'trend',
    metric: 'weight',
    definition: { days: 30, percent: -5 },
    level: 2,
  },
  {
    ...{ code: 'weight_fall_180', name: '体重半年下降', kind: 'trend', metric: 'weight', level: 2 },
    definition: { days: 180, percent: -10 },
  },
  {
    code: 'heart_drift_7',
    name: '夜间心率上升',
    kind: 'trend',
    metric: 'heart_rate',
    definition: { days: 7, percent: 15 },
    level: 4,
  },
  {
    code: 'heart_drift_30',
    name: '夜间心率缓升',
    kind: 'trend',
    metric: 'heart_rate',
    definition: { days: 30, percent: 15 },
    level: 4,
  },
  {
    code: 'breath_drift_7',
    name: '夜间呼吸上升',
    kind: 'trend',
    metric: 'breath_rate',
    definition: { days: 7, percent: 15 },
    level: 4,
  },
  {
    code: 'breath_drift_30',
    name: '夜间呼吸缓升',
    kind: 'trend',
    metric: 'breath_rate',
    definition: { days: 30, percent: 15 },
    level: 4,
  },
  {
    ...{ code: 'heart_baseline', name: '夜间心率偏离基线', kind: 'baseline', metric: 'heart_rate' },
    definition: { nights: 14, watch: 3, warn: 4.5 },
  },
  {
    ...{ code: 'breath_baseline', name: '夜间呼吸偏离基线', kind: 'baseline', metric: 'breath_rate' },
    definition: { nights: 14, watch: 3, warn: 4.5 },
  },
  {
    code: 'bed_15',
    name: '夜间离床 15 分钟',
    kind: 'lasting',
    metric: 'in_bed',
    definition: { value: 0, minutes: 15 },
    level: 3,
    hours: night,
  },
  {
    code: 'bed_30',
    name: '夜间离床 30 分钟',
    kind: 'lasting',
    metric: 'in_bed',
    definition: { value: 0, minutes: 30 },
    level: 2,
    hours: night,
  },
  {
    code: 'bed_60',
    name: '夜间离床 60 分钟',
    kind: 'lasting',
    metric: 'in_bed',
    definition: { value: 0, minutes: 60 },
    level: 1,
    hours: night,
  },
  {
    code: 'still_4',
    name: '4 小时无活动',
    kind: 'lasting',
    metric: 'motion',
    definition: { value: 0, minutes: 240 },
    level: 3,
  },
  {
    code: 'still_8',
    name: '8 小时无活动',
    kind: 'lasting',
    metric: 'motion',
    definition: { value: 0, minutes: 480 },
    level: 2,
  },
  {
    ...{ code: 'pulse_oxygen', name: '心率高且血氧低', kind: 'together', metric: 'spo2', level: 2 },
    definition: {
      all: [
        { metric: 'heart_rate', above: 110 },
        { metric: 'spo2', below: 93 },
      ],
      withinMinutes: 10,
    },
  },
  {
    code: 'news2',
    name: 'NEWS2 达到 5 分或单项 3 分',
    kind: 'news2',
    metric: 'news2',
    definition: { from: 5, single: true },
  },
];
