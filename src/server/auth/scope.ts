import type { Scope } from '#server/core/viewer.ts';

/**
 * Applies the rule of `scoped` (db/scoped.ts) to one row, e.g. of a live event; `owners` null: owners unknown, visible.
 */
export function inScope(
  scope: Scope,
  userId: string,
  row: { departmentId: string; projectId: string; ownerId: string | null; owners: readonly string[] | null },
): boolean {
  if (scope.projects && !scope.projects.includes(row.projectId)) return false;
  if (scope.kind === 'self') return row.ownerId === userId || (row.owners?.includes(userId) ?? true);
  return scope.departments === null || scope.departments.includes(row.departmentId);
}
