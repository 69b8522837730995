import { createHash } from 'node:crypto';
import { invalid, invalidField } from '#server/core/problem.ts';
import type { Facts, ScaleDefinition } from '#shared/scale/definition.ts';
import { inputProblems } from '#shared/scale/input.ts';
import { type ScaleScore, scoreScale } from '#shared/scale/score.ts';
import type { ScaleVersion } from '../scaleVersion.ts';
import { canonical, type Form, type Patch } from './form.ts';

type Entered = Pick<Form, 'answers' | 'facts' | 'notes' | 'prorate'>;
type Scale = Pick<ScaleVersion, 'number' | 'definition'>;

/** Returns the score of what is stored, which was checked when it was saved. */
export function scoreOf({ definition }: Pick<Scale, 'definition'>, { answers, facts, prorate }: Entered): ScaleScore {
  return scoreScale(definition, { answers, facts, prorate });
}

/**
 * Throws 400 with the place of each value that the scale does not have, taken back or not: `answers.B2.4`,
 * `facts.events`, `notes.1`.
 */
export function requireScaleValues({ definition }: Pick<Scale, 'definition'>, form: Entered, patch: Patch): void {
  const problems = inputProblems(definition, {
    answers: { ...form.answers, ...patch.answers } as Form['answers'],
    facts: { ...form.facts, ...patch.facts } as Facts,
    prorate: patch.prorate ?? form.prorate,
  });
  if (problems.length > 0) throw invalid(problems.map((problem) => ({ ...problem, rule: 'scale' })));
  const takes = new Set(definition.items.filter((item) => item.notes).map(({ code }) => code));
  const other = Object.keys(patch.notes ?? {}).find((code) => !takes.has(code));
  if (other !== undefined) throw invalidField(`notes.${other}`, '这一项不记依据', 'scale');
}

/** Returns the facts of the archive that the scale takes. */
export function proposable(definition: ScaleDefinition, proposed: Readonly<Record<string, unknown>>): Facts {
  const fits = ([key, value]: [string, unknown]) =>
    inputProblems(definition, { answers: {}, facts: { [key]: value } as Facts }).length === 0;
  return Object.fromEntries(Object.entries(proposed).filter(fits)) as Facts;
}

/** Returns SHA-256 (hex) over what is entered and the version of the scale, as JSON with sorted keys. */
export function hashOf({ number, definition }: Scale, { answers, facts, notes, prorate }: Entered): string {
  const text = canonical({ answers, facts, notes, prorate, scale: definition.code, version: number });
  return createHash('sha256').update(text).digest('hex');
}

/** Returns labels of items and facts by their codes. */
export function labelsOf({ definition }: Pick<Scale, 'definition'>, codes: readonly string[]): string[] {
  const labels = new Map([
    ...definition.items.map(({ code, label }): [string, string] => [code, label]),
    ...(definition.facts ?? []).map(({ key, label }): [string, string] => [key, label]),
  ]);
  return codes.map((code) => labels.get(code) || code);
}
