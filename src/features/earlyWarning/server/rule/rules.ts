import { sql } from 'kysely';
import { requirePlatformWide } from '#server/auth/holders.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { crud } from '#server/crud/crud.ts';
import type { Db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { bigints } from '#server/db/values.ts';
import type { RuleKind } from '#shared/health/rule/definition.ts';
import { definitionProblem } from '#shared/health/rule/definitionProblem.ts';
import { type RuleScope, rule } from '../../contract/rule.ts';
import { covers, listensTo } from './scope.ts';

/** Throws 400 at the customers whom the viewer does not see. */
async function requireVisible(tx: Db, viewer: Viewer, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await tx.rows(sql<{ id: string }>`
    select customer.id::text as id from ${scoped(viewer, 'customer')} where customer.id = any(${bigints(ids)})`);
  if (rows.length < new Set(ids).size) throw invalidField('scope.customerIds', '客户不存在或不在你的范围');
}

/** Throws unless the viewer may set a rule for these people: named ones of their own, a project that is theirs as a whole, or everybody. */
async function requireScope(tx: Db, viewer: Viewer, scope: RuleScope): Promise<void> {
  const { projectId, customerIds = [], all, chronic = [], tag = [], abilityLevel = [] } = scope;
  await requireVisible(tx, viewer, customerIds);
  const { projects, departments } = viewer.scope;
  const isWhole = departments === null && (projects === null || projects.includes(projectId ?? ''));
  if (projectId !== undefined && !isWhole)
    throw invalidField('scope.projectId', '项目不存在，或你的数据范围不是整个项目');
  const isForMany = all === true || chronic.length + tag.length + abilityLevel.length > 0;
  if (isForMany && projectId === undefined) await requirePlatformWide(tx, viewer, '面向全部客户的规则');
}

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
    const problem = definitionProblem(next.kind as RuleKind, String(next.metric), next.definition ?? {});
    if (problem) throw invalidField(problem.field, problem.msg);
    if (next.hours && next.hours.from === next.hours.to)
      throw invalidField('hours.to', '结束时间不能与开始时间相同', 'order');
    return undefined;
  },
  async beforeDelete({ tx }, viewer, row) {
    await requireScope(tx, viewer, row.scope as RuleScope);
  },
});
