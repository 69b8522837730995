import { type DefinitionCheck, placeIn, type Rule, type Rules } from './definitionCheck.ts';

const maxDepth = 8;
/** Conditions of a scale, parts of conditions included. */
const maxConditions = 1000;
const lists = ['any', 'all', 'none'] as const;
const kinds = ['answer', 'fact', 'sum', 'flag', 'level', ...lists] as const;

function isEnd(value: unknown): boolean {
  return (typeof value === 'number' && Number.isFinite(value)) || (typeof value === 'string' && value.length <= 40);
}

/** Returns the rule of a condition; it ends in a ring of conditions, too. */
export function whenShape(check: DefinitionCheck): Rule {
  let count = 0;
  const { code } = check;

  const end = (value: unknown, place: string) => {
    if (!isEnd(value)) check.add(place, '须为数字、选项或 ICD-10 编码');
  };
  const level = (value: unknown, place: string) => {
    if (!Array.isArray(value) || value.length !== 3) return check.add(place, '须为 [分项, 比较, 级别]');
    const [part, operator, n] = value;
    code(part, placeIn(place, 0));
    check.oneOf('=', '>=', '<=', 'in')(operator, placeIn(place, 1));
    const integer = check.integer(0, 20);
    (operator === 'in' ? check.list(2, integer, 2) : integer)(n, placeIn(place, 2));
  };
  const keysOf: Readonly<Record<string, Rules>> = {
    answer: { answer: check.list(2, code, 2) },
    fact: { fact: code },
    sum: { sum: code, gte: check.integer(1, 9999) },
    flag: { flag: code },
    level: { level },
  };

  const condition = (value: unknown, place: string, depth: number) => {
    count += 1;
    if (depth > maxDepth) return check.add(place, `条件最多嵌套 ${maxDepth} 层`);
    if (count > maxConditions) return check.add(place, `条件合计最多 ${maxConditions} 个`);
    const kind = kinds.find((one) => typeof value === 'object' && value !== null && Object.hasOwn(value, one));
    if (kind === undefined) return check.add(place, `须为 ${kinds.join('、')} 之一`);
    const nested: Rule = check.list(50, (entry, at) => condition(entry, at, depth + 1));
    return check.object(
      value,
      place,
      keysOf[kind] ?? { [kind]: nested },
      kind === 'fact' ? { from: end, to: end } : {},
    );
  };
  return (value, place) => {
    condition(value, place, 1);
  };
}
