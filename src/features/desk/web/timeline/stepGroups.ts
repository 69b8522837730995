import type { WarnStep } from '#features/warn/web/service.ts';

/** Maximum consecutive presses that are shown one by one. */
const fewPresses = 3;

/** Sorts steps newest first; at the same instant the later written one first. */
export function newestFirst(steps: readonly WarnStep[]): WarnStep[] {
  return [...steps].sort((a, b) => b.at.localeCompare(a.at) || Number(BigInt(b.id) - BigInt(a.id)));
}

/** Groups many consecutive presses in sorted steps; a user's step separates groups. */
export function pressesTogether(steps: readonly WarnStep[]): [WarnStep, ...WarnStep[]][] {
  const runs: [WarnStep, ...WarnStep[]][] = [];
  for (const step of steps) {
    const last = runs.at(-1);
    if (last && step.kind === 'repeated' && last[0].kind === 'repeated') last.push(step);
    else runs.push([step]);
  }
  return runs.flatMap((run) => (run.length > fewPresses ? [run] : run.map((step): [WarnStep] => [step])));
}
