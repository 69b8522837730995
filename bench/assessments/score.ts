import { checkDefinition } from '#shared/scale/check/checkDefinition.ts';
import type { Facts, ScaleDefinition } from '#shared/scale/definition.ts';
import { scoreScale } from '#shared/scale/score.ts';
import { seededScales } from '#shared/scale/seeds.ts';
import { measureCall } from '../support/calls.ts';
import { type Figure, figure, ms, percentile } from '../support/figures.ts';
import type { Product } from '../support/product.ts';

const runs = 1000;
const maxScoreMs = 5;
const maxRefusalMs = 50;

function answersAt({ items }: ScaleDefinition, run: number): Record<string, string> {
  return Object.fromEntries(
    items.map(({ code, options }, index) => [code, options[(run + index) % options.length]?.code ?? '']),
  );
}

function timesOf(count: number, work: (run: number) => void): number[] {
  return Array.from({ length: count }, (_, run) => {
    const started = performance.now();
    work(run);
    return performance.now() - started;
  });
}

function scores(): Figure[] {
  return ['gbt42195', 'mzt039'].map((code) => {
    const scale = seededScales.find((one) => one.code === code) as ScaleDefinition;
    const facts: Facts = code === 'gbt42195' ? { diagnoses: ['F01', 'I10'], events: { fall: 2 }, coma: false } : {};
    const times = timesOf(runs, (run) => scoreScale(scale, { answers: answersAt(scale, run), facts }));
    const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
    const value = `${p50.toFixed(3)} / ${p99.toFixed(3)} ms`;
    return figure(`Score of ${code}, reckoned: p50 / p99`, value, `p99 ≤ ${maxScoreMs} ms`, p99 <= maxScoreMs);
  });
}

/** Definitions that nobody may send: each is refused as long as it is read. */
function hostile(): Record<string, unknown> {
  const [scale] = seededScales;
  const [item] = scale?.items ?? [];
  const ring: { any: unknown[] } = { any: [] };
  ring.any.push(...Array(50).fill(ring));
  const options = Array.from({ length: 30 }, (_, points) => ({
    ...{ code: String(points), label: '选'.repeat(200), points },
  }));
  const items = (count: number, of: object) => Array.from({ length: count }, (_, code) => ({ ...of, code: `${code}` }));
  const [rule] = scale?.rules ?? [];
  return {
    'of 2 MB': { ...scale, items: items(300, { ...item, options }) },
    'with 1,000 items': { ...scale, items: items(1000, item ?? {}) },
    'with rules in a ring': { ...scale, rules: [{ ...rule, when: ring }] },
    'with 3,000 options that sum wrongly': {
      ...{ ...scale, code: 'wide', ability: false, parts: [], rules: [], prorate: { missing: 10 } },
      items: items(300, { ...item, options: options.slice(0, 10).map((option) => ({ ...option, label: '选' })) }),
    },
  };
}

function refusals(): Figure[] {
  return Object.entries(hostile()).map(([what, definition]) => {
    if (!checkDefinition(definition).problems) throw new Error(`a definition ${what} was taken`);
    const times = timesOf(100, () => checkDefinition(definition));
    const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
    const value = `${ms(p50)} / ${ms(p95)}`;
    return figure(`Refusal of a definition ${what}: p50 / p95`, value, `p95 ≤ ${maxRefusalMs} ms`, p95 <= maxRefusalMs);
  });
}

/** Measures the score of a form, alone and by the call, and the refusal of definitions that are too large. */
export async function measureScales(product: Product): Promise<Figure[]> {
  const caller = await product.logIn();
  const [scale] = seededScales as readonly [ScaleDefinition];
  const call = await measureCall(caller, {
    ...{ what: 'scoreScale of GB/T 42195', path: 'assessment/scoreScale', maxMs: maxScoreMs },
    inputOf: (run) => ({ scale: scale.code, answers: answersAt(scale, run), facts: { events: { fall: run % 4 } } }),
  });
  return [...scores(), ...refusals(), call];
}
