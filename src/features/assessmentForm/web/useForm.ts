import { useMemo, useState } from 'react';
import type { AssessmentDetail, ScaleOfPage } from '#features/assessment/contract.ts';
import type { Answers, Facts, ScaleItem } from '#shared/scale/definition.ts';
import { type ScaleScore, scoreScale } from '#shared/scale/score.ts';
import { answerCount, choose, groupsOf, type ItemGroup, neighbour, nextOpen, openItems } from './items.ts';
import type { Saver, SaverView } from './save/saver.ts';
import { groupOf, shown, type Trail } from './save/saves.ts';
import { useSaver } from './save/useSaver.ts';

/** What the parts of a fill-in page share. */
export interface Form {
  assessment: AssessmentDetail;
  scale: ScaleOfPage;
  groups: readonly ItemGroup[];
  answers: Answers;
  facts: Facts;
  notes: Readonly<Record<string, string>>;
  prorate: boolean;
  trail: Trail;
  score: ScaleScore | undefined;
  /** Items without an answer, in order. */
  open: readonly ScaleItem[];
  /** Number of answers and facts that are missing. */
  missing: number;
  view: SaverView;
  saver: Saver;
  /** Absent: the viewer only reads. */
  edits: boolean;
  /** Code of the item in front; null: the facts. */
  place: string | null;
  goTo: (place: string | null) => void;
  /** Chooses an option, null takes the answer back; returns the next open item. */
  answer: (item: ScaleItem, option: string | null) => string | undefined;
  setFact: (key: string, value: unknown) => void;
  setNote: (item: string, text: string) => void;
  setProrate: (on: boolean) => void;
  toNextOpen: () => void;
  step: (by: 1 | -1) => void;
}

/** Returns the score; undefined where the definition cannot be scored, so that answers are still entered. */
function scoreOf(scale: ScaleOfPage, answers: Answers, facts: Facts, prorate: boolean): ScaleScore | undefined {
  try {
    return scoreScale(scale, { answers, facts, prorate });
  } catch {
    return undefined;
  }
}

/**
 * Returns the state of a fill-in page.
 * @param first item to begin with; default: the first open one
 */
export function useForm(assessment: AssessmentDetail, scale: ScaleOfPage, first: string | null): Form {
  const [saver, view] = useSaver(assessment, scale);
  const groups = useMemo(() => groupsOf(scale), [scale]);
  const values = useMemo(() => shown(view.saves), [view.saves]);
  const { proposed } = assessment.person;
  const input = useMemo(
    () => ({
      answers: groupOf<string>(values, 'answers'),
      // What the archive proposes counts until the assessor changes it.
      facts: { ...proposed, ...groupOf(values, 'facts') } as Facts,
      notes: groupOf<string>(values, 'notes'),
      prorate: values.prorate === true,
    }),
    [values, proposed],
  );
  const { answers, facts, prorate } = input;
  const score = useMemo(() => scoreOf(scale, answers, facts, prorate), [scale, answers, facts, prorate]);
  const open = useMemo(() => openItems(groups, answers), [groups, answers]);
  const [place, setPlace] = useState<string | null>(() => {
    const codes = groups.flatMap(({ items }) => items.map(({ code }) => code));
    if (first !== null && codes.includes(first)) return first;
    return nextOpen(groups, answers, undefined) ?? codes[0] ?? null;
  });
  const edits = assessment.can.save;

  const change = (edited: Readonly<Record<string, unknown>>) => {
    if (!edits) return;
    const stored = groupOf(values, 'facts');
    const prefilled = Object.entries(proposed).filter(([key]) => !(key in stored));
    const preset = Object.fromEntries(prefilled.map(([key, value]) => [`facts.${key}`, value]));
    saver.edit({ ...preset, ...edited });
  };
  const toNextOpen = () => setPlace(nextOpen(groups, answers, place ?? undefined) ?? place);
  return {
    ...{ assessment, scale, groups, ...input, trail: view.saves.base.trail, score, open, view, saver, edits, place },
    missing: answerCount(open) + missingFacts(scale, score).length,
    goTo: setPlace,
    answer: (item, option) => {
      const changes = choose(groups, answers, item, option);
      change(Object.fromEntries(Object.entries(changes).map(([code, value]) => [`answers.${code}`, value])));
      return nextOpen(groups, { ...answers, [item.code]: option ?? '' }, item.code);
    },
    setFact: (key, value) => change({ [`facts.${key}`]: value }),
    setNote: (item, text) => change({ [`notes.${item}`]: text.trim() === '' ? null : text }),
    setProrate: (on) => change({ prorate: on ? true : null }),
    toNextOpen,
    step: (by) => {
      const next = neighbour(groups, place ?? undefined, by);
      if (next !== undefined && !(place === null && by === -1)) setPlace(next);
      else if (by === -1) setPlace(null);
    },
  };
}

/** Returns the facts that the scale needs and that are missing. */
export function missingFacts({ facts = [] }: ScaleOfPage, score: ScaleScore | undefined) {
  return facts.filter(({ key }) => score?.missing.includes(key));
}
