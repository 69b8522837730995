import type { ScaleDefinition } from '../definition.ts';
import type { ScaleProblem } from '../input.ts';
import { DefinitionCheck, EnoughProblems } from './definitionCheck.ts';
import { checkBandSets, checkGrade, checkProrate, checkRules } from './grades.ts';
import { checkFacts, checkItems, checkLevels, checkParts } from './items.ts';
import { definitionShape } from './shape.ts';

/** Scale whose final grade is the person's ability level, and the points that its standard gives. */
const abilityScale = { code: 'gbt42195', points: 90 };

function checkAbility(check: DefinitionCheck, { code, ability, items }: ScaleDefinition): void {
  if (code !== abilityScale.code) {
    if (ability) check.add('ability', '只有 GB/T 42195 的等级可以作为能力等级');
    return;
  }
  const most = items.reduce((sum, { options }) => sum + Math.max(...options.map(({ points }) => points)), 0);
  if (most !== abilityScale.points)
    check.add('items', `GB/T 42195 的满分须为 ${abilityScale.points} 分，现为 ${most} 分`);
}

/** Runs the checks in turn, as long as what they read is in order. */
function runChecks(check: DefinitionCheck, input: unknown): void {
  definitionShape(check, input);
  if (check.problems.length > 0) return;
  const definition = input as ScaleDefinition;
  for (const run of [checkItems, checkProrate, checkAbility]) run(check, definition);
  // Sums of impossible items would take long to reckon.
  if (check.problems.length > 0) return;
  for (const run of [checkParts, checkFacts, checkLevels, checkBandSets, checkGrade, checkRules])
    run(check, definition);
}

/**
 * Checks a scale of any origin against the grammar: keys, names, and that each reachable sum has exactly one grade.
 * Returns the definition, or up to 20 problems with their places, e.g. `items[3].options[1].points`. Texts of items and
 * options may be empty: an adapter.
 */
export function checkDefinition(
  input: unknown,
): { definition: ScaleDefinition; problems?: never } | { definition?: never; problems: ScaleProblem[] } {
  const check = new DefinitionCheck();
  try {
    runChecks(check, input);
  } catch (error) {
    if (!(error instanceof EnoughProblems)) throw error;
  }
  const { problems } = check;
  return problems.length > 0 ? { problems } : { definition: input as ScaleDefinition };
}
