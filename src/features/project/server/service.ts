import { sql } from 'kysely';
import { defaultOwnership } from '#server/auth/defaultOwnership.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import { countOwned, ownedByProject } from '#server/feature/ownedCounts.ts';
import type { WarnLevel, WarnType } from '#shared/codes.ts';
import type { Rung } from '../contract.ts';

export { administratorsOf } from './administrators.ts';
export { visibleProjectCondition } from './list.ts';
export type { ProjectHooks } from './projectHooks.ts';

/** Returns the limits and ladders of projects, by id. */
export async function limitsOf(tx: Db, ids: string[]) {
  const rows = await tx
    .selectFrom('project')
    .select(['id', 'timeZone', 'claimSeconds', 'progressSeconds', 'batchLimit', 'ladder', 'warnLevels'])
    .where('id', '=', any(ids))
    .$narrowType<{ ladder: Rung[]; warnLevels: Partial<Record<WarnType, WarnLevel>> }>()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the lowest 批量上限 of these projects, null for all. */
export async function leastBatchLimit(ids: readonly string[] | null): Promise<number> {
  const row = await db.row(sql<{ least: number | null }>`
    select min(batch_limit) as least from project where deleted_at is null and (${ids === null} or id = any(${ids}::bigint[]))`);
  return row?.least ?? 10;
}

/** Returns the public name and the hotline of a project's service; the hotline is null when not set. */
export async function hotlineOf(tx: Db, id: string): Promise<{ name: string; hotline: string | null }> {
  const row = await tx.row(sql<{ name: string; hotline: string | null }>`
    select coalesce(screen_title, name) as name, hotline from project where id = ${id}`);
  if (!row) throw new Error('no project');
  return row;
}

/**
 * Returns projects that the viewer may name, null for all: the viewer's own list, else those of departments in scope
 * and above, since contracts above cover them. /
 */
export async function usableProjects(viewer: Pick<Viewer, 'scope'>): Promise<readonly string[] | null> {
  const { departments, projects } = viewer.scope;
  if (projects !== null || departments === null) return projects;
  const rows = await db.rows(sql<{ id: string }>`
    select id::text from project where deleted_at is null and department_id in (
      select unnest(path) from department where id = any(${departments}::bigint[]))`);
  return rows.map(({ id }) => id);
}

/** Returns the projects of a row that a viewer limited to `usable` may name, and the number of the others. */
export function namedProjects(
  usable: readonly string[] | null,
  all: readonly string[] | null,
): { projectIds: string[] | null; otherProjects: number } {
  const named = all?.filter((id) => usable?.includes(id) ?? true) ?? null;
  return { projectIds: named, otherProjects: (all?.length ?? 0) - (named?.length ?? 0) };
}

/** Returns the projects of a row after an edit: those that the viewer may not name (`usable`) stay as they are. */
export function projectsAfter(
  usable: readonly string[] | null,
  former: readonly string[] | null,
  requested: readonly string[] | null,
): string[] | null {
  const unseen = former?.filter((id) => !(usable?.includes(id) ?? true)) ?? [];
  return unseen.length === 0 ? requested && [...requested] : [...new Set([...(requested ?? []), ...unseen])];
}

/** Returns the usable projects by name, for a form. */
export async function projectOptions(viewer: Pick<Viewer, 'scope'>): Promise<{ value: string; label: string }[]> {
  const usable = await usableProjects(viewer);
  return db.rows(sql<{ value: string; label: string }>`
    select id::text as value, name as label from project where deleted_at is null
      and (${usable === null} or id = any(${usable ?? []}::bigint[])) order by id`);
}

/**
 * Returns department and project of a new row: the requested ones if in scope, else the viewer's. 400 naming the field
 * when out of scope or the department is disabled. With the scope `self` records belong to the viewer's department.
 */
export async function ownershipForNew(
  viewer: Viewer,
  requested: { departmentId?: string | undefined; projectId?: string | undefined },
): Promise<{ departmentId: string; projectId: string }> {
  const home = await defaultOwnership(db);
  const { departments, kind } = viewer.scope;
  const projects = await usableProjects(viewer);
  const departmentId =
    requested.departmentId ?? (viewer.departmentId === '0' ? home.departmentId : viewer.departmentId);
  const projectId = requested.projectId ?? viewer.scope.projects?.[0] ?? home.projectId;
  const row = await db.row(sql<{ department: string | null; project: boolean }>`
    select (select status from department where id = ${departmentId} and deleted_at is null) as department,
      exists (select 1 from project where id = ${projectId} and deleted_at is null) as project`);
  const usable = departments?.includes(departmentId) ?? true;
  if (!row?.department || !(usable || (kind === 'self' && departmentId === viewer.departmentId)))
    throw invalidField('departmentId', '部门不存在或不在你的范围');
  if (requested.departmentId !== undefined && row.department !== 'enabled')
    throw invalidField('departmentId', '部门已停用');
  if (!row.project || (requested.projectId !== undefined && projects && !projects.includes(projectId)))
    throw invalidField('projectId', '项目不存在或不在你的范围');
  return { departmentId, projectId };
}

interface Terms {
  status: string;
  expired: boolean;
  quota: number | null;
}

const kinds = {
  customers: { quota: sql`p.quota_customer`, word: '客户', unit: '人' },
  equipment: { quota: sql`p.quota_equipment`, word: '设备', unit: '台' },
};

/**
 * Checks that a project takes `count` more rows; 400 about `projectId` when its quota is full, for customers also when
 * the contract is over. Locks the project until the end of the transaction, against concurrent use of the last place.
 */
export async function reserveQuota(tx: Db, projectId: string, kind: keyof typeof kinds, count = 1): Promise<void> {
  const { quota, word, unit } = kinds[kind];
  await sql`select 1 from project where id = ${projectId} for no key update`.execute(tx);
  const row = await tx.row(sql<Terms>`
    select p.status, coalesce(p.end_date < (now() at time zone p.time_zone)::date, false) as expired, ${quota} as quota
    from project p where p.id = ${projectId} and p.deleted_at is null`);
  if (!row) throw invalidField('projectId', '项目不存在或不在你的范围');
  if (row.status === 'closed') throw invalidField('projectId', `项目已结项，不能新增${word}`, 'closed');
  if (kind === 'customers' && row.expired)
    throw invalidField('projectId', '项目已到期，不能新增客户，请先续期', 'expired');
  if (row.quota === null) return;
  const { [kind]: used = 0 } = await countOwned(tx, 'project_id', [projectId]);
  if (used + count > row.quota)
    throw invalidField('projectId', `项目的${word}配额已满（${used}/${row.quota} ${unit}）`, 'quota');
}

/** Returns the projects that the viewer may name and that have a quota of this kind, with its use. */
export async function quotasOf(
  viewer: Viewer,
  kind: keyof typeof kinds,
): Promise<{ project: string; quota: number; used: number; unit: string }[]> {
  const { quota, unit } = kinds[kind];
  const usable = await usableProjects(viewer);
  const rows = await db.rows(sql<{ id: string; name: string; quota: number }>`
    select p.id::text, p.name, ${quota} as quota from project p
    where p.deleted_at is null and p.status <> 'closed' and ${quota} is not null
      and (${usable === null} or p.id = any(${usable ?? []}::bigint[])) order by p.name`);
  const used = await ownedByProject(
    kind,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ project: row.name, quota: row.quota, used: used.get(row.id) ?? 0, unit }));
}

/** Data of the installation that needs no login. */
export interface PublicFace {
  name: string;
  hotline: string | null;
  /** Help text for users who cannot log in. */
  help: string | null;
}

/**
 * Returns the only project's public data; the default project counts when there is no other. Null with several
 * projects: none speaks for the others or may be disclosed.
 */
export async function publicFace(): Promise<PublicFace | null> {
  const row = await db.row(sql<PublicFace>`
    with p as (select * from project where deleted_at is null),
      own as (select * from p where code <> 'default' or not exists (select 1 from p where code <> 'default'))
    select coalesce(screen_title, name) as name, hotline, login_help as help from own where (select count(*) from own) = 1`);
  return row ?? null;
}
