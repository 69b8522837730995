import { type Before, keyOf, valuesBefore } from '#features/reading/server/service.ts';
import type { Db } from '#server/db/db.ts';
import type { BandSets } from '#shared/health/bands.ts';
import { type BandState, judgeBand } from '#shared/health/rule/band.ts';
import type { JudgedRule } from '#shared/health/rule/definition.ts';
import type { RuleState } from '#shared/health/rule/judgeRule.ts';
import type { SignState } from '#shared/health/rule/judgeSign.ts';
import type { Point } from '#shared/health/rule/sample.ts';
import { sampleIn } from './judgePerson.ts';
import { type Sign, signKey } from './states.ts';

/** Values of a run are at most these. */
const trailLength = 20;

/** Recounts a run from the values of it that are left. */
function recounted(
  rule: JudgedRule,
  state: RuleState,
  { points, bands }: { points: readonly Point[]; bands: BandSets },
): RuleState {
  if (rule.kind !== 'band') return state;
  const former = state as BandState;
  const left = former.trail.filter((one) =>
    points.some(({ at, value }) => at === one.at && Math.abs(value - one.value) < 1),
  );
  if (left.length === former.trail.length) return former;
  let next: BandState | null = null;
  for (const [index, point] of left.entries()) {
    const sample = sampleIn(bands, { metric: rule.metric, ...point, flags: 0, inBed: null });
    next = judgeBand(rule, next, sample, left.slice(0, index)).state;
  }
  return { ...former, runs: next?.runs ?? {}, trail: next?.trail ?? [] };
}

/** Takes values that were withdrawn or decoded again out of the runs of these signs. Returns the states that changed. */
export async function recount(
  tx: Db,
  signs: readonly Sign[],
  {
    states,
    rules,
    bands,
  }: { states: ReadonlyMap<string, SignState>; rules: readonly JudgedRule[]; bands: ReadonlyMap<string, BandSets> },
): Promise<(Sign & { states: SignState })[]> {
  const running = signs.filter((sign) =>
    Object.values(states.get(signKey(sign)) ?? {}).some((state) => 'trail' in state),
  );
  const values = await valuesBefore(
    tx,
    running.map((sign): Before => ({ ...sign, at: Date.now() + 3_600_000, count: trailLength * 2 })),
  );
  const changed: (Sign & { states: SignState })[] = [];
  for (const sign of running) {
    const sets = bands.get(sign.customerId);
    if (!sets) continue;
    const points = values.get(keyOf(sign)) ?? [];
    const entries = Object.entries(states.get(signKey(sign)) ?? {}).map(([id, state]) => {
      const rule = rules.find((one) => one.id === id);
      return [id, rule ? recounted(rule, state, { points, bands: sets }) : state] as const;
    });
    changed.push({
      customerId: sign.customerId,
      metric: sign.metric,
      states: Object.fromEntries(entries),
    });
  }
  return changed;
}
