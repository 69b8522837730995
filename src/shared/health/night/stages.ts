import { type Sample, statesOf } from './presence.ts';
import { lengthOf, type Span } from './span.ts';

/** Stages of `sleep_stage`: 4 is asleep without a stage. */
export const stages = { awake: 0, light: 1, deep: 2, rem: 3, asleep: 4 } as const;
export type Stage = (typeof stages)[keyof typeof stages];

export interface Segment extends Span {
  stage: Stage;
}

/** Length of an epoch, ms. */
export const epochMs = 30_000;

/** Time of a night of which stages are known or not. */
export interface StageTime {
  stay: Span;
  /** Out of bed: awake, whatever the last stage was. */
  exits: readonly Span[];
  /** Nothing is known. */
  gaps: readonly Span[];
}

function paint(epochs: (Stage | null)[], start: number, { from, until }: Span, stage: Stage | null): void {
  // An epoch has the state that holds in its middle.
  const first = Math.max(0, Math.ceil((from - start) / epochMs - 0.5));
  const end = Math.min(epochs.length, Math.ceil((until - start) / epochMs - 0.5));
  for (let index = first; index < end; index++) epochs[index] = stage;
}

/** Returns the stage of each epoch of a stay as the device gave it; null where it is not known. */
export function epochsOf(samples: readonly Sample[], { stay, exits, gaps }: StageTime): (Stage | null)[] {
  const epochs = new Array<Stage | null>(Math.round(lengthOf([stay]) / epochMs)).fill(null);
  const known = samples.filter(({ value }) => Number.isInteger(value));
  for (const state of statesOf(known, stay)) paint(epochs, stay.from, state, state.value as Stage);
  for (const gap of gaps) paint(epochs, stay.from, gap, null);
  for (const exit of exits) paint(epochs, stay.from, exit, stages.awake);
  return epochs;
}

/** Joins epochs into segments; unknown ones are in none. */
export function segmentsOf(epochs: readonly (Stage | null)[], start: number): Segment[] {
  const segments: Segment[] = [];
  epochs.forEach((stage, index) => {
    const from = start + index * epochMs;
    const last = segments.at(-1);
    if (stage === null) return;
    if (last && last.stage === stage && last.until === from) last.until += epochMs;
    else segments.push({ from, until: from + epochMs, stage });
  });
  return segments;
}
