import { type Selectable, sql, type Updateable } from 'kysely';
import type { departmentApi } from '#features/department/contract.ts';
import { requireCode } from '#features/dictionary/server/service.ts';
import { requireRegion } from '#features/region/server/service.ts';
import { invalidField, notFound, Problem } from '#server/core/problem.ts';
import { constraintOf, sqlState } from '#server/core/retry.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import type { Department } from '#server/db/tables.ts';
import { any, now } from '#server/db/values.ts';
import { type Change, command } from '#server/feature/command.ts';
import { countPlaced, type PlacedCounts, placedKinds } from '#server/feature/placed.ts';
import { stale } from '#server/feature/stale.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Holder } from '#shared/holder.ts';
import { leaderOf, leadersNamed } from './leader.ts';

type Api = typeof departmentApi;
type Row = Selectable<Department>;
type Changed = OutputOf<Api['addDepartment']>;

/** One change of the tree at a time: two moves that are each right can make a circle together. */
async function lockTree(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('department'))`.execute(tx);
}

/** Runs a change of the tree; the scopes of everybody follow it at once. */
export function changeTree<T>(viewer: Viewer, fn: (change: Change) => Promise<T>): Promise<T> {
  const changed = command(viewer, async (change) => {
    await lockTree(change.tx);
    const result = await fn(change);
    change.touch('permission');
    return result;
  });
  return changed.catch((error: unknown) => {
    throw sqlState(error) === '23505' ? nameOrCode(error) : error;
  });
}

function nameOrCode(error: unknown): Problem {
  return constraintOf(error) === 'department_code'
    ? invalidField('code', '部门编码已存在', 'unique')
    : invalidField('name', '同一上级下已有同名部门', 'unique');
}

/** A department in the viewer's scope, locked; 404 for a missing one and for one out of scope. */
export async function seenDepartment(tx: Db, viewer: Viewer, id: string): Promise<Row> {
  const { departments } = viewer.scope;
  const inScope = departments === null || departments.includes(id);
  const row = inScope
    ? await tx
        .selectFrom('department')
        .selectAll()
        .where('id', '=', id)
        .where('deletedAt', 'is', null)
        .forUpdate()
        .executeTakeFirst()
    : undefined;
  if (!row) throw notFound('部门');
  return row;
}

/** Where something new or moved is put: nothing comes into a disabled department. */
async function parentFor(tx: Db, viewer: Viewer, id: string): Promise<Row> {
  const row = await seenDepartment(tx, viewer, id).catch(() => {
    throw invalidField('parentId', '上级部门不存在或不在你的范围');
  });
  if (row.status !== 'enabled') throw invalidField('parentId', '上级部门已停用');
  return row;
}

/** Who may not see the parent neither takes the department away from it nor orders what else stands there. */
function keepTop(viewer: Viewer, row: Row): void {
  const { departments } = viewer.scope;
  if (row.parentId !== null && departments !== null && !departments.includes(row.parentId))
    throw invalidField('parentId', '不能移动自己范围的最上级部门');
}

async function write(tx: Db, { id, version }: Row, patch: Updateable<Department> = {}): Promise<Changed> {
  await tx
    .updateTable('department')
    .set({ ...patch, version: version + 1 })
    .where('id', '=', id)
    .execute();
  return { id, version: version + 1 };
}

function checkPlace(input: { lat?: number | null | undefined; lng?: number | null | undefined }): void {
  if (((input.lat ?? null) === null) !== ((input.lng ?? null) === null)) throw invalidField('lat', '经纬度须同时填写');
  if (input.lat === 0 && input.lng === 0) throw invalidField('lat', '定位无效');
}

/** Adds a department below another one of the viewer's scope. 400 names the field: parent, name and code. */
export async function addDepartment(viewer: Viewer, input: InputOf<Api['addDepartment']>): Promise<Changed> {
  checkPlace(input);
  requireRegion(input.regionCode);
  return changeTree(viewer, async ({ tx }) => {
    const parent = await parentFor(tx, viewer, input.parentId);
    await requireCode(tx, 'department_type', input.type, 'type');
    const leader = await leaderOf(tx, viewer, input);
    const { id } = await tx
      .insertInto('department')
      .values({ ...input, ...leader, path: [], createdBy: viewer.userId })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .updateTable('department')
      .set({ path: [...parent.path, id] })
      .where('id', '=', id)
      .execute();
    return { id, version: 1 };
  });
}

/** Changes a department; another parent moves it. 409 when somebody changed it meanwhile. */
export async function editDepartment(viewer: Viewer, input: InputOf<Api['editDepartment']>): Promise<Changed> {
  const { id, version, parentId, ...patch } = input;
  return changeTree(viewer, async ({ tx }) => {
    const row = await seenDepartment(tx, viewer, id);
    if (row.version !== version) throw await leadersNamed(tx, await stale(tx, 'department', id, version, row));
    checkPlace({ lat: row.lat, lng: row.lng, ...patch });
    if (patch.type !== undefined && patch.type !== row.type)
      await requireCode(tx, 'department_type', patch.type, 'type');
    // A code that the country has withdrawn meanwhile stands until somebody touches it.
    if (patch.regionCode !== row.regionCode) requireRegion(patch.regionCode);
    keepRoot(row, patch.status);
    const leader = await leaderOf(tx, viewer, patch, row.leaderId);
    if (parentId !== undefined && parentId !== row.parentId) await moveTo(tx, viewer, row, parentId);
    return write(tx, row, { ...patch, ...leader });
  });
}

function keepRoot(row: Row, status: string | undefined): void {
  if (row.parentId === null && status === 'disabled') throw invalidField('status', '根部门不能停用');
}

async function moveTo(tx: Db, viewer: Viewer, row: Row, parentId: string): Promise<void> {
  if (row.parentId === null) throw invalidField('parentId', '根部门不能移动');
  keepTop(viewer, row);
  const parent = await parentFor(tx, viewer, parentId);
  if (parent.path.includes(row.id)) throw invalidField('parentId', '不能移到自己或自己的下级', 'cycle');
  await tx.updateTable('department').set({ parentId }).where('id', '=', row.id).execute();
  await rebase(tx, row, parent.path);
}

/** Puts a department and all below it on the path of its new parent. */
export async function rebase(tx: Db, row: Pick<Row, 'id' | 'path'>, above: readonly string[]): Promise<void> {
  await sql`
    update department set path = ${above}::bigint[] || path[${row.path.length}::int:]
    where path[${row.path.length}::int] = ${row.id}::bigint`.execute(tx);
}

/** Moves a department under another parent and to a place among its siblings. */
export async function moveDepartment(viewer: Viewer, input: InputOf<Api['moveDepartment']>): Promise<Changed> {
  return changeTree(viewer, async ({ tx }) => {
    const row = await seenDepartment(tx, viewer, input.id);
    keepTop(viewer, row);
    if (input.parentId !== row.parentId) await moveTo(tx, viewer, row, input.parentId);
    const moved = await write(tx, row);
    await place(tx, row.id, input.parentId, input.index ?? Number.MAX_SAFE_INTEGER);
    return moved;
  });
}

/** Numbers the children of a parent anew with one of them at `index`. */
async function place(tx: Db, id: string, parentId: string, index: number): Promise<void> {
  const rows = await tx
    .selectFrom('department')
    .select('id')
    .where('parentId', '=', parentId)
    .where('deletedAt', 'is', null)
    .orderBy('sort')
    .orderBy('id')
    .execute();
  const others = rows.map((one) => one.id).filter((one) => one !== id);
  others.splice(Math.min(index, others.length), 0, id);
  await sql`
    update department d set sort = o.place - 1 from unnest(${others}::bigint[]) with ordinality o (id, place)
    where d.id = o.id and d.sort <> o.place - 1`.execute(tx);
}

/** Enables or disables; history stays, but nothing new is put into a disabled department. */
export async function updateDepartmentStatus(
  viewer: Viewer,
  input: InputOf<Api['updateDepartmentStatus']>,
): Promise<Changed> {
  return changeTree(viewer, async ({ tx }) => {
    const row = await seenDepartment(tx, viewer, input.id);
    keepRoot(row, input.status);
    return write(tx, row, { status: input.status });
  });
}

interface Use {
  children: number;
  users: number;
  projects: number;
  roles: number;
}

/** Everything that stands in the departments, in anybody's scope; departments of the list itself do not count as children. */
async function useOf(tx: Db, ids: readonly string[]): Promise<Use & PlacedCounts> {
  const list = any(ids);
  const found = await sql<Use>`
    select (select count(*)::int from department where parent_id = ${list} and deleted_at is null and not (id = ${list})) as children,
      (select count(*)::int from "user" u where deleted_at is null and (department_id = ${list}
        or exists (select 1 from user_extra_department e where e.user_id = u.id and e.department_id = ${list}))) as users,
      (select count(*)::int from project where department_id = ${list} and deleted_at is null) as projects,
      (select count(*)::int from role_department rd join role r on r.id = rd.role_id and r.deleted_at is null where rd.department_id = ${list}) as roles`.execute(
    tx,
  );
  const [use] = found.rows;
  if (!use) throw new Error('no counts');
  return { ...use, ...(await countPlaced(tx, 'department_id', ids)) };
}

/** What stands in a department, and the list that shows it, to which the department is appended; its children stand below it. */
const ownKinds = [
  { name: 'children', noun: '下级部门', list: null, sort: 0 },
  { name: 'users', noun: '用户', list: '/user/list?departmentId=', sort: 10 },
  { name: 'projects', noun: '项目', list: '/project/list?departmentId=', sort: 40 },
  { name: 'roles', noun: '角色的数据范围', list: null, sort: 50 },
] as const;

/** Deletes departments that nothing stands in, all or none; what logs and history refer to stays in the database. */
export async function deleteDepartment(viewer: Viewer, input: InputOf<Api['deleteDepartment']>): Promise<null> {
  return changeTree(viewer, async ({ tx }) => {
    for (const id of input.ids) {
      const row = await seenDepartment(tx, viewer, id);
      if (row.parentId === null) throw new Problem(409, '根部门不能删除');
    }
    const use = await useOf(tx, input.ids);
    const holders = [...ownKinds, ...(await placedKinds())]
      .sort((a, b) => a.sort - b.sort)
      .map(({ name, noun, list }): Holder => {
        const url = list && input.ids.length === 1 ? `${list}${input.ids[0]}` : null;
        return { noun, count: use[name] ?? 0, url };
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
