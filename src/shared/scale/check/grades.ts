import type { ScaleBandSet, ScaleDefinition } from '../definition.ts';
import { type DefinitionCheck, placeIn } from './definitionCheck.ts';
import { checkWhen, namesOf } from './names.ts';
import { alternativesOf, misplacedSum, numbersOf, reachableSums } from './sums.ts';

/** Returns every total that a form can have: of all answers, and extrapolated from those that the scale allows. */
function reachableTotals({ items, prorate }: ScaleDefinition): number[] {
  const alternatives = alternativesOf(items);
  const totals = reachableSums(alternatives, prorate?.missing ?? 0).flatMap((sums, open) =>
    numbersOf(sums).map((sum) => Math.ceil((sum * alternatives.length) / (alternatives.length - open))),
  );
  return [...new Set(totals)].sort((a, b) => a - b);
}

type Chosen = Extract<ScaleBandSet, { by: unknown }>;
type Plain = Exclude<ScaleBandSet, Chosen>;

function targetProblem(bandSets: readonly ScaleBandSet[], code: string): string | undefined {
  const target = bandSets.find((one) => one.code === code);
  if (!target) return '没有这组分级';
  return 'by' in target ? '不能指向由事实选择的分级' : undefined;
}

function checkChosen(check: DefinitionCheck, definition: ScaleDefinition, { by }: Chosen, place: string): void {
  const { facts = [], bandSets = [] } = definition;
  const fact = facts.find(({ key }) => key === by.fact);
  if (fact?.kind !== 'choice') check.add(`${place}.fact`, '须为单选类事实');
  const values = new Set(fact?.options?.map(({ code }) => code));
  for (const value of values)
    if (!Object.hasOwn(by.sets, value)) check.add(placeIn(`${place}.sets`, value), '请填写这个选项的分级');
  for (const [value, code] of Object.entries(by.sets)) {
    const problem = values.has(value) ? targetProblem(bandSets, code) : '事实没有这个选项';
    if (problem) check.add(placeIn(`${place}.sets`, value), problem);
  }
}

function checkBands(check: DefinitionCheck, { bands }: Plain, totals: readonly number[], place: string): void {
  check.unique(bands, ({ code }) => code, `${place}.bands`, 'code');
  const reversed = bands.findIndex(({ from, to }) => from > to);
  const wrong = misplacedSum(totals, bands);
  if (reversed >= 0) check.add(`${place}.bands[${reversed}].to`, '不能小于起始');
  else if (wrong)
    check.add(`${place}.bands`, `${wrong.sum} 分${wrong.times === 0 ? '不在任何等级内' : '在两个等级内'}`);
}

/** Reports band sets with a reachable total in no band or in two, and sets that a fact chooses among unknown ones. */
export function checkBandSets(check: DefinitionCheck, definition: ScaleDefinition): void {
  const { bandSets = [], total } = definition;
  check.unique(bandSets, ({ code }) => code, 'bandSets', 'code');
  const defaults = bandSets.flatMap((set, index) => (set.default ? [index] : []));
  if (defaults.length > 1) check.add(`bandSets[${defaults[1]}].default`, '只能有一组默认分级');
  if (bandSets.length === 0) return;
  if (total.of === null) check.add('bandSets', '没有总分的量表不能按总分分级');
  const totals = reachableTotals(definition);
  for (const [index, set] of bandSets.entries()) {
    const place = `bandSets[${index}]`;
    if ('by' in set) checkChosen(check, definition, set, `${place}.by`);
    else checkBands(check, set, totals, place);
  }
}

/** Reports a grade without what it is read from, and names in the matrix that nothing defines. */
export function checkGrade(check: DefinitionCheck, definition: ScaleDefinition): void {
  const { grade, bandSets = [] } = definition;
  if (grade?.by === 'bands' && bandSets.length === 0) check.add('bandSets', '按总分分级须有分级');
  if (grade?.by !== 'matrix') return;
  check.unique(grade.grades, ({ code }) => code, 'grade.grades', 'code');
  const names = namesOf(definition);
  for (const [index, row] of grade.rows.entries()) {
    if (!grade.grades.some(({ code }) => code === row.grade)) check.add(`grade.rows[${index}].grade`, '没有这个等级');
    checkWhen(check, names, row.when, `grade.rows[${index}].when`);
  }
}

/** Returns the codes of grades that a rule may set: those of the matrix, or those in every set of bands. */
function settable({ grade, bandSets = [] }: ScaleDefinition): Set<string> {
  if (grade?.by === 'matrix') return new Set(grade.grades.map(({ code }) => code));
  const [first = new Set<string>(), ...others] = bandSets.flatMap((set) =>
    'bands' in set ? [new Set(set.bands.map(({ code }) => code))] : [],
  );
  return others.reduce((common, codes) => common.intersection(codes), first);
}

export function checkRules(check: DefinitionCheck, definition: ScaleDefinition): void {
  const { rules = [], grade } = definition;
  if (rules.length > 0 && grade === null) check.add('rules', '没有等级的量表不能有变更规则');
  check.unique(rules, ({ code }) => code, 'rules', 'code');
  const names = namesOf(definition);
  const grades = settable(definition);
  for (const [index, { when, effect }] of rules.entries()) {
    checkWhen(check, names, when, `rules[${index}].when`);
    if ('set' in effect && !grades.has(effect.set)) check.add(`rules[${index}].effect.set`, '没有这个等级');
  }
}

export function checkProrate(check: DefinitionCheck, { items, total, grade, prorate }: ScaleDefinition): void {
  if (!prorate) return;
  if (total.of === null || grade?.by === 'matrix') check.add('prorate', '按比例折算只用于总分');
  else if (items.some(({ oneOf }) => oneOf !== undefined)) check.add('prorate', '有二选一条目的量表不能折算');
  else if (prorate.missing >= items.length) check.add('prorate.missing', '须少于条目数');
}
