import type { Caller } from '../../test/support/api.ts';
import { type Figure, figure, ms, percentile } from './figures.ts';

/** Calls per figure and the first ones that are not counted: they load at first use. */
export const calls = 42;
export const warmUp = 2;

/** A call and the longest that its p95 may take. */
export interface MeasuredCall {
  what: string;
  path: string;
  maxMs: number;
  inputOf(index: number): Record<string, unknown>;
}

/** Measures a call, each after a trivial one whose time is taken off. */
export async function measureCall(caller: Caller, { what, path, maxMs, inputOf }: MeasuredCall): Promise<Figure> {
  const extra: number[] = [];
  for (let index = 0; index < calls; index++) {
    const trivial = await took(() => caller.call('login/validateToken'));
    const asked = await took(() => caller.call(path, inputOf(index)));
    if (index >= warmUp) extra.push(asked - trivial);
  }
  const [p50, p95] = [percentile(extra, 0.5), percentile(extra, 0.95)];
  return figure(
    `${what}: above a trivial call, p50 / p95`,
    `${ms(p50)} / ${ms(p95)}`,
    `p95 ≤ ${ms(maxMs)}`,
    p95 <= maxMs,
  );
}

async function took(work: () => Promise<{ code: number }>): Promise<number> {
  const started = performance.now();
  const { code } = await work();
  if (code !== 0) throw new Error(`a call was answered with ${code}`);
  return performance.now() - started;
}
