import type { ScaleDefinition, ScaleFact, When } from '#shared/scale/definition.ts';

function factsIn(when: When): string[] {
  if ('fact' in when) return [when.fact];
  if ('sum' in when) return [when.sum];
  if ('flag' in when) return [when.flag];
  if ('any' in when) return when.any.flatMap(factsIn);
  if ('all' in when) return when.all.flatMap(factsIn);
  return 'none' in when ? when.none.flatMap(factsIn) : [];
}

/** Returns the facts that may change the grade, and the others. */
export function splitFacts({ facts = [], rules = [], grade, bandSets = [] }: ScaleDefinition): {
  scoring: ScaleFact[];
  others: ScaleFact[];
} {
  const rows = grade?.by === 'matrix' ? grade.rows : [];
  const keys = new Set([
    ...[...rules, ...rows].flatMap(({ when }) => factsIn(when)),
    ...bandSets.flatMap((set) => ('by' in set ? [set.by.fact] : [])),
  ]);
  return { scoring: facts.filter(({ key }) => keys.has(key)), others: facts.filter(({ key }) => !keys.has(key)) };
}
