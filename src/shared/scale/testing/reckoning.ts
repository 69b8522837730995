import { national } from './nationalStandard.ts';
import { barthelCodes, olderStandard } from './olderStandard.ts';
import { add, each, type Reckoning } from './reckoned.ts';

/** Returns the first label whose lowest total is reached; best first. */
function from(steps: readonly (readonly [lowest: number, label: string])[], last: string) {
  return (total: number) => steps.find(([lowest]) => total >= lowest)?.[1] ?? last;
}

/** Returns the first label whose highest total is not passed; best first. */
function upTo(steps: readonly (readonly [highest: number, label: string])[], last: string) {
  return (total: number) => steps.find(([highest]) => total <= highest)?.[1] ?? last;
}

function summed(
  codes: string[][],
  gradeOf: Reckoning['gradeOf'],
  points: (answers: string[]) => number = add,
): Reckoning {
  return {
    codes,
    ...(gradeOf && { gradeOf }),
    reckon: (answers, facts) => {
      const total = points(answers);
      const grade = gradeOf?.(total, facts) ?? null;
      return { total, preliminary: grade, final: grade };
    },
  };
}

/** Whether the answer to each item of GDS-15 that counts is 否. */
const countsNo = new Set([1, 5, 7, 11, 13]);
const depressed = (answers: string[]) =>
  answers.filter((answer, index) => answer === (countsNo.has(index + 1) ? 'no' : 'yes')).length;

const positive = (lowest: number) => (total: number) => (total >= lowest ? '阳性' : '阴性');
const schoolingLimit: Record<string, number> = { illiterate: 17, primary: 20, middle: 24, high: 24, college: 24 };

/** Reckonings by the code of the scale. */
export const reckonings: Record<string, Reckoning> = {
  gbt42195: national,
  mzt039: olderStandard,
  barthel: summed(
    barthelCodes,
    from(
      [
        [100, '无需依赖'],
        [61, '轻度依赖'],
        [41, '中度依赖'],
      ],
      '重度依赖',
    ),
  ),
  katz: summed(
    each(6, '1 0'),
    from(
      [
        [6, '完全独立'],
        [3, '中度依赖'],
      ],
      '重度依赖',
    ),
  ),
  lawton: summed(
    [
      ...each(1, '1a 1b 1c 0'),
      ...each(2, '1 0a 0b 0c'),
      ...each(1, '1a 1b 1c 1d 0'),
      ...each(1, '1a 1b 0'),
      ...each(1, '1a 1b 1c 0a 0b'),
      ...each(1, '1 0a 0b'),
      ...each(1, '1a 1b 0'),
    ],
    undefined,
  ),
  gds15: summed(
    each(15, 'yes no'),
    upTo(
      [
        [4, '正常'],
        [8, '轻度'],
        [11, '中度'],
      ],
      '重度',
    ),
    depressed,
  ),
  selfcare: summed(
    [...each(1, '0a 0b 3 5'), ...each(1, '0 1 3 7'), ...each(1, '0a 0b 3 5'), ...each(2, '0 1 5 10')],
    upTo(
      [
        [3, '可自理'],
        [8, '轻度依赖'],
        [18, '中度依赖'],
      ],
      '不能自理',
    ),
  ),
  recall3: summed(each(2, '3 2 1 0'), (total) => (total === 6 ? '阴性' : '阳性')),
  mood2: summed(each(2, '0 1'), positive(1)),
  risk9: summed(each(9, '0 1 2 3'), undefined, () => 0),
  mmse: {
    ...summed(each(30, '1 0'), (total, { schooling = '' }) =>
      total <= (schoolingLimit[schooling] ?? 0) ? '提示障碍' : '不提示障碍',
    ),
    draws: 'schooling',
  },
  moca: summed([...each(11, '1 0'), ...each(1, '3 2 1 0'), ...each(17, '1 0')], from([[26, '正常']], '提示障碍')),
  minicog: summed([...each(1, '3 2 1 0'), ...each(1, '2 0')], (total) => (total <= 2 ? '阳性' : '阴性')),
  ad8: summed(each(8, '0 1'), positive(2)),
  morse: summed(
    [
      ...each(1, '0 25'),
      ...each(1, '0 15'),
      ...each(1, '0 15 30'),
      ...each(1, '0 20'),
      ...each(1, '0 10 20'),
      ...each(1, '0 15'),
    ],
    upTo(
      [
        [24, '低风险'],
        [44, '中风险'],
      ],
      '高风险',
    ),
  ),
  braden: summed(
    [...each(5, '4 3 2 1'), ...each(1, '3 2 1')],
    from(
      [
        [19, '无风险'],
        [15, '低风险'],
        [13, '中风险'],
        [10, '高风险'],
      ],
      '极高风险',
    ),
  ),
  mnasf: summed(
    [
      ...each(1, '2 1 0'),
      ...each(1, '3 2 1 0'),
      ...each(1, '2 1 0'),
      ...each(1, '2 0'),
      ...each(1, '2 1 0'),
      ...each(1, '3 2 1 0'),
    ],
    from(
      [
        [12, '营养正常'],
        [8, '有营养不良风险'],
      ],
      '营养不良',
    ),
  ),
};
