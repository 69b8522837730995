import type { ComparedFigure } from '#features/sleep/contract.ts';
import { hoursText, minutesText, numberText } from './format.ts';
import type { NightRecord } from './night.ts';

/** Figure that is compared with the nights before. */
export interface OwnFigure {
  name: ComparedFigure;
  title: string;
  unit: string;
  value: number | null;
  text: (value: number) => string;
  /** Half of the usual range at least, in the figure's unit. */
  least: number;
}

const share = (seconds: number | null, whole: number | null) =>
  seconds === null || !whole ? null : (seconds / whole) * 100;
const plain = (value: number) => numberText(value);
const tenth = (value: number) => numberText(value, 1);

/** Returns the figures of a night beside which the person's usual range is shown. */
export function ownFigures(night: NightRecord): OwnFigure[] {
  const { tib, tst, sol, waso, se, deep, rem, exits, longestExit, hr, rr, breathIndex, rollovers } = night;
  return [
    { name: 'tib', title: '在床', unit: '', value: tib, text: hoursText, least: 1800 },
    { name: 'tst', title: '睡眠', unit: '', value: tst, text: hoursText, least: 1800 },
    { name: 'sol', title: '入睡用时', unit: '分', value: sol, text: minutesText, least: 600 },
    { name: 'waso', title: '睡着后醒', unit: '分', value: waso, text: minutesText, least: 600 },
    { name: 'se', title: '效率', unit: '%', value: se, text: tenth, least: 3 },
    { name: 'deep', title: '深睡', unit: '%', value: share(deep, tst), text: tenth, least: 3 },
    { name: 'rem', title: 'REM', unit: '%', value: share(rem, tst), text: tenth, least: 3 },
    { name: 'exits', title: '离床', unit: '次', value: exits, text: plain, least: 0.5 },
    { name: 'longestExit', title: '最长离床', unit: '分', value: longestExit, text: minutesText, least: 180 },
    { name: 'hr', title: '平均心率', unit: '', value: hr?.avg ?? null, text: plain, least: 3 },
    { name: 'hrMin', title: '最低心率', unit: '', value: hr?.min ?? null, text: plain, least: 3 },
    { name: 'rr', title: '平均呼吸', unit: '', value: rr?.avg ?? null, text: tenth, least: 1 },
    { name: 'breathIndex', title: '呼吸事件指数', unit: '/时', value: breathIndex, text: tenth, least: 2 },
    { name: 'rollovers', title: '翻身', unit: '次', value: rollovers, text: plain, least: 4 },
  ];
}
