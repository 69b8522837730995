import type { CommandContext } from '#server/feature/command.ts';
import type { Occasion } from '#shared/health/rule/judgeRule.ts';
import { judgeSign } from '#shared/health/rule/judgeSign.ts';
import { perform, type SignAct } from './act.ts';
import { dueAtOf } from './due.ts';
import { coversPerson, judgedPeople, type RuleInForce } from './people.ts';
import { standingsOf } from './standing.ts';
import { type NewState, type Sign, signKey, statesOf, writeStates } from './states.ts';

/** Sign of a person with what it is judged by, and the device of its newest value. */
export interface SignCase extends Sign {
  occasion: Occasion;
  sourceId: string | null;
}

/** Judges each sign once, now, and does what follows. The people are locked; of one who is not in service no state stays. */
export async function judgeSigns(
  ctx: CommandContext,
  rules: readonly RuleInForce[],
  cases: readonly SignCase[],
): Promise<void> {
  const { tx } = ctx;
  const ids = [...new Set(cases.map(({ customerId }) => customerId))];
  const [people, states, standings] = [
    await judgedPeople(tx, ids),
    await statesOf(tx, ids),
    await standingsOf(tx, cases),
  ];
  const at = Date.now();
  const acts: SignAct[] = [];
  const next: NewState[] = [];
  for (const { occasion, sourceId, ...sign } of cases) {
    const key = signKey(sign);
    const person = people.get(sign.customerId);
    const zone = person?.zone ?? 'UTC';
    const own = rules.filter((rule) => rule.metric === sign.metric && person && coversPerson(rule, person));
    const standing = standings.get(key) ?? { open: null, ended: null };
    const judged = judgeSign(own, { states: states.get(key) ?? {}, standing }, occasion, { zone, at });
    if (states.has(key) || Object.keys(judged.states).length > 0)
      next.push({ ...sign, states: judged.states, dueAt: dueAtOf(own, judged.states, zone, at) });
    for (const act of judged.acts) acts.push({ ...sign, act, sourceId });
  }
  await writeStates(tx, next);
  await perform(ctx, acts);
}
