import { labelOf } from '#web/data/dictionary.ts';

/** Returns 女 82 岁. */
export const personText = (gender: number, age: number | null): string =>
  `${labelOf('gender', String(gender))} ${age === null ? '年龄不详' : `${age} 岁`}`;
