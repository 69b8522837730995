import type { DraftOption } from './draft.ts';

/** Returns the code of an option by its points, with a letter where another option has the same: `0a`, `0b`. */
export function optionCode(points: number | null, taken: readonly string[]): string {
  const plain = points === null ? 'x' : String(points).replace('-', 'm');
  if (!taken.includes(plain)) return plain;
  const letter = [...'abcdefghijklmnopqrstuvwxyz'].find((each) => !taken.includes(`${plain}${each}`));
  return `${plain}${letter ?? taken.length}`;
}

/** Returns whether an option's code is one that follows from its points. */
export function isAutomatic({ code, points }: DraftOption): boolean {
  return code === '' || code.replace(/[a-z]$/, '') === optionCode(points, []) || code === optionCode(points, []);
}

/** Returns options by their points. */
const scored = (...options: readonly (readonly [points: number, label: string])[]): readonly DraftOption[] =>
  options.map(([points, label]) => ({ code: String(points), label, points }));

/** Usual answers; the best first. */
export const optionPresets: Readonly<Record<string, readonly DraftOption[]>> = {
  '是 / 否': scored([1, '是'], [0, '否']),
  '五级协助 4–0': scored(
    [4, '自己完成'],
    [3, '需口头指导或提示'],
    [2, '需动手帮助、本人做大半'],
    [1, '以他人为主、本人能配合'],
    [0, '全靠他人且不能配合'],
  ),
  '无 低 中 高 0–3': scored([0, '无'], [1, '低'], [2, '中'], [3, '高']),
  '从不到总是 0–4': scored([0, '从不'], [1, '很少'], [2, '有时'], [3, '经常'], [4, '总是']),
};
