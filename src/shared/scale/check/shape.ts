import { factKinds } from '../definition.ts';
import type { DefinitionCheck, Rule, Rules } from './definitionCheck.ts';
import { whenShape } from './whenShape.ts';

const maxPoints = 1000;
const points = { from: -100_000, to: 100_000 };

/** A scale has at most 300 items of 30 options, 60 facts, 30 parts and band sets, 60 rules. */
export function definitionShape(check: DefinitionCheck, value: unknown): void {
  const { code } = check;
  const label = check.text(200);
  /** An adapter ships without the texts of items and options. */
  const ownedText = check.text(300, 0);
  const limit = check.integer(points.from, points.to);
  const when = whenShape(check);
  const object =
    (required: Rules, optional: Rules = {}): Rule =>
    (entry, place) =>
      check.object(entry, place, required, optional);

  const option = object({ code, label: ownedText, points: check.integer(-maxPoints, maxPoints) });
  const item = object(
    { code, label: ownedText, options: check.list(30, option) },
    { oneOf: code, notes: check.boolean },
  );
  const part = object({ code, label, items: check.list(300, code) });
  const fact = object(
    { key: code, label, kind: check.oneOf(...factKinds) },
    { options: check.list(30, object({ code, label })) },
  );
  const band = object({ code, label, from: limit, to: limit });
  const plainSet = object({ code, label, bands: check.list(20, band) }, { default: check.boolean });
  const chosenSet = object(
    { code, by: object({ fact: code, sets: check.record(30, code) }) },
    { default: check.boolean },
  );
  const level = check.integer(0, 20);
  const bandLevels = object({
    ...{ part: code, by: check.oneOf('bands') },
    bands: check.list(20, object({ level, from: limit, to: limit })),
  });
  const worstLevels = object({
    ...{ part: code, by: check.oneOf('worst') },
    map: check.record(300, check.list(30, level)),
  });
  const matrix = object({
    ...{ by: check.oneOf('matrix'), hole: check.oneOf('manual') },
    grades: check.list(20, object({ code, label })),
    rows: check.list(50, object({ grade: code, when })),
  });
  const grade: Rule = (entry, place) => {
    if (entry !== null)
      (has(entry, 'by', 'matrix') ? matrix : object({ by: check.oneOf('bands', 'matrix') }))(entry, place);
  };
  const effect: Rule = (entry, place) =>
    (holds(entry, 'set') ? object({ set: code }) : object({ worse: check.oneOf(1) }))(entry, place);
  const rule = object({ code, when, effect, evidence: label }, { group: code });

  check.object(
    value,
    '',
    {
      ...{ code, name: check.text(60), version: check.integer(1, 2_147_483_647), licence: check.text(500) },
      items: check.list(300, item),
      total: object({ of: check.oneOf('sum', null) }),
      ...{ grade, validMonths: (entry, place) => entry !== null && check.integer(1, 120)(entry, place) },
    },
    {
      parts: check.list(30, part, 0),
      facts: check.list(60, fact, 0),
      levels: check.list(30, (entry, place) => (has(entry, 'by', 'worst') ? worstLevels : bandLevels)(entry, place), 0),
      bandSets: check.list(30, (entry, place) => (holds(entry, 'by') ? chosenSet : plainSet)(entry, place), 0),
      rules: check.list(60, rule, 0),
      ...{ assessors: check.integer(1, 6), ability: check.boolean },
      prorate: object({ missing: check.integer(1, 10) }),
    },
  );
}

function holds(entry: unknown, key: string): boolean {
  return typeof entry === 'object' && entry !== null && Object.hasOwn(entry, key);
}

function has(entry: unknown, key: string, value: string): boolean {
  return holds(entry, key) && (entry as Record<string, unknown>)[key] === value;
}
