import type { CommandContext } from '#server/feature/command.ts';
import { judgeSign } from '#shared/health/rule/judgeSign.ts';
import type { Days } from '#shared/health/rule/nights.ts';
import { perform, type SignAct } from './act.ts';
import { dueAtOf } from './due.ts';
import { coversPerson, judgedPeople, rulesInForce } from './people.ts';
import { standingsOf } from './standing.ts';
import { type NewState, signKey, statesOf, writeStates } from './states.ts';

/** A person's sign by day, the newest last, with the device of the newest. */
export interface DaysOf {
  customerId: string;
  metric: string;
  days: Days;
  sourceId: string | null;
}

/** Judges the newest days of people by the rules of days. The people are locked. */
export async function judgeDays(ctx: CommandContext, signs: readonly DaysOf[]): Promise<void> {
  const { tx } = ctx;
  const rules = await rulesInForce(tx);
  const byDay = new Set(
    rules.filter(({ kind }) => kind === 'trend' || kind === 'baseline').map(({ metric }) => metric),
  );
  const judgedSigns = signs.filter(({ metric, days }) => byDay.has(metric) && days.length > 0);
  if (judgedSigns.length === 0) return;
  const ids = [...new Set(judgedSigns.map(({ customerId }) => customerId))];
  const [people, states] = [await judgedPeople(tx, ids), await statesOf(tx, ids)];
  const standings = await standingsOf(tx, judgedSigns);
  const acts: SignAct[] = [];
  const next: NewState[] = [];
  for (const { days, sourceId, ...sign } of judgedSigns) {
    const person = people.get(sign.customerId);
    if (!person) continue;
    const key = signKey(sign);
    const own = rules.filter((rule) => rule.metric === sign.metric && coversPerson(rule, person));
    const judged = judgeSign(
      own,
      { states: states.get(key) ?? {}, standing: standings.get(key) ?? { open: null, ended: null } },
      { by: 'day', days },
      { zone: person.zone, at: Date.now() },
    );
    if (states.has(key) || Object.keys(judged.states).length > 0)
      next.push({ ...sign, states: judged.states, dueAt: dueAtOf(own, judged.states, person.zone) });
    for (const act of judged.acts) acts.push({ ...sign, act, sourceId });
  }
  await writeStates(tx, next);
  await perform(ctx, acts);
}
