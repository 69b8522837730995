import { sql } from 'kysely';
import type { departmentApi } from '#features/department/contract.ts';
import { invalidField, notFound, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { now } from '#server/db/values.ts';
import { runAfterMerge } from '#server/feature/departmentMerge.ts';
import { countOwned } from '#server/feature/ownedCounts.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { changeTree, departments, rebase } from './write.ts';

type Api = typeof departmentApi;

/** History tables: their rows keep the department of their time. */
const history = ['cmd_log', 'event', 'login_log'];
/** Link tables that may already contain the target department; other features merge them. */
const links = ['role_department', 'user_extra_department'];

/** Returns every table with a `department_id` column, so that a new table is included. */
async function tablesWithDepartment(tx: Db): Promise<string[]> {
  const rows = await tx.rows(sql<{ name: string }>`
    select c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and a.attname = 'department_id' and not a.attisdropped and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname`);
  return rows.map((row) => row.name).filter((name) => !links.includes(name) && !history.includes(name));
}

async function moveRows(tx: Db, table: string, from: string, to: string): Promise<number> {
  return tx.affected(sql`update ${sql.table(table)} set department_id = ${to} where department_id = ${from}`);
}

async function moveChildren(
  tx: Db,
  from: { id: string; path: string[] },
  to: { id: string; path: string[] },
): Promise<void> {
  const children = await tx
    .selectFrom('department')
    .select(['id', 'path'])
    .where('parentId', '=', from.id)
    .where('deletedAt', 'is', null)
    .execute();
  const clash = await tx.row(sql<{ name: string }>`
    select a.name from department a join department b on b.name = a.name and b.parent_id = ${to.id} and b.deleted_at is null and b.id <> ${from.id}
    where a.parent_id = ${from.id} and a.deleted_at is null`);
  if (clash) throw invalidField('toId', `两个部门都有下级「${clash.name}」，请先改名或合并它们`, 'unique');
  for (const child of children) {
    await tx.updateTable('department').set({ parentId: to.id }).where('id', '=', child.id).execute();
    await rebase(tx, child, to.path);
  }
}

/**
 * Merges a department into another one: moves its rows and lower departments, deletes it and stores the target in
 * `merged_into`. The change log records each row.
 */
export async function mergeDepartment(
  viewer: Viewer,
  { fromId, toId }: InputOf<Api['mergeDepartment']>,
): Promise<OutputOf<Api['mergeDepartment']>> {
  if (fromId === toId) throw invalidField('toId', '不能并入自己');
  // Such a viewer would move rows of other projects without seeing them.
  if (viewer.scope.projects !== null) throw new Problem(400, '你只负责部分项目，不能合并部门');
  return changeTree(viewer, async (ctx) => {
    const { tx } = ctx;
    const from = await departments.lock(tx, viewer, fromId);
    const to = await departments.lock(tx, viewer, toId).catch(() => {
      throw notFound('并入的部门');
    });
    if (from.parentId === null) throw invalidField('fromId', '根部门不能并入别的部门');
    if (to.path.includes(from.id)) throw invalidField('toId', '不能并入自己的下级', 'cycle');
    if (to.status !== 'enabled') throw invalidField('toId', '并入的部门已停用');
    const { warns = 0 } = await countOwned(tx, 'department_id', [fromId]);
    const moved: Record<string, number> = {};
    for (const table of await tablesWithDepartment(tx)) moved[table] = await moveRows(tx, table, fromId, toId);
    await runAfterMerge(ctx, fromId, toId);
    await moveChildren(tx, from, to);
    await tx.updateTable('department').set({ mergedInto: toId, deletedAt: now }).where('id', '=', fromId).execute();
    return {
      id: toId,
      users: moved.user ?? 0,
      customers: moved.customer ?? 0,
      equipment: moved.equipment ?? 0,
      warns,
    };
  });
}
