import { sql } from 'kysely';
import { any, or } from '#server/db/values.ts';
import type { WarningState } from '../contract.ts';

/** Sign of a health warn: the last part of its subject, by which an index finds it. */
export const metricOf = sql<string>`split_part(warn.subject, ':', 3)`;

export const openWarns = sql<boolean>`warn.status in ('pending', 'handling')`;
export const endedWarns = sql<boolean>`warn.status in ('done', 'false')`;

/** State of an ended one, as its index has it. Recovered: it ended with the sign, while nobody had it. */
const endedState = sql`(case when warn.ignored_at is not null then 'ignored' when warn.recovered_at is not null and warn.handler_id is null then 'recovered' else 'done' end)`;

/** State of a health warn as it is shown. */
export const stateOf = sql<WarningState>`(case when ${openWarns} then warn.status else ${endedState} end)`;

/** Whether nobody took it in time; `health_warn` is joined. */
export const overdue = sql<boolean>`(health_warn.overdue_at is not null or warn.status = 'pending' and warn.family = 'health' and health_warn.due_at <= now())`;

/** Matches any of these states among open or ended ones. `overdue` of ended ones is a fact that an index knows. */
export function inStates(states: readonly (WarningState | 'overdue')[] | undefined, isOpen: boolean) {
  if (!states?.length) return undefined;
  const shown = states.filter((state) => state !== 'overdue');
  const late = isOpen ? overdue : sql<boolean>`(health_warn.overdue_at is not null)`;
  return or(
    shown.length > 0 ? sql`${isOpen ? sql`warn.status` : endedState} = ${any(shown)}` : undefined,
    shown.length < states.length ? late : undefined,
  );
}
