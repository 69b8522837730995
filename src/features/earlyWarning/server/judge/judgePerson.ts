import type { ArrivedValue } from '#features/reading/server/service.ts';
import { type BandSets, rowsFor } from '#shared/health/bands.ts';
import type { OxygenScale } from '#shared/health/news2.ts';
import { mealOf } from '#shared/health/readingKinds.ts';
import type { JudgedRule } from '#shared/health/rule/definition.ts';
import { listensTo } from '#shared/health/rule/judgeRule.ts';
import { judgeSign, type SignState, type Standing } from '#shared/health/rule/judgeSign.ts';
import { type Point, type Sample, sampleOf } from '#shared/health/rule/sample.ts';
import type { SignAct } from './act.ts';
import type { Person } from './people.ts';

/** Received longer after its time, a value raises nothing, ms (clinical.md 3.6). */
const latestReceipt = 30 * 60_000;
/** Older than the newest one judged, a value raises nothing, ms. */
const oldestJudged = 5 * 60_000;
/** Values of a sign that are remembered while a batch is judged. */
const historyLength = 40;

/** What is needed to judge the new values of one person. */
export interface Case {
  person: Person;
  rules: readonly JudgedRule[];
  values: readonly ArrivedValue[];
  bands: BandSets;
  scale: OxygenScale;
  /** By sign; absent: normal. */
  states: ReadonlyMap<string, SignState>;
  standings: ReadonlyMap<string, Standing>;
  /** Values before the new ones by sign, oldest first. */
  before: ReadonlyMap<string, readonly Point[]>;
  /** Newest value of each sign before the new ones. */
  newest: ReadonlyMap<string, Point>;
  formerAt(metric: string): number | undefined;
}

/** What became of one person. */
export interface Outcome {
  states: Map<string, SignState>;
  acts: SignAct[];
}

/** Returns a value as the rules see it. */
export function sampleIn(
  bands: BandSets,
  value: Pick<ArrivedValue, 'metric' | 'at' | 'value' | 'flags' | 'inBed'>,
): Sample {
  const asleep = value.inBed === 1;
  return sampleOf(value.metric, value, rowsFor({ kind: value.metric, meal: mealOf(value.flags), asleep }, bands));
}

/** Whether a value decides anything: none of an empty bed, none that came late. */
export function decides({ inBed, receivedAt, at }: ArrivedValue, formerAt: number | undefined): boolean {
  if (inBed === 0 || receivedAt - at > latestReceipt) return false;
  return formerAt === undefined || at > formerAt - oldestJudged;
}

/** Whether a rule judges this value: a breath of 0 lasts only while somebody is in bed for sure. */
const judges = (rule: JudgedRule, { metric, inBed }: ArrivedValue) =>
  listensTo(rule).includes(metric) && (rule.kind !== 'lasting' || metric !== 'breath_rate' || inBed === 1);

/** Judges the values of one person in their order. */
class PersonJudge {
  readonly outcome: Outcome = { states: new Map(), acts: [] };
  readonly #standings: Map<string, Standing>;
  readonly #history: Map<string, Point[]>;
  readonly #newest: Map<string, Point>;
  readonly #one: Case;

  constructor(one: Case) {
    this.#one = one;
    this.#standings = new Map(one.standings);
    this.#history = new Map([...one.before].map(([metric, points]) => [metric, [...points]]));
    this.#newest = new Map(one.newest);
  }

  judge(value: ArrivedValue): void {
    const formerAt = this.#one.formerAt(value.metric);
    if (!decides(value, formerAt)) return;
    const sample = sampleIn(this.#one.bands, value);
    const isPast = formerAt !== undefined && value.at <= formerAt;
    if (!isPast) this.#newest.set(value.metric, sample);
    const rules = this.#one.rules.filter((rule) => judges(rule, value));
    for (const metric of new Set(rules.map((rule) => rule.metric))) this.#judgeSign(metric, value, { sample, isPast });
    if (!isPast) this.#remember(sample);
  }

  /** A value that is not newer than what was judged joins a run that there is, and decides nothing else. */
  #judgeSign(metric: string, value: ArrivedValue, { sample, isPast }: { sample: Sample; isPast: boolean }): void {
    const { states, acts } = this.outcome;
    const { person, scale, rules } = this.#one;
    const former = states.get(metric) ?? this.#one.states.get(metric) ?? {};
    const ofSign = rules.filter(
      (rule) => rule.metric === metric && (!isPast || (rule.kind === 'band' && former[rule.id])),
    );
    if (ofSign.length === 0) return;
    const newest = Object.fromEntries([...this.#newest].filter(([, point]) => point.at <= value.at));
    const before = this.#history.get(value.metric) ?? [];
    const standing = this.#standings.get(metric) ?? { open: null, ended: null };
    const judged = judgeSign(
      ofSign,
      { states: former, standing },
      { by: 'value', sample, scale, before, newest },
      { zone: person.zone },
    );
    states.set(metric, isPast ? { ...former, ...judged.states } : judged.states);
    this.#standings.set(metric, judged.standing);
    for (const act of judged.acts) acts.push({ customerId: person.id, metric, act, sourceId: value.sourceId });
  }

  #remember(sample: Sample): void {
    const points = this.#history.get(sample.metric) ?? [];
    this.#history.set(sample.metric, [...points, sample].slice(-historyLength));
  }
}

/** Judges the new values of one person by all rules. Returns the new states by sign, and what is to be done, in its order. */
export function judgePerson(one: Case): Outcome {
  const judge = new PersonJudge(one);
  for (const value of one.values) judge.judge(value);
  return judge.outcome;
}
