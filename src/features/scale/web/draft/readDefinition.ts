import { type Draft, draftOf } from './draft.ts';

/** Longest text that is read, characters: that of 2 MB is refused. */
export const maxText = 1_000_000;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads a pasted definition; what the editor cannot draw is refused here, everything else is marked at its place.
 * @returns the definition, or why it is none
 */
export function readDefinition(text: string, version: number, code: string | undefined): Draft | string {
  if (text.length > maxText) return `文字太长，最多 ${maxText / 10_000} 万字`;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `不是 JSON${faultPlace(text, error)}`;
  }
  const shape = shapeProblem(value);
  if (shape !== undefined) return shape;
  const draft = draftOf(value as object, version);
  if (code !== undefined && draft.code !== code) return `编码是 ${draft.code}，这里改的是 ${code}`;
  return {
    ...draft,
    grade: draft.grade ?? null,
    validMonths: draft.validMonths ?? null,
    total: draft.total ?? { of: null },
  };
}

/** Returns where a text stops being JSON, in Chinese; nothing where the browser does not tell the position. */
function faultPlace(text: string, error: unknown): string {
  const [, position] = /position (\d+)/.exec(String(error)) ?? [];
  if (position === undefined) return '';
  const before = text.slice(0, Number(position)).split('\n');
  return `：第 ${before.length} 行第 ${(before.at(-1)?.length ?? 0) + 1} 个字不对`;
}

/** Returns what keeps a value from being drawn by the editor. */
function shapeProblem(value: unknown): string | undefined {
  if (!isObject(value)) return '不是一份量表定义';
  const lists = ['items', 'parts', 'facts', 'levels', 'bandSets', 'rules'].filter((key) => key in value);
  const wrong = lists.find((key) => !Array.isArray(value[key]) || !(value[key] as unknown[]).every(isObject));
  if (wrong !== undefined) return `${wrong} 应是一列`;
  if (!Array.isArray(value.items)) return '没有条目（items）';
  const item = value.items.findIndex(({ options }) => !Array.isArray(options) || !options.every(isObject));
  if (item >= 0) return `items[${item}].options 应是一列`;
  for (const key of ['code', 'name', 'licence']) if (typeof value[key] !== 'string') return `${key} 应是文字`;
  return deepProblem(value);
}

/** Returns which list within parts, sets, levels, rules or the matrix is missing. */
function deepProblem(value: Record<string, unknown>): string | undefined {
  const rows = (key: string) => (value[key] ?? []) as Record<string, unknown>[];
  const isList = (list: unknown) => Array.isArray(list) && list.every(isObject);
  const part = rows('parts').findIndex(({ items }) => !Array.isArray(items));
  if (part >= 0) return `parts[${part}].items 应是一列`;
  const set = rows('bandSets').findIndex(({ bands, by }) => !isList(bands) && !(isObject(by) && isObject(by.sets)));
  if (set >= 0) return `bandSets[${set}] 没有 bands 或 by`;
  const level = rows('levels').findIndex(({ by, bands, map }) => (by === 'bands' ? !isList(bands) : !isObject(map)));
  if (level >= 0) return `levels[${level}] 没有 bands 或 map`;
  const rule = rows('rules').findIndex(({ when, effect }) => !isCondition(when) || !isObject(effect));
  if (rule >= 0) return `rules[${rule}] 没有完整的 when 或 effect`;
  const grade = value.grade;
  if (grade === undefined || grade === null) return undefined;
  if (!isObject(grade)) return 'grade 应是一项';
  if (grade.by !== 'matrix') return undefined;
  if (!isList(grade.grades) || !isList(grade.rows)) return 'grade 没有 grades 或 rows';
  const row = (grade.rows as Record<string, unknown>[]).findIndex(({ when }) => !isCondition(when));
  return row >= 0 ? `grade.rows[${row}].when 不完整` : undefined;
}

/** Returns whether the editor can draw a condition; names that nothing defines are marked later. */
function isCondition(value: unknown, depth = 0): boolean {
  if (!isObject(value) || depth > 20) return false;
  const parts = value.any ?? value.all ?? value.none;
  if (parts !== undefined) return Array.isArray(parts) && parts.every((part) => isCondition(part, depth + 1));
  if ('answer' in value || 'level' in value) return Array.isArray(value.answer ?? value.level);
  return 'fact' in value || 'sum' in value || 'flag' in value;
}
