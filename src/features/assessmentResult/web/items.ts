import type { AssessmentDetail, ScaleOfPage } from '#features/assessment/contract.ts';
import type { ScaleItem } from '#shared/scale/definition.ts';

/** An item with its answer and the one before, as the result shows it. */
export interface ShownItem {
  code: string;
  /** 1.3: third item of the first part; 3 in a scale without parts. */
  number: string;
  label: string;
  /** Different points of its options, ascending; the lowest has no box. */
  steps: readonly number[];
  max: number;
  /** Null: not answered. */
  points: number | null;
  option: string | null;
  last: number | null;
  lastOption: string | null;
  /** The answer differs from the one before. */
  isChanged: boolean;
  /** Options for the worse: positive, for the better: negative; 0 without a change or an answer before. */
  worse: number;
  note: string | null;
}

export interface ShownPart {
  code: string;
  label: string;
  items: readonly ShownItem[];
  sum: number;
  max: number;
  /** Null without an assessment before. */
  last: number | null;
  /** Of a matrix. */
  level: number | null;
  /** The sum moved to the worse: positive. */
  worse: number;
}

type Item = ScaleOfPage['items'][number];
type Answered = Pick<AssessmentDetail, 'answers' | 'notes' | 'before' | 'score'>;

/** Code of the part of items that belong to none. */
const restCode = '';

/**
 * Returns the parts of a scale with the answers.
 * @param former version of the scale that the assessment before used; default: the same
 */
export function partsOf(assessment: Answered, scale: ScaleOfPage, former: ScaleOfPage = scale): ShownPart[] {
  const byCode = new Map(scale.items.map((item) => [item.code, item]));
  const declared = (scale.parts ?? []).map(({ code, label, items }) => ({
    ...{ code, label },
    items: items.flatMap((item) => byCode.get(item) ?? []),
  }));
  const placed = new Set(declared.flatMap(({ items }) => items.map(({ code }) => code)));
  const rest = scale.items.filter(({ code }) => !placed.has(code));
  const groups =
    rest.length > 0
      ? [...declared, { code: restCode, label: declared.length > 0 ? '其他' : scale.name, items: rest }]
      : declared;
  return groups.map(({ code, label, items }, place) => {
    const shown = items.map((item, index) =>
      shownItem(item, groups.length > 1 ? `${place + 1}.${index + 1}` : String(index + 1), { assessment, former }),
    );
    const worse = shown.reduce((sum, item) => sum + item.worse, 0);
    const sums = { sum: sumOf(shown.map(({ points }) => points)), max: maxOf(items) };
    const last = assessment.before && sumOf(shown.map((item) => item.last));
    return { code, label, items: shown, ...sums, last, level: assessment.score.levels[code] ?? null, worse };
  });
}

const sumOf = (points: readonly (number | null)[]) => points.reduce<number>((sum, value) => sum + (value ?? 0), 0);

/** Returns the highest sum: of items that exclude each other one counts. */
function maxOf(items: readonly Item[]): number {
  const alternatives = new Map<string, number>();
  let sum = 0;
  for (const { oneOf, max } of items) {
    if (oneOf === undefined) sum += max;
    else alternatives.set(oneOf, Math.max(alternatives.get(oneOf) ?? 0, max));
  }
  return [...alternatives.values()].reduce((all, max) => all + max, sum);
}

function shownItem(
  item: Item,
  number: string,
  { assessment: { answers, notes, before }, former }: { assessment: Answered; former: ScaleOfPage },
): ShownItem {
  const { code, label, max, options } = item;
  const option = optionOf(item, answers[code]);
  const lastOption = before
    ? optionOf(
        former.items.find((one) => one.code === code),
        before.answers[code],
      )
    : undefined;
  const rank = (chosen: ScaleItem['options'][number] | undefined) => options.findIndex((o) => o.code === chosen?.code);
  const [now, then] = [rank(option), rank(lastOption)];
  const isCompared = now >= 0 && then >= 0;
  return {
    ...{ code, number, label, max },
    steps: [...new Set(options.map(({ points }) => points))].sort((a, b) => a - b),
    points: option?.points ?? null,
    option: option?.label ?? null,
    last: lastOption?.points ?? null,
    lastOption: lastOption?.label ?? null,
    isChanged: before !== null && answers[code] !== before.answers[code],
    worse: isCompared ? now - then : 0,
    note: notes[code] ?? null,
  };
}

const optionOf = (item: Pick<ScaleItem, 'options'> | undefined, code: string | undefined) =>
  item?.options.find((option) => option.code === code);

/** Returns a label without its explanation: 修饰（洗脸、刷牙） as 修饰. */
export const shortLabel = (label: string): string => label.replace(/（.*）$/, '');

/** Returns +2, −1; empty without a difference. */
export function signed(change: number): string {
  if (change === 0) return '';
  return change > 0 ? `+${change}` : `−${-change}`;
}

/** How a scale says its result: a grade, the total alone, or its items alone. */
export function resultKind({ grade, total }: Pick<ScaleOfPage, 'grade' | 'total'>): 'grade' | 'total' | 'items' {
  if (grade) return 'grade';
  return total.of === null ? 'items' : 'total';
}
