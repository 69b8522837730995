import type { ReadingLevel } from './bands.ts';

/** Words of the levels of readings (names.md). */
export const levelWords: Readonly<Record<ReadingLevel, string>> = { 1: '紧急', 2: '预警', 3: '关注' };

/** Codes of 意识 (ACVPU) and 吸氧; the place is the value. */
export const consciousnesses = ['清醒', '新发意识模糊', '对声音有反应', '对疼痛有反应', '无反应'] as const;
export const oxygens = ['否', '是'] as const;
