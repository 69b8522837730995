import { add, each, type Reckoning } from './reckoned.ts';

const nationalGrades = ['能力完好', '轻度失能', '中度失能', '重度失能', '完全失能'];
const nationalPlace = (total: number) => (total === 90 ? 0 : total >= 66 ? 1 : total >= 46 ? 2 : total >= 30 ? 3 : 4);

function isMentalDisorder(icd: string): boolean {
  const [, chapter = '', number = ''] = /^([A-Z])(\d\d)/.exec(icd.toUpperCase()) ?? [];
  return chapter === 'F' && Number(number) >= 0 && Number(number) <= 99;
}

/** GB/T 42195-2022: B.1 to B.4, C.1 to C.5. */
export const national: Reckoning = {
  codes: [
    ...each(8, '4 3 2 1 0'),
    ...each(3, '4 3 2 1 0'),
    ...each(1, '3 2 1 0'),
    ...each(6, '4 3 2 1 0'),
    ...each(2, '1 0'),
    ['2', '1', '0a', '0b'],
    ...each(2, '2 1 0'),
    ...each(1, '4 3 2 1 0'),
    ...each(1, '3 2 1 0'),
    ...each(1, '4 3 2 1 0'),
  ],
  gradeOf: (total) => nationalGrades[nationalPlace(total)] ?? '',
  draws: 'standard',
  reckon(answers, { diagnoses = [], events = {}, coma = false }) {
    const total = add(answers);
    const accidents = Object.values(events).reduce((sum, count) => sum + count, 0);
    const step = diagnoses.some(isMentalDisorder) || accidents >= 2 ? 1 : 0;
    const place = coma || answers[20] === '0b' ? 4 : Math.min(4, nationalPlace(total) + step);
    return {
      total,
      parts: {
        ...{ B1: add(answers.slice(0, 8)), B2: add(answers.slice(8, 12)) },
        ...{ B3: add(answers.slice(12, 21)), B4: add(answers.slice(21, 26)) },
      },
      preliminary: nationalGrades[nationalPlace(total)] ?? null,
      final: nationalGrades[place] ?? null,
    };
  },
};
