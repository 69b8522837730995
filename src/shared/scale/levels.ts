import type { PartLevels, ScaleDefinition } from './definition.ts';

/** Points and places of the answers that a form has. */
export interface ScaleAnswer {
  option: string;
  points: number;
  /** Place among the options of the item. */
  index: number;
}

/** Returns the items of a list that are open, in its order: of one `oneOf` all, unless one of them is answered. */
export function openItems(
  { items }: ScaleDefinition,
  answers: ReadonlyMap<string, unknown>,
  codes: readonly string[] = items.map(({ code }) => code),
): string[] {
  const among = new Set(codes);
  const groups = new Set(items.filter(({ code }) => answers.has(code)).map(({ oneOf }) => oneOf ?? ''));
  return items
    .filter(({ code, oneOf }) => among.has(code) && !answers.has(code) && !(oneOf !== undefined && groups.has(oneOf)))
    .map(({ code }) => code);
}

function levelOf(rule: PartLevels, codes: readonly string[], answers: ReadonlyMap<string, ScaleAnswer>, sum: number) {
  if (rule.by === 'bands') return rule.bands.find(({ from, to }) => sum >= from && sum <= to)?.level;
  const levels = codes.flatMap((code) => {
    const answer = answers.get(code);
    return answer ? [rule.map[code]?.[answer.index] ?? 0] : [];
  });
  return Math.max(...levels);
}

/** Returns the level of each complete part of a matrix. */
export function levelsOf(
  definition: ScaleDefinition,
  answers: ReadonlyMap<string, ScaleAnswer>,
  sums: Readonly<Record<string, number>>,
): Record<string, number> {
  const { levels = [], parts = [] } = definition;
  return Object.fromEntries(
    levels.flatMap((rule) => {
      const part = parts.find(({ code }) => code === rule.part);
      if (!part || openItems(definition, answers, part.items).length > 0) return [];
      const level = levelOf(rule, part.items, answers, sums[part.code] ?? 0);
      return level === undefined ? [] : [[part.code, level] as const];
    }),
  );
}
