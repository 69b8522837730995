import type { ScaleDefinition } from '../definition.ts';
import type { ScaleProblem } from '../input.ts';
import { DefinitionCheck } from './definitionCheck.ts';
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

/**
 * Checks a scale of any origin against the grammar: keys, names, and that each reachable sum has exactly one grade.
 * Returns the definition, or up to 20 problems with their places, e.g. `items[3].options[1].points`. Texts of items and
 * options may be empty: an adapter.
 */
export function checkDefinition(
  input: unknown,
): { definition: ScaleDefinition; problems?: never } | { definition?: never; problems: ScaleProblem[] } {
  const check = new DefinitionCheck();
  definitionShape(check, input);
  if (check.problems.length > 0) return { problems: check.problems };
  const definition = input as ScaleDefinition;
  checkItems(check, definition);
  checkProrate(check, definition);
  checkAbility(check, definition);
  // Sums of impossible items would take long to reckon.
  if (check.problems.length > 0) return { problems: check.problems };
  for (const run of [checkParts, checkFacts, checkLevels, checkBandSets, checkGrade, checkRules])
    run(check, definition);
  return check.problems.length > 0 ? { problems: check.problems } : { definition };
}
