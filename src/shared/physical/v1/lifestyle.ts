import type { PhysicalItem } from '../catalogue.ts';
import { itemsIn, optionsOf } from './build.ts';

const exercise = itemsIn('exercise');
const smoking = itemsIn('smoking');
const drinking = itemsIn('drinking');
const exposure = itemsIn('exposure');

const expected = { expected: true } as const;
const years = { unit: '岁', plausible: { min: 5, max: 120 }, decimals: 0 } as const;

/** Habits and exposure (clinical.md 5.3). */
export const lifestyleItems: readonly PhysicalItem[] = [
  exercise.choice('exercise', '锻炼频率', {
    ...expected,
    options: optionsOf('daily 每天', 'weekly 每周一次以上', 'rarely 偶尔', 'none 不锻炼'),
  }),
  exercise.number('exerciseMinutes', '每次锻炼时间', { unit: '分钟', plausible: { min: 1, max: 600 }, decimals: 0 }),
  exercise.number('exerciseYears', '坚持锻炼时间', { unit: '年', plausible: { min: 0, max: 100 }, decimals: 1 }),
  exercise.text('exerciseKind', '锻炼方式'),
  exercise.choice('diet', '饮食习惯', {
    ...{ ...expected, many: true },
    options: optionsOf(
      'balanced 荤素均衡',
      'meat 荤食为主',
      'vegetable 素食为主',
      'salty 嗜盐',
      'oily 嗜油',
      'sweet 嗜糖',
    ),
  }),
  smoking.choice('smoking', '吸烟状况', {
    ...expected,
    options: optionsOf('none 从不吸烟', 'stopped 已戒烟', 'smokes 吸烟'),
  }),
  smoking.number('smokingDaily', '日吸烟量', { unit: '支', plausible: { min: 0, max: 200 }, decimals: 0 }),
  smoking.number('smokingFrom', '开始吸烟年龄', years),
  smoking.number('smokingTo', '戒烟年龄', years),
  drinking.choice('drinking', '饮酒频率', {
    ...expected,
    options: optionsOf('none 从不', 'rarely 偶尔', 'often 经常', 'daily 每天'),
  }),
  drinking.number('drinkingDaily', '日饮酒量', { unit: '两', plausible: { min: 0, max: 50 }, decimals: 1 }),
  drinking.choice('drinkingStopped', '是否戒酒', { options: optionsOf('no 未戒酒', 'yes 已戒酒'), note: true }),
  drinking.choice('drinkingKind', '饮酒种类', {
    ...{ many: true, note: true },
    options: optionsOf('spirits 白酒', 'beer 啤酒', 'wine 红酒', 'rice 黄酒', 'other 其他'),
  }),
  exposure.choice('exposure', '职业病危害因素接触史', {
    ...{ ...expected, many: true, note: true },
    options: optionsOf(
      'none 无',
      'dust 粉尘',
      'radiation 放射物质',
      'physical 物理因素',
      'chemical 化学物质',
      'other 其他',
    ),
  }),
];
