import { labelOf } from '#web/data/dictionary.ts';
import type { PhysicalRecord } from './record.ts';

/** Returns 女 82 岁. */
export const personText = (gender: number, age: number | null): string =>
  `${labelOf('gender', String(gender))} ${age === null ? '年龄不详' : `${age} 岁`}`;

const yearOf = (date: string): number => Number(date.slice(0, 4));

/** Returns what the last examination is called: 去年 only where it is of the year before. */
export const lastLabel = ({ date, before }: Pick<PhysicalRecord, 'date' | 'before'>): string =>
  before[0] && yearOf(before[0].date) === yearOf(date) - 1 ? '去年' : '上次';
