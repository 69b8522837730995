import { type RawBuilder, sql } from 'kysely';
import { or } from '#server/db/values.ts';
import type { WarningState } from '../contract.ts';

/** Sign of a health warn: the last part of its subject, by which an index finds it. */
export const metricOf = sql<string>`split_part(warn.subject, ':', 3)`;

export const openWarns = sql<boolean>`warn.status in ('pending', 'handling')`;

const ended = sql`warn.status in ('done', 'false')`;
const ignored = sql`warn.ignored_at is not null`;
/** Ended with the sign, while nobody had it. */
const recovered = sql`(warn.recovered_at is not null and warn.handler_id is null and warn.ignored_at is null)`;

/** State of a health warn as it is shown. */
export const stateOf = sql<WarningState>`(case when ${openWarns} then warn.status when ${ignored} then 'ignored' when ${recovered} then 'recovered' else 'done' end)`;

/** Whether nobody took it in time; `health_warn` is joined. */
export const overdue = sql<boolean>`(health_warn.overdue_at is not null or warn.status = 'pending' and warn.family = 'health' and health_warn.due_at <= now())`;

const conditions: Readonly<Record<WarningState | 'overdue', RawBuilder<boolean>>> = {
  pending: sql`warn.status = 'pending'`,
  handling: sql`warn.status = 'handling'`,
  done: sql`(${ended} and not ${ignored} and not ${recovered})`,
  ignored: sql`(${ended} and ${ignored})`,
  recovered: sql`(${ended} and ${recovered})`,
  overdue,
};

/** `overdue` of ended ones: an index knows them. */
const wasOverdue = sql<boolean>`(health_warn.overdue_at is not null)`;

/** Matches any of these states among open or ended ones. */
export function inStates(states: readonly (WarningState | 'overdue')[] | undefined, isOpen: boolean) {
  if (!states?.length) return undefined;
  return or(...states.map((state) => (state === 'overdue' && !isOpen ? wasOverdue : conditions[state])));
}
