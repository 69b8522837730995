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

/** Usual answers; the best first. */
export const optionPresets: Readonly<Record<string, readonly DraftOption[]>> = {
  '是 / 否': [
    { code: '1', label: '是', points: 1 },
    { code: '0', label: '否', points: 0 },
  ],
  '五级协助 4–0': [
    { code: '4', label: '自己完成', points: 4 },
    { code: '3', label: '需口头指导或提示', points: 3 },
    { code: '2', label: '需动手帮助、本人做大半', points: 2 },
    { code: '1', label: '以他人为主、本人能配合', points: 1 },
    { code: '0', label: '全靠他人且不能配合', points: 0 },
  ],
  '无 低 中 高 0–3': [
    { code: '0', label: '无', points: 0 },
    { code: '1', label: '低', points: 1 },
    { code: '2', label: '中', points: 2 },
    { code: '3', label: '高', points: 3 },
  ],
  '从不到总是 0–4': [
    { code: '0', label: '从不', points: 0 },
    { code: '1', label: '很少', points: 1 },
    { code: '2', label: '有时', points: 2 },
    { code: '3', label: '经常', points: 3 },
    { code: '4', label: '总是', points: 4 },
  ],
};
