/** Figures by which the four public signs are counted, s and %. */
export interface SignFigures {
  sol: number | null;
  se: number | null;
  waso: number | null;
  longAwakenings: number | null;
}

/** The four public signs of a good night (clinical.md 4.2), in the order of the page. */
export const signLimits = {
  sol: { title: '入睡用时', limit: 30 * 60, limitText: '≤ 30 分' },
  se: { title: '睡眠效率', limit: 85, limitText: '≥ 85%' },
  waso: { title: '睡着后醒', limit: 30 * 60, limitText: '≤ 30 分' },
  longAwakenings: { title: '醒 5 分以上', limit: 2, limitText: '≤ 2 次' },
} as const;
export type Sign = keyof typeof signLimits;
export const signNames = Object.keys(signLimits) as Sign[];

/** Returns whether a sign is met; null for an absent figure. */
export function isMet(sign: Sign, figures: SignFigures): boolean | null {
  const value = figures[sign];
  if (value === null) return null;
  return sign === 'se' ? value >= signLimits.se.limit : value <= signLimits[sign].limit;
}

/** Returns how many of the four signs are met. */
export function metOf(figures: SignFigures): number {
  return signNames.filter((sign) => isMet(sign, figures) === true).length;
}
