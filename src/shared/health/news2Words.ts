import type { News2, News2Part, News2Risk } from './news2.ts';

/** Parts of a NEWS2 as screens name them. */
export const news2PartTitles: Readonly<Record<News2Part, string>> = {
  breath_rate: '呼吸',
  spo2: '血氧',
  oxygen: '吸氧',
  systolic: '收缩压',
  heart_rate: '脉搏',
  consciousness: '意识',
  temperature: '体温',
};

export const news2Risks: Readonly<Record<News2Risk, string>> = {
  low: '低',
  low_medium: '低–中',
  medium: '中',
  high: '高',
};

/** Returns why there is no total: 「无法计算，缺 意识、吸氧」. */
export const news2MissingText = (missing: readonly News2Part[]): string =>
  `无法计算，缺 ${missing.map((part) => news2PartTitles[part]).join('、')}`;

/** Returns the partial sum: 「至少 3 分」; undefined while it is 0 or there is a total. */
export const news2AtLeastText = ({ total, atLeast }: Pick<News2, 'total' | 'atLeast'>): string | undefined =>
  total === null && atLeast > 0 ? `至少 ${atLeast} 分` : undefined;
