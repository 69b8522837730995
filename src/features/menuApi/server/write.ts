import { sql } from 'kysely';
import { changeCatalogue, changePermissions } from '#features/menu/server/service.ts';
import type { menuApiApi } from '#features/menuApi/contract.ts';
import { invalidField, notFound } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { catalogue, nameOf } from './catalogue.ts';

type Api = typeof menuApiApi;
type Endpoints = InputOf<Api['bindMenuApi']>['endpoints'];

const place = { path: '/system/menu_api', field: 'endpoints' } as const;

async function menuOf(tx: Db, id: string): Promise<{ name: string; type: string }> {
  const row = await tx
    .selectFrom('menu')
    .select(['name', 'type'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('菜单');
  return row;
}

async function boundTo(tx: Db, menuId: string): Promise<Set<string>> {
  const rows = await tx.selectFrom('menuApi').select(['method', 'path']).where('menuId', '=', menuId).execute();
  return new Set(rows.map(nameOf));
}

function requireDistinct(endpoints: Endpoints): void {
  const names = endpoints.map(nameOf);
  const duplicate = endpoints.find((endpoint, index) => names.indexOf(nameOf(endpoint)) !== index);
  if (duplicate) throw invalidField('endpoints', `接口 ${duplicate.path} 重复`, 'unique');
}

async function validateBindable(viewer: Viewer, endpoints: Endpoints): Promise<void> {
  const catalogueByName = new Map((await catalogue()).map((endpoint) => [nameOf(endpoint), endpoint]));
  for (const one of endpoints) {
    const endpoint = catalogueByName.get(nameOf(one));
    if (!endpoint) throw invalidField('endpoints', `接口 ${one.path} 不在接口目录中`, 'catalogue');
    if (!endpoint.permission.includes(':')) throw invalidField('endpoints', `接口 ${one.path} 无需绑定，登录即可调用`);
    if (viewer.endpoints !== null && !viewer.endpoints.has(nameOf(one)))
      throw invalidField('endpoints', `接口 ${one.path} 你没有权限，不能授出`);
  }
}

/**
 * Binds endpoints to a menu or button. 400 for one that is not in the code, already bound, or not allowed to the
 * viewer.
 */
export async function bindMenuApi(viewer: Viewer, { menuId, endpoints }: InputOf<Api['bindMenuApi']>): Promise<null> {
  requireDistinct(endpoints);
  await validateBindable(viewer, endpoints);
  return changePermissions(viewer, place, async ({ tx }) => {
    const menu = await menuOf(tx, menuId);
    if (menu.type !== 'menu' && menu.type !== 'button') throw invalidField('menuId', '只有菜单和按钮能绑定接口');
    const bound = await boundTo(tx, menuId);
    const alreadyBound = endpoints.find((endpoint) => bound.has(nameOf(endpoint)));
    if (alreadyBound) throw invalidField('endpoints', `接口 ${alreadyBound.path} 已绑定到「${menu.name}」`, 'unique');
    await tx
      .insertInto('menuApi')
      .values(endpoints.map(({ method, path }) => ({ menuId, method, path })))
      .execute();
    return null;
  });
}

/**
 * Unbinds endpoints from a menu or button; the viewer must have them. Users who had them only through it are refused at
 * the next call.
 */
export async function unbindMenuApi(
  viewer: Viewer,
  { menuId, endpoints }: InputOf<Api['unbindMenuApi']>,
): Promise<null> {
  requireDistinct(endpoints);
  return changePermissions(viewer, place, async ({ tx }) => {
    const menu = await menuOf(tx, menuId);
    const bound = await boundTo(tx, menuId);
    const missing = endpoints.find((endpoint) => !bound.has(nameOf(endpoint)));
    if (missing) throw invalidField('endpoints', `接口 ${missing.path} 没有绑定到「${menu.name}」`);
    await sql`
      delete from menu_api a using jsonb_to_recordset(${JSON.stringify(endpoints)}::jsonb) as e (method text, path text)
      where a.menu_id = ${menuId} and a.method = e.method and a.path = e.path`.execute(tx);
    return null;
  });
}

/** Marks every endpoint of the code as reviewed; deletes vanished ones with their bindings. */
export async function syncMenuApi(viewer: Viewer): Promise<OutputOf<Api['syncMenuApi']>> {
  const endpoints = JSON.stringify((await catalogue()).map(({ method, path }) => ({ method, path })));
  const inCode = sql`select e.method, e.path from jsonb_to_recordset(${endpoints}::jsonb) as e (method text, path text)`;
  return changeCatalogue(viewer, place, async ({ tx }) => {
    const added = await tx.affected(sql`insert into menu_api_endpoint (method, path) ${inCode} on conflict do nothing`);
    const removed = await tx.affected(sql`delete from menu_api_endpoint where (method, path) not in (${inCode})`);
    const unbound = await tx.affected(sql`delete from menu_api where (method, path) not in (${inCode})`);
    return { added, removed, unbound };
  });
}
