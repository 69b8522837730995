import { add, each, pointsOf, type Reckoning } from './reckoned.ts';

/** Items of the Barthel index, which are the first part of MZ/T 039. */
export const barthelCodes = [
  ...each(1, '10 5 0'),
  ...each(2, '5 0'),
  ...each(4, '10 5 0'),
  ...each(2, '15 10 5 0'),
  ...each(1, '10 5 0'),
];

/** Returns the grade of a part: how many limits its points pass. */
function passed(points: number, limits: readonly number[]): number {
  return limits.filter((limit) => points > limit).length;
}

/** Level of the senses and of speech: the worst of the four. */
function senses([awake = 0, sight = 0, hearing = 0, speech = 0]: readonly number[]): number {
  const eyesAndEars = Math.max(sight, hearing);
  if (eyesAndEars === 4 || speech === 3 || awake >= 2) return 3;
  if (eyesAndEars === 3 || speech === 2 || awake === 1) return 2;
  return eyesAndEars === 2 || speech === 1 ? 1 : 0;
}

/** With daily life undisturbed, a mind, senses or company that are not, or nothing. */
function undisturbed([b = 0, c = 0, d = 0]: readonly number[]): string | null {
  if (b >= 1 || c >= 1 || d === 2) return '轻度失能';
  return d <= 1 ? '能力完好' : null;
}

/** The matrix of MZ/T 039, from the worst grade up; null: it has no grade. */
function gradeOf(daily: number, others: readonly number[]): string | null {
  const hasWorst = others.includes(3);
  const allTwo = others.every((level) => level === 2);
  const middle = others.filter((level) => level === 1 || level === 2).length;
  if (daily === 3 || (daily === 2 && (hasWorst || allTwo))) return '重度失能';
  if (daily === 1) return hasWorst || allTwo ? '中度失能' : others.some((level) => level <= 1) ? '轻度失能' : null;
  if (daily === 2) return middle === 1 || middle === 2 ? '中度失能' : null;
  return undisturbed(others);
}

/** MZ/T 039-2013: four parts, then the matrix. */
export const olderStandard: Reckoning = {
  codes: [
    ...barthelCodes,
    ...each(3, '0 1 2'),
    ...each(1, '0 1 2 3'),
    ...each(2, '0 1 2 3 4'),
    ...each(1, '0 1 2 3'),
    ...each(5, '0 1 2 3 4'),
  ],
  reckon(answers) {
    const parts = {
      ...{ A: add(answers.slice(0, 10)), B: add(answers.slice(10, 13)) },
      ...{ C: add(answers.slice(13, 17)), D: add(answers.slice(17)) },
    };
    const levels = {
      A: passed(-parts.A, [-100, -65, -45]),
      B: passed(parts.B, [0, 1, 3]),
      C: senses(answers.slice(13, 17).map(pointsOf)),
      D: passed(parts.D, [2, 7, 13]),
    };
    const grade = gradeOf(levels.A, [levels.B, levels.C, levels.D]);
    return { parts, levels, total: null, preliminary: grade, final: grade };
  },
};
