import type { Scope } from '#server/core/viewer.ts';

/** The rule of `scoped` (db/scoped.ts) for a row in hand (a live event): whether the viewer may see it; whose it is may not be known yet (null). */
export function inScope(
  scope: Scope,
  userId: string,
  row: { departmentId: string; projectId: string; ownerId: string | null; owners: readonly string[] | null },
): boolean {
  if (scope.projects && !scope.projects.includes(row.projectId)) return false;
  if (scope.kind === 'self') return row.ownerId === userId || (row.owners?.includes(userId) ?? true);
  return scope.departments === null || scope.departments.includes(row.departmentId);
}
