import { sql } from 'kysely';
import { notFound } from '#server/core/problem.ts';
import type { Db } from '#server/db/db.ts';
import type { InputOf } from '#shared/endpoint.ts';
import type { JudgedRule } from '#shared/health/rule/definition.ts';
import type { ruleTrialApi } from '../../contract/tryRule.ts';

export type TrialInput = InputOf<(typeof ruleTrialApi)['tryRule']>;

/** Returns the rule of an input that has been validated. */
export function ruleOf({ id = '0', kind, metric, definition, level, hours, cooldownMinutes }: TrialInput): JudgedRule {
  const common = { id, metric, level: level ?? null, hours: hours ?? null, cooldownMinutes: cooldownMinutes ?? 30 };
  return { ...common, kind, definition, version: 0 } as unknown as JudgedRule;
}

/** Returns the stored rule, in force or not. */
export async function storedRule(tx: Db, id: string): Promise<JudgedRule> {
  const row = await tx.row(sql<JudgedRule>`
    select id::text, kind, metric, definition, level, hours, cooldown_minutes as "cooldownMinutes", version
    from rule where id = ${id} and deleted_at is null`);
  if (!row) throw notFound('预警规则');
  return row;
}
