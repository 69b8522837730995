import { sql } from 'kysely';
import { crud } from '#server/crud/crud.ts';
import { scoped } from '#server/db/scoped.ts';
import { type RuleScope, rule } from '../../contract/rule.ts';
import { requireDefinition, requireScope } from './requireRule.ts';
import { covers, listensTo } from './scope.ts';

/** Rules of health. Who sees warnings sees all rules, of the people only those of their scope. */
export const rules = crud(rule, {
  computedColumns: (viewer) => {
    const people = sql`from (select rule.*) rule join ${scoped(viewer, 'customer')} on ${covers}`;
    return {
      people: sql`(select count(*)::int ${people})`,
      unfed: sql`not exists (select 1 ${people} join reading_latest l on l.customer_id = customer.id and l.metric = any(${listensTo})
        and l.at > now() - interval '7 days')`,
    };
  },
  async beforeChange({ tx }, viewer, input, previous) {
    if (previous) await requireScope(tx, viewer, previous.scope as RuleScope);
    const next = { ...previous, ...input };
    if (input.scope) await requireScope(tx, viewer, input.scope);
    requireDefinition({
      kind: String(next.kind),
      metric: String(next.metric),
      definition: next.definition as Record<string, unknown> | undefined,
      hours: next.hours,
    });
    return undefined;
  },
  async beforeDelete({ tx }, viewer, row) {
    await requireScope(tx, viewer, row.scope as RuleScope);
  },
});
