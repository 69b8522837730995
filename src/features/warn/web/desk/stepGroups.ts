import type { DispatchState } from '#shared/codes.ts';
import type { WarnStep } from './types.ts';

/** So many presses in a row still stand one by one. */
const fewPresses = 3;

/** The newest on top; of one instant the one written later. */
export function newestFirst(steps: readonly WarnStep[]): WarnStep[] {
  return [...steps].sort((a, b) => b.at.localeCompare(a.at) || Number(BigInt(b.id) - BigInt(a.id)));
}

/** The same order, many presses that follow each other as one group; whatever a person did stands between groups. */
export function pressesTogether(steps: readonly WarnStep[]): [WarnStep, ...WarnStep[]][] {
  const runs: [WarnStep, ...WarnStep[]][] = [];
  for (const step of steps) {
    const last = runs.at(-1);
    if (last && step.kind === 'repeated' && last[0].kind === 'repeated') last.push(step);
    else runs.push([step]);
  }
  return runs.flatMap((run) => (run.length > fewPresses ? [run] : run.map((step): [WarnStep] => [step])));
}

/** The states that were reported of a dispatch; one that was passed over on the way to a later state is not among them. */
export function reportedStates(steps: readonly Pick<WarnStep, 'kind' | 'data'>[], dispatchId: string): DispatchState[] {
  return steps
    .filter(({ kind, data }) => (kind === 'dispatch' || kind === 'dispatch_state') && data.dispatchId === dispatchId)
    .map(({ data }) => data.state as DispatchState);
}
