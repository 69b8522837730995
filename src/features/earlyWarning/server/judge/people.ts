import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import { zoneOf } from '#server/db/zone.ts';
import type { JudgedRule } from '#shared/health/rule/definition.ts';
import type { RuleScope } from '../../contract/rule.ts';

/** Person as rules choose and judge them. */
export interface Person {
  id: string;
  projectId: string;
  chronic: string[];
  tag: string[];
  abilityLevel: number | null;
  zone: string;
}

/** Rule in force, with those whom it covers. */
export type RuleInForce = JudgedRule & { scope: RuleScope };

/** Returns the rules in force. */
export async function rulesInForce(tx: Db): Promise<RuleInForce[]> {
  return tx.rows(sql<RuleInForce>`
    select id::text, kind, metric, definition, level, hours, cooldown_minutes as "cooldownMinutes", version, scope
    from rule where deleted_at is null and status = 'enabled' order by id`);
}

/** Returns those of these customers who are judged: in service. */
export async function judgedPeople(tx: Db, ids: readonly string[]): Promise<Map<string, Person>> {
  const rows = await tx.rows(sql<Person>`
    select c.id::text, c.project_id::text as "projectId", c.chronic, c.tag, c.ability_level as "abilityLevel", ${zoneOf(sql`c.project_id`)} as zone
    from customer c where c.id = any(${bigints(ids)}) and c.deleted_at is null and c.service_state in ('pending', 'active')`);
  return new Map(rows.map((row) => [row.id, row]));
}

const shares = (wanted: readonly string[] | undefined, own: readonly string[]) =>
  wanted?.some((one) => own.includes(one)) ?? false;

/** Returns whether a rule covers a person; `covers` of `rule/scope.ts` is the same in SQL. */
export function coversPerson({ scope }: Pick<RuleInForce, 'scope'>, person: Person): boolean {
  if (scope.projectId !== undefined && scope.projectId !== person.projectId) return false;
  return (
    scope.all === true ||
    shares(scope.chronic, person.chronic) ||
    shares(scope.tag, person.tag) ||
    (person.abilityLevel !== null && (scope.abilityLevel?.includes(person.abilityLevel) ?? false)) ||
    (scope.customerIds?.includes(person.id) ?? false)
  );
}
