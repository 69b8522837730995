import { sql } from 'kysely';
import { requirePlatformWide } from '#server/auth/holders.ts';
import { invalidField, notFound } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { bigints } from '#server/db/values.ts';
import type { RuleHours, RuleKind } from '#shared/health/rule/definition.ts';
import { definitionProblem } from '#shared/health/rule/definitionProblem.ts';
import type { RuleScope } from '../../contract/rule.ts';

/** Returns whether the viewer sees all of these customers. */
async function seesCustomers(tx: Db, viewer: Viewer, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true;
  const rows = await tx.rows(sql<{ id: string }>`
    select customer.id::text as id from ${scoped(viewer, 'customer')} where customer.id = any(${bigints(ids)})`);
  return rows.length === new Set(ids).size;
}

/** Throws 404 for people or a project out of the viewer's scope. */
export async function requireVisible(
  tx: Db,
  viewer: Viewer,
  { customerIds = [], projectId }: RuleScope,
): Promise<void> {
  if (!(await seesCustomers(tx, viewer, customerIds))) throw notFound('客户');
  const { projects } = viewer.scope;
  if (projectId !== undefined && projects !== null && !projects.includes(projectId)) throw notFound('项目');
}

/** Throws unless the viewer may set a rule for these people: named ones of their own, a project that is theirs as a whole, or everybody. */
export async function requireScope(tx: Db, viewer: Viewer, scope: RuleScope): Promise<void> {
  const { projectId, customerIds = [], all, chronic = [], tag = [], abilityLevel = [] } = scope;
  if (!(await seesCustomers(tx, viewer, customerIds)))
    throw invalidField('scope.customerIds', '客户不存在或不在你的范围');
  const { projects, departments } = viewer.scope;
  const isWhole = departments === null && (projects === null || projects.includes(projectId ?? ''));
  if (projectId !== undefined && !isWhole)
    throw invalidField('scope.projectId', '项目不存在，或你的数据范围不是整个项目');
  const isForMany = all === true || chronic.length + tag.length + abilityLevel.length > 0;
  if (isForMany && projectId === undefined) await requirePlatformWide(tx, viewer, '面向全部客户的规则');
}

/** Throws 400 at the field unless the kind judges the sign by such a definition, in hours of some length. */
export function requireDefinition(rule: {
  kind: string;
  metric: string;
  definition: Readonly<Record<string, unknown>> | undefined;
  hours?: RuleHours | null | undefined;
}): void {
  const problem = definitionProblem(rule.kind as RuleKind, rule.metric, rule.definition ?? {});
  if (problem) throw invalidField(problem.field, problem.msg);
  if (rule.hours && rule.hours.from === rule.hours.to)
    throw invalidField('hours.to', '结束时间不能与开始时间相同', 'order');
}
