import { sql } from 'kysely';
import { department, type departmentApi } from '#features/department/contract.ts';
import { requireCode } from '#features/dictionary/server/service.ts';
import { requireRegion } from '#features/region/server/service.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { crud, type ResourceInput, type Stored } from '#server/crud/crud.ts';
import type { Db } from '#server/db/db.ts';
import { any, bigints, now } from '#server/db/values.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { countOwned, type OwnedCounts, ownedKinds } from '#server/feature/ownedCounts.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Holder } from '#shared/holder.ts';
import { leaderOf, nameLeaders } from './leader.ts';

type Api = typeof departmentApi;
type Fields = typeof department.fields;
type Row = Stored<Fields, 'department'>;
type Changed = OutputOf<Api['moveDepartment']>;

/** Locks the tree for one change at a time: two valid moves together could make a cycle. */
async function lockTree(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('department'))`.execute(tx);
}

/** Runs a change of the tree; the scopes of all users follow at once. */
export function changeTree<T>(viewer: Viewer, fn: (ctx: CommandContext) => Promise<T>): Promise<T> {
  return departments.transaction(viewer, async (ctx) => {
    const result = await fn(ctx);
    ctx.invalidate('permission');
    return result;
  });
}

/** Returns and locks the parent for a new or moved department; 400 if it is disabled or outside the scope. */
async function parentFor(tx: Db, viewer: Viewer, id: string): Promise<Row> {
  const row = await departments.lock(tx, viewer, id).catch(() => {
    throw invalidField('parentId', '上级部门不存在或不在你的范围');
  });
  if (row.status !== 'enabled') throw invalidField('parentId', '上级部门已停用');
  return row;
}

/** Validates that the viewer sees the parent: else the department cannot be moved or reordered. */
function validateMovable(viewer: Viewer, row: Row): void {
  const { departments } = viewer.scope;
  if (row.parentId !== null && departments !== null && !departments.includes(row.parentId))
    throw invalidField('parentId', '不能移动自己范围的最上级部门');
}

function validatePosition(input: { lat?: number | null | undefined; lng?: number | null | undefined }): void {
  if (((input.lat ?? null) === null) !== ((input.lng ?? null) === null)) throw invalidField('lat', '经纬度须同时填写');
  if (input.lat === 0 && input.lng === 0) throw invalidField('lat', '定位无效');
}

function validateRootEnabled(row: Row, status: string | undefined): void {
  if (row.parentId === null && status === 'disabled') throw invalidField('status', '根部门不能停用');
}

/** Returns the new parent of a department. 400 if the department or the target does not allow the move. */
async function newParent(tx: Db, viewer: Viewer, row: Row, parentId: string): Promise<Row> {
  if (row.parentId === null) throw invalidField('parentId', '根部门不能移动');
  validateMovable(viewer, row);
  const parent = await parentFor(tx, viewer, parentId);
  if (parent.path.includes(row.id)) throw invalidField('parentId', '不能移到自己或自己的下级', 'cycle');
  return parent;
}

/** Validates the references and the position of a department; returns its leader. */
async function validateDepartment(
  { tx }: CommandContext,
  viewer: Viewer,
  input: ResourceInput<Fields>,
  previous: Row | null,
) {
  const { lat = previous?.lat, lng = previous?.lng } = input;
  validatePosition({ lat, lng });
  // A region code that was withdrawn meanwhile stays until a user changes it.
  if (input.regionCode !== previous?.regionCode) requireRegion(input.regionCode);
  if (!previous) await parentFor(tx, viewer, input.parentId ?? '');
  if (input.type !== undefined && input.type !== previous?.type)
    await requireCode(tx, 'department_type', input.type, 'type');
  if (previous) validateRootEnabled(previous, input.status);
  const leader = await leaderOf(tx, viewer, input, previous?.leaderId);
  if (previous && input.parentId !== undefined && input.parentId !== previous.parentId)
    await newParent(tx, viewer, previous, input.parentId);
  return { values: { ...leader, ...(previous ? {} : { path: [] }) } };
}

/** Departments in the viewer's scope; the scopes of all users follow a change at once. */
export const departments = crud(department, {
  acquireLocks: lockTree,
  readAccess: ({ scope }) =>
    scope.departments === null ? undefined : sql`department.id = any(${bigints(scope.departments)})`,
  beforeChange: validateDepartment,
  invalidates: 'permission',
  describeConflict: nameLeaders,
  async afterChange({ tx }, _viewer, id, { parentId }, before) {
    if (parentId === undefined || parentId === before?.parentId) return;
    const { path } = await tx
      .selectFrom('department')
      .select('path')
      .where('id', '=', parentId)
      .executeTakeFirstOrThrow();
    if (before) await rebase(tx, before, path);
    else
      await tx
        .updateTable('department')
        .set({ path: [...path, id] })
        .where('id', '=', id)
        .execute();
  },
});

/** Puts a department and its lower departments on the path of its new parent. */
export async function rebase(tx: Db, row: Pick<Row, 'id' | 'path'>, above: readonly string[]): Promise<void> {
  await sql`
    update department set path = ${above}::bigint[] || path[${row.path.length}::int:]
    where path[${row.path.length}::int] = ${row.id}::bigint`.execute(tx);
}

/** Moves a department to a parent and to an index among its siblings. */
export async function moveDepartment(viewer: Viewer, input: InputOf<Api['moveDepartment']>): Promise<Changed> {
  const { id, parentId, index = Number.MAX_SAFE_INTEGER } = input;
  return changeTree(viewer, async ({ tx }) => {
    const row = await departments.lock(tx, viewer, id);
    validateMovable(viewer, row);
    if (parentId !== row.parentId) await rebase(tx, row, (await newParent(tx, viewer, row, parentId)).path);
    const version = await departments.write(tx, id, { parentId });
    await reorderSiblings(tx, id, parentId, index);
    return { id, version };
  });
}

/** Renumbers the children of a parent with department `id` at `index`. */
async function reorderSiblings(tx: Db, id: string, parentId: string, index: number): Promise<void> {
  const rows = await tx
    .selectFrom('department')
    .select('id')
    .where('parentId', '=', parentId)
    .where('deletedAt', 'is', null)
    .orderBy('sort')
    .orderBy('id')
    .execute();
  const others = rows.map((sibling) => sibling.id).filter((sibling) => sibling !== id);
  others.splice(Math.min(index, others.length), 0, id);
  await sql`
    update department d set sort = o.place - 1 from unnest(${others}::bigint[]) with ordinality o (id, place)
    where d.id = o.id and d.sort <> o.place - 1`.execute(tx);
}

interface Use {
  children: number;
  users: number;
  projects: number;
  roles: number;
}

/** Counts all rows in the departments, regardless of scope; children that are in the list itself do not count. */
async function useOf(tx: Db, ids: readonly string[]): Promise<Use & OwnedCounts> {
  const list = any(ids);
  const use = await tx.row(sql<Use>`
    select (select count(*)::int from department where parent_id = ${list} and deleted_at is null and not (id = ${list})) as children,
      (select count(*)::int from "user" u where deleted_at is null and (department_id = ${list}
        or exists (select 1 from user_extra_department e where e.user_id = u.id and e.department_id = ${list}))) as users,
      (select count(*)::int from project where department_id = ${list} and deleted_at is null) as projects,
      (select count(*)::int from role_department rd join role r on r.id = rd.role_id and r.deleted_at is null where rd.department_id = ${list}) as roles`);
  if (!use) throw new Error('no counts');
  return { ...use, ...(await countOwned(tx, 'department_id', ids)) };
}

/** Row kinds that belong to a department, with their list; the department's id is appended. Children have no list. */
const ownKinds = [
  { name: 'children', rowLabel: '下级部门', list: null, sort: 0 },
  { name: 'users', rowLabel: '用户', list: '/user/list?departmentId=', sort: 10 },
  { name: 'projects', rowLabel: '项目', list: '/project/list?departmentId=', sort: 40 },
  { name: 'roles', rowLabel: '角色的数据范围', list: null, sort: 50 },
] as const;

/** Deletes departments without rows, all or none. The rows stay in the database for logs and history. */
export async function deleteDepartment(viewer: Viewer, input: InputOf<Api['deleteDepartment']>): Promise<null> {
  return changeTree(viewer, async ({ tx }) => {
    for (const id of input.ids) {
      const row = await departments.lock(tx, viewer, id);
      if (row.parentId === null) throw new Problem(409, '根部门不能删除');
    }
    const use = await useOf(tx, input.ids);
    const holders = [...ownKinds, ...(await ownedKinds())]
      .sort((a, b) => a.sort - b.sort)
      .map(({ name, rowLabel, list }): Holder => {
        const url = list && input.ids.length === 1 ? `${list}${input.ids[0]}` : null;
        return { noun: rowLabel, count: use[name] ?? 0, url };
      })
      .filter(({ count }) => count > 0);
    if (holders.length > 0) {
      const text = holders.map(({ noun }) => noun).join('/');
      const count = holders.reduce((sum, holder) => sum + holder.count, 0);
      throw new Problem(409, `该部门下存在${text}，不能删除`, { ...use, count, holders });
    }
    await tx.updateTable('department').set({ deletedAt: now }).where('id', '=', any(input.ids)).execute();
    return null;
  });
}
