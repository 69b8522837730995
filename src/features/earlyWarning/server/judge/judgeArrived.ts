import { sql } from 'kysely';
import {
  type Arrivals,
  type ArrivedValue,
  type Before,
  bandSetsOf,
  keyOf,
  onScale2,
  valuesBefore,
} from '#features/reading/server/service.ts';
import type { Db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import type { CommandContext } from '#server/feature/command.ts';
import type { BandSets } from '#shared/health/bands.ts';
import { news2Parts } from '#shared/health/news2.ts';
import { listensTo } from '#shared/health/rule/judgeRule.ts';
import type { SignState } from '#shared/health/rule/judgeSign.ts';
import type { Point } from '#shared/health/rule/sample.ts';
import { perform } from './act.ts';
import { dueAtOf } from './due.ts';
import { type Case, judgePerson, type Outcome, sampleIn } from './judgePerson.ts';
import { coversPerson, judgedPeople, type Person, type RuleInForce, rulesInForce } from './people.ts';
import { recount } from './recount.ts';
import { type Standings, standingsOf } from './standing.ts';
import { type NewState, type Sign, signKey, statesOf, writeStates } from './states.ts';

/** Kinds of rules that read more than one sign. */
const joins = (rule: RuleInForce) => rule.kind === 'together' || rule.kind === 'news2';

interface Stored {
  rules: readonly RuleInForce[];
  people: ReadonlyMap<string, Person>;
  bands: ReadonlyMap<string, BandSets>;
  states: ReadonlyMap<string, SignState>;
}

/** Values of people who are judged, by person. */
type Values = ReadonlyMap<string, readonly ArrivedValue[]>;

const coveringOf = ({ rules }: Pick<Stored, 'rules'>, person: Person) =>
  rules.filter((rule) => coversPerson(rule, person));

/** Whether values before this one are needed: to measure its distance, or to compare it. */
function needsBefore(value: ArrivedValue, rules: readonly RuleInForce[], { states, bands }: Stored): boolean {
  if (rules.some((rule) => rule.kind === 'step' && rule.metric === value.metric)) return true;
  if (states.has(signKey(value))) return true;
  const sets = bands.get(value.customerId);
  return sets !== undefined && sampleIn(sets, value).level !== null;
}

async function historyOf(tx: Db, values: Values, stored: Stored): Promise<Map<string, Point[]>> {
  const wanted = new Map<string, Before>();
  for (const [customerId, own] of values) {
    const person = stored.people.get(customerId);
    if (!person) continue;
    const rules = coveringOf(stored, person);
    for (const value of own) {
      if (wanted.has(keyOf(value)) || !needsBefore(value, rules, stored)) continue;
      const first = own.find(({ metric }) => metric === value.metric) ?? value;
      wanted.set(keyOf(value), { customerId, metric: value.metric, at: first.at, count: 20 });
    }
  }
  return valuesBefore(tx, [...wanted.values()]);
}

/** Returns the newest values of the signs that rules join, by person and sign. */
async function newestOf(tx: Db, values: Values, stored: Stored): Promise<Map<string, Map<string, Point>>> {
  const joined = [...new Set(stored.rules.filter(joins).flatMap(listensTo))];
  const people = [...values].filter(([, own]) => own.some(({ metric }) => joined.includes(metric))).map(([id]) => id);
  if (people.length === 0) return new Map();
  const rows = await tx.rows(sql<Sign & { at: string; value: number }>`
    select customer_id::text as "customerId", metric, at, value from reading_latest where customer_id = ${any(people)} and metric = ${any(joined)}`);
  const newest = new Map<string, Map<string, Point>>();
  for (const { customerId, metric, at, value } of rows) {
    const own = newest.get(customerId) ?? new Map<string, Point>();
    newest.set(customerId, own.set(metric, { at: Date.parse(at), value }));
  }
  return newest;
}

/** Returns those whose newest values may be a whole NEWS2: consciousness and oxygen are entered by people. */
const withNews2 = (newest: ReadonlyMap<string, ReadonlyMap<string, Point>>) =>
  [...newest].filter(([, own]) => news2Parts.every((part) => own.has(part))).map(([id]) => id);

async function casesOf(tx: Db, values: Values, stored: Stored, arrivals: Arrivals): Promise<Case[]> {
  const [history, newest] = [await historyOf(tx, values, stored), await newestOf(tx, values, stored)];
  const scale2 = await onScale2(tx, withNews2(newest));
  const cases: Case[] = [];
  for (const [customerId, own] of values) {
    const person = stored.people.get(customerId);
    const bands = stored.bands.get(customerId);
    if (!person || !bands) continue;
    const rules = coveringOf(stored, person);
    const signs = [...new Set(rules.map(({ metric }) => metric))];
    const read = [...new Set(own.map(({ metric }) => metric))];
    cases.push({
      ...{ person, rules, values: own, bands, scale: scale2.has(customerId) ? '2' : '1' },
      states: new Map(signs.flatMap((metric) => entryOf(metric, stored.states.get(signKey({ customerId, metric }))))),
      standings: new Map(),
      before: new Map(read.map((metric) => [metric, history.get(keyOf({ customerId, metric })) ?? []])),
      newest: newest.get(customerId) ?? new Map(),
      formerAt: (metric) => arrivals.formerAt(customerId, metric),
    });
  }
  return cases;
}

const entryOf = <T>(key: string, value: T | undefined): [string, T][] => (value === undefined ? [] : [[key, value]]);

const withStandings = (one: Case, standings: Standings): Case => ({
  ...one,
  standings: new Map(
    one.rules.flatMap(({ metric }) => entryOf(metric, standings.get(signKey({ customerId: one.person.id, metric })))),
  ),
});

/**
 * Judges people. Those of whom something fires are judged again with their warnings, which are locked only then: most
 * values are normal.
 */
async function outcomesOf(tx: Db, cases: readonly Case[]): Promise<Outcome[]> {
  const first = cases.map((one) => ({ one, outcome: judgePerson(one) }));
  const firing = first.filter(({ outcome, one }) => outcome.acts.length > 0 || one.states.size > 0);
  const signs = firing.flatMap(({ one, outcome }) =>
    [...new Set([...outcome.states.keys(), ...one.states.keys()])].map((metric) => ({
      customerId: one.person.id,
      metric,
    })),
  );
  const standings = await standingsOf(tx, signs);
  const again = new Set(firing);
  return first.map((entry) => (again.has(entry) ? judgePerson(withStandings(entry.one, standings)) : entry.outcome));
}

/** Returns the states to be written: of a sign that was and stays normal none. */
function changedStates(one: Case, outcome: Outcome, former: Stored['states']): NewState[] {
  return [...outcome.states].flatMap(([metric, states]) => {
    const sign = { customerId: one.person.id, metric };
    if (Object.keys(states).length === 0 && !former.has(signKey(sign))) return [];
    return [{ ...sign, states, dueAt: dueAtOf(one.rules, states, one.person.zone) }];
  });
}

/** Judges new values in the transaction that settles them. */
export async function judgeArrived(ctx: CommandContext, arrivals: Arrivals): Promise<void> {
  const { tx } = ctx;
  const rules = await rulesInForce(tx);
  const byValue = rules.filter(({ kind }) => kind !== 'baseline' && kind !== 'trend');
  const kinds = new Set(byValue.flatMap(listensTo));
  const arrived = await arrivals.values(kinds);
  const touched = arrivals.touched.filter(({ metric }) => kinds.has(metric));
  const ids = [...new Set([...arrived, ...touched].map(({ customerId }) => customerId))];
  if (ids.length === 0) return;
  const people = await judgedPeople(tx, ids);
  const bands = await bandSetsOf(tx, [...people.keys()]);
  const states = await statesOf(tx, [...people.keys()]);
  const recounted = await recount(tx, touched, { states, rules: byValue, bands });
  for (const { states: own, ...sign } of recounted) states.set(signKey(sign), own);
  const stored: Stored = { rules: byValue, people, bands, states };
  const cases = await casesOf(
    tx,
    Map.groupBy(arrived, ({ customerId }) => customerId),
    stored,
    arrivals,
  );
  const outcomes = await outcomesOf(tx, cases);
  const next = cases.flatMap((one, index) => changedStates(one, outcomes[index] as Outcome, states));
  const written = new Set(next.map(signKey));
  const rest = recounted.filter((one) => !written.has(signKey(one)));
  await writeStates(tx, [
    ...rest.map((one) => ({ ...one, dueAt: dueAtOf(byValue, one.states, people.get(one.customerId)?.zone ?? 'UTC') })),
    ...next,
  ]);
  await perform(
    ctx,
    outcomes.flatMap(({ acts }) => acts),
  );
}
