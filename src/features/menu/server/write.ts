import { type Selectable, sql } from 'kysely';
import type { menuApi as Contract, MenuRow } from '#features/menu/contract.ts';
import { invalidField, notFound, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import type { Menu } from '#server/db/tables.ts';
import { any, now } from '#server/db/values.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { stale } from '#server/feature/stale.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { changePermissions } from './change.ts';
import { validateChildren, validateParent, validatePermission, validateShape } from './rules.ts';
import { menuRows } from './tree.ts';

type Api = typeof Contract;
type Changed = OutputOf<Api['addMenu']>;

/** Changes menus, one change at a time; validates the permissions granted and revoked. */
export function changeMenus<T>(viewer: Viewer, fn: (ctx: CommandContext) => Promise<T>): Promise<T> {
  return changePermissions(viewer, { path: '/system/menu', field: 'permission' }, fn);
}

async function menuOf(tx: Db, id: string): Promise<Selectable<Menu>> {
  const row = await tx
    .selectFrom('menu')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('菜单');
  return row;
}

function validateUrl(rows: readonly MenuRow[], id: string | null, type: string, url: string | null): void {
  if (type !== 'menu' || url === null) return;
  const other = rows.find((row) => row.type === 'menu' && row.url === url && row.id !== id);
  if (other) throw invalidField('url', `菜单「${other.name}」已是这个地址`, 'unique');
}

/** Adds an entry, by default at the end of its parent; `sort` overrides the position. */
export async function addMenu(viewer: Viewer, input: InputOf<Api['addMenu']>): Promise<Changed> {
  const { parentId = null, ...values } = input;
  const shape = { type: input.type, url: input.url ?? null, permission: input.permission ?? null };
  validateShape(shape);
  validatePermission(viewer, shape.permission);
  return changeMenus(viewer, async ({ tx }) => {
    const rows = await menuRows(tx);
    validateParent(rows, shape, parentId);
    validateUrl(rows, null, shape.type, shape.url);
    const last = Math.max(-1, ...rows.filter((row) => row.parentId === parentId).map((row) => row.sort));
    const row = await tx
      .insertInto('menu')
      .values({
        sort: last + 1,
        visible: input.type !== 'button',
        ...values,
        parentId,
        createdBy: viewer.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id: row.id, version: 1 };
  });
}

/** Changes an entry; another parent moves it. 409 if the entry was changed meanwhile. */
export async function editMenu(viewer: Viewer, input: InputOf<Api['editMenu']>): Promise<Changed> {
  const { id, version, ...patch } = input;
  return changeMenus(viewer, async ({ tx }) => {
    const row = await menuOf(tx, id);
    if (row.version !== version) throw await stale(tx, 'menu', id, version, row);
    const next = { ...row, ...patch };
    validateShape(next);
    if (next.permission !== row.permission) validatePermission(viewer, next.permission);
    const rows = await menuRows(tx);
    if (next.type !== row.type) validateChildren(rows, id, next.type);
    if (next.parentId !== row.parentId || next.type !== row.type)
      validateParent(rows, { id, type: next.type }, next.parentId);
    validateUrl(rows, id, next.type, next.url);
    await tx
      .updateTable('menu')
      .set({ ...patch, parentId: next.parentId, version: version + 1 })
      .where('id', '=', id)
      .execute();
    return { id, version: version + 1 };
  });
}

/** Moves an entry to a parent and to an index among its siblings. */
export async function moveMenu(viewer: Viewer, input: InputOf<Api['moveMenu']>): Promise<Changed> {
  const parentId = input.parentId ?? null;
  return changeMenus(viewer, async ({ tx }) => {
    const row = await menuOf(tx, input.id);
    const rows = await menuRows(tx);
    validateParent(rows, { id: row.id, type: row.type }, parentId);
    await tx
      .updateTable('menu')
      .set({ parentId, version: row.version + 1 })
      .where('id', '=', row.id)
      .execute();
    const others = rows
      .filter((sibling) => sibling.parentId === parentId && sibling.id !== row.id)
      .map((sibling) => sibling.id);
    others.splice(Math.min(input.index ?? others.length, others.length), 0, row.id);
    // The move increments the version, so that the next start does not undo it.
    await sql`
      update menu m set sort = o.place - 1
      from unnest(${`{${others.join(',')}}`}::bigint[]) with ordinality o (id, place) where m.id = o.id and m.sort <> o.place - 1`.execute(
      tx,
    );
    return { id: row.id, version: row.version + 1 };
  });
}

/** Sets the status; a disabled entry is in no menu and grants nothing. */
export async function updateMenuStatus(viewer: Viewer, input: InputOf<Api['updateMenuStatus']>): Promise<Changed> {
  return changeMenus(viewer, async ({ tx }) => {
    const row = await menuOf(tx, input.id);
    if (input.status === 'enabled') validatePermission(viewer, row.permission);
    await tx
      .updateTable('menu')
      .set({ status: input.status, version: row.version + 1 })
      .where('id', '=', row.id)
      .execute();
    return { id: row.id, version: row.version + 1 };
  });
}

/** Deletes entries without children that no role has, all or none; a refusal names the roles. */
export async function deleteMenu(viewer: Viewer, { ids }: InputOf<Api['deleteMenu']>): Promise<null> {
  return changeMenus(viewer, async ({ tx }) => {
    const rows = await menuRows(tx);
    for (const id of ids) {
      const row = rows.find((menu) => menu.id === id);
      if (!row) throw notFound('菜单');
      const children = rows.filter((child) => child.parentId === id && !ids.includes(child.id));
      if (children.length > 0)
        throw new Problem(
          409,
          `「${row.name}」下还有${children.map((child) => `「${child.name}」`).join('')}，不能删除`,
          {
            children: children.map((child) => child.name),
          },
        );
      if (row.roles.length > 0)
        throw new Problem(409, `「${row.name}」被角色 ${row.roles.join('、')} 使用，不能删除`, { roles: row.roles });
    }
    await tx.updateTable('menu').set({ deletedAt: now }).where('id', '=', any(ids)).execute();
    return null;
  });
}
