import { bandSetsOf, onScale2, type SampleBetween, samplesBetween } from '#features/reading/server/service.ts';
import type { Db } from '#server/db/db.ts';
import { type BandSets, rowsFor } from '#shared/health/bands.ts';
import { mealOf } from '#shared/health/readingKinds.ts';
import { isSpot } from '#shared/health/rule/band.ts';
import type { JudgedRule } from '#shared/health/rule/definition.ts';
import { listensTo } from '#shared/health/rule/judgeRule.ts';
import { sampleOf } from '#shared/health/rule/sample.ts';
import { type TriedSample, type TriedWarning, tryDays, tryRule } from '#shared/health/rule/tryRule.ts';
import { valuesByDay } from './valuesByDay.ts';

/** Person whose readings are tried. */
export interface TriedCustomer {
  id: string;
  /** IANA name. */
  zone: string;
}

/** Time of a try-out, ms since 1970. */
export interface TriedTime {
  from: number;
  until: number;
}

const dayMs = 86_400_000;
/** Values of one sign that are tried; of more the newest. */
const maxValues = 100_000;
const noBands: BandSets = { own: [], illnesses: [], house: [] };

function sampleIn(sets: BandSets, rule: JudgedRule, { metric, at, value, flags, inBed }: SampleBetween): TriedSample {
  const rows = rowsFor({ kind: metric, meal: mealOf(flags), asleep: inBed === 1 }, sets);
  // A breath of 0 lasts only while somebody is in bed for sure.
  const isJudged = rule.kind === 'lasting' && metric === 'breath_rate' ? inBed === 1 : inBed !== 0;
  return { ...sampleOf(metric, { at, value }, rows), isJudged, raw: value };
}

/** Returns how long before its time a try-out begins, so that the first values are judged by those before them, ms. */
const leadMs = (metrics: readonly string[]) => (metrics.every(isSpot) ? 30 : 1) * dayMs;

/** Returns what a rule of values would have raised of a person; the bands are those of today. */
async function tryValues(tx: Db, { id, zone }: TriedCustomer, rule: JudgedRule, { from, until }: TriedTime) {
  const metrics = listensTo(rule);
  const sets = (await bandSetsOf(tx, [id])).get(id) ?? noBands;
  const scale = rule.kind === 'news2' && (await onScale2(tx, [id])).has(id) ? '2' : '1';
  const values = await samplesBetween(tx, id, { metrics, from: from - leadMs(metrics), until, limit: maxValues });
  const samples = values.map((value) => sampleIn(sets, rule, value));
  return tryRule(rule, samples, { zone, scale }, until);
}

/** Returns what a rule of days would have raised of a person. */
async function tryByDay(tx: Db, person: TriedCustomer, rule: JudgedRule, { from, until }: TriedTime) {
  const { definition } = rule;
  const length = rule.kind === 'trend' ? rule.definition.days : 'nights' in definition ? definition.nights + 30 : 30;
  const days = await valuesByDay(tx, person, rule.metric, { from: from - length * dayMs, until });
  return tryDays(rule, days, person.zone, from);
}

/** Returns the warnings that a rule would have raised of a person in a time, oldest first. */
export async function tryOn(tx: Db, person: TriedCustomer, rule: JudgedRule, time: TriedTime): Promise<TriedWarning[]> {
  const isByDay = rule.kind === 'trend' || rule.kind === 'baseline';
  const warnings = await (isByDay ? tryByDay : tryValues)(tx, person, rule, time);
  return warnings.filter(({ at }) => at >= time.from);
}
