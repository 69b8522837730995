import type { PartLevels, ScaleDefinition, ScaleItem } from '../definition.ts';
import { type DefinitionCheck, placeIn } from './definitionCheck.ts';
import { alternativesOf, misplacedSum, numbersOf, reachableSums, spanOf } from './sums.ts';

const maxOptions = 3000;
const maxSpan = 10_000;

function checkGroups(check: DefinitionCheck, items: readonly ScaleItem[]): void {
  const groups = Map.groupBy(items, ({ oneOf }) => oneOf);
  for (const [index, { oneOf }] of items.entries())
    if (oneOf !== undefined && groups.get(oneOf)?.length === 1)
      check.add(`items[${index}].oneOf`, '须有另一个条目与它二选一');
}

/** Reports items and options that repeat a code, and points that are too far apart to reckon with. */
export function checkItems(check: DefinitionCheck, { items }: ScaleDefinition): void {
  check.unique(items, ({ code }) => code, 'items', 'code');
  for (const [index, { options }] of items.entries())
    check.unique(options, ({ code }) => code, `items[${index}].options`, 'code');
  checkGroups(check, items);
  if (items.reduce((count, { options }) => count + options.length, 0) > maxOptions)
    check.add('items', `选项合计最多 ${maxOptions} 个`);
  if (spanOf(alternativesOf(items)) > maxSpan) check.add('items', `总分的范围最多 ${maxSpan} 分`);
}

export function checkParts(check: DefinitionCheck, { items, parts = [] }: ScaleDefinition): void {
  const codes = new Set(items.map(({ code }) => code));
  check.unique(parts, ({ code }) => code, 'parts', 'code');
  for (const [index, part] of parts.entries()) {
    const place = `parts[${index}].items`;
    check.unique(part.items, (code) => code, place);
    for (const [at, code] of part.items.entries()) if (!codes.has(code)) check.add(placeIn(place, at), '没有这个条目');
  }
}

export function checkFacts(check: DefinitionCheck, { facts = [] }: ScaleDefinition): void {
  check.unique(facts, ({ key }) => key, 'facts', 'key');
  for (const [index, { kind, options }] of facts.entries()) {
    const place = `facts[${index}].options`;
    const hasOptions = kind === 'counts' || kind === 'choice' || kind === 'choices';
    if (hasOptions && !options) check.add(place, '请填写选项');
    else if (!hasOptions && options) check.add(place, '这类事实没有选项');
    else check.unique(options ?? [], ({ code }) => code, place, 'code');
  }
}

/** `options`: number of options by item; `codes`: items of the part. */
function checkMap(
  check: DefinitionCheck,
  options: ReadonlyMap<string, number>,
  { map }: Extract<PartLevels, { by: 'worst' }>,
  codes: ReadonlySet<string>,
  place: string,
): void {
  for (const code of codes) {
    const count = options.get(code);
    const levels = Object.hasOwn(map, code) ? map[code] : undefined;
    if (!levels) check.add(placeIn(place, code), '请填写这个条目各选项的级别');
    else if (levels.length !== count) check.add(placeIn(place, code), `须有 ${count} 个级别，每个选项一个`);
  }
  for (const code of Object.keys(map)) if (!codes.has(code)) check.add(placeIn(place, code), '分项没有这个条目');
}

/** Reports levels of unknown parts, items without levels, and sums of a part in no level or in two. */
export function checkLevels(check: DefinitionCheck, { items, parts = [], levels = [] }: ScaleDefinition): void {
  const options = new Map(items.map((item) => [item.code, item.options.length]));
  check.unique(levels, ({ part }) => part, 'levels', 'part');
  for (const [index, rule] of levels.entries()) {
    const place = `levels[${index}]`;
    const part = parts.find(({ code }) => code === rule.part);
    if (!part) check.add(`${place}.part`, '没有这个分项');
    else if (rule.by === 'worst') checkMap(check, options, rule, new Set(part.items), `${place}.map`);
    else {
      const [sums] = reachableSums(alternativesOf(items, new Set(part.items)));
      const wrong = sums && misplacedSum(numbersOf(sums), rule.bands);
      if (wrong)
        check.add(`${place}.bands`, wrong.times === 0 ? `${wrong.sum} 分没有级别` : `${wrong.sum} 分有两个级别`);
    }
  }
}
