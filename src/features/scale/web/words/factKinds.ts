import type { FactKind } from '#shared/scale/definition.ts';

/** What a fact holds, in words. */
export const factKindTexts: Readonly<Record<FactKind, string>> = {
  flag: '有 / 无',
  counts: '几种事件各几次',
  number: '一个数',
  choice: '几项选一项',
  choices: '几项可多选（不计分）',
  codes: '诊断编码（ICD-10，取自档案）',
};
