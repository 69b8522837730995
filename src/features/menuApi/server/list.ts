import { sql } from 'kysely';
import { endpoint, type menuApiApi } from '#features/menuApi/contract.ts';
import { notFound } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { pageOfRows } from '#server/crud/inMemory.ts';
import { db } from '#server/db/db.ts';
import { visibleUsers } from '#server/db/userScope.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { catalogue, type Listed, nameOf } from './catalogue.ts';

type Api = typeof menuApiApi;
type Row = OutputOf<Api['getMenuApiList']>;
type Bound = Row['menus'][number] & { path: string[] };

/** Returns the menus and buttons bound to each endpoint, with the ids of the path from the root. */
async function bindings(): Promise<Map<string, Bound[]>> {
  const rows = await db.rows(sql<{ endpoint: string } & Bound>`
    with recursive tree as (
      select id, parent_id, name, type, status, array[id] as path, name as title from menu where parent_id is null and deleted_at is null
      union all
      select m.id, m.parent_id, m.name, m.type, m.status, t.path || m.id, t.title || ' / ' || m.name
      from menu m join tree t on t.id = m.parent_id where m.deleted_at is null)
    select a.method || ' ' || a.path as endpoint, t.id::text, t.name, t.type, t.title, t.path::text[] from menu_api a join tree t on t.id = a.menu_id order by t.path`);
  return Map.groupBy(rows, (row) => row.endpoint);
}

async function acknowledgedEndpoints(): Promise<Set<string>> {
  const rows = await db.selectFrom('menuApiEndpoint').select(['method', 'path']).execute();
  return new Set(rows.map(nameOf));
}

function vanished(name: string): Listed {
  const [method, path = ''] = name.split(' ') as [Listed['method'], string?];
  const module = path.split('/')[2] ?? '';
  return { method, path, name: '', module, moduleTitle: module, permission: '', log: false, sensitive: false };
}

async function allRows(): Promise<(Row & { under: ReadonlySet<string> })[]> {
  const [listed, bound, seen] = await Promise.all([catalogue(), bindings(), acknowledgedEndpoints()]);
  const inCode = new Set(listed.map(nameOf));
  const vanishedRows = [...new Set([...bound.keys(), ...seen])].filter((name) => !inCode.has(name)).map(vanished);
  return [...listed, ...vanishedRows].map((endpointRow) => {
    const id = nameOf(endpointRow);
    const menus = bound.get(id) ?? [];
    return {
      ...endpointRow,
      id,
      menus: menus.map(({ id: menuId, name, type, title }) => ({ id: menuId, name, type, title })),
      state: !inCode.has(id) ? ('vanished' as const) : seen.has(id) ? ('known' as const) : ('new' as const),
      under: new Set(menus.flatMap((menu) => menu.path)),
    };
  });
}

const needsMenu = (row: Row) => row.permission.includes(':') || row.state === 'vanished';

const countFits = {
  none: (row: Row) => needsMenu(row) && row.menus.length === 0,
  one: (row: Row) => row.menus.length === 1,
  many: (row: Row) => row.menus.length > 1,
};

const stateOrder = { new: 0, vanished: 1, known: 2 };

/** Lists the endpoints of the code and those that are only bound; new and vanished ones first. */
export async function getMenuApiList(_viewer: Viewer, input: InputOf<Api['getMenuApiList']>): Promise<Paged<Row>> {
  const { path = '', bound, menuId } = input;
  const keyword = path.trim().toLowerCase();
  const rows = (await allRows())
    .filter(
      (row) =>
        row.path.toLowerCase().includes(keyword) &&
        (!bound || countFits[bound](row)) &&
        (!menuId || row.under.has(menuId)),
    )
    .map(({ under: _under, ...row }) => row)
    .sort((a, b) => stateOrder[a.state] - stateOrder[b.state] || a.path.localeCompare(b.path));
  return pageOfRows(endpoint, rows, input);
}

/**
 * Returns the roles that may call an endpoint, with their users in scope and menus or buttons. 404 for an endpoint that
 * is not in the code.
 */
export async function checkMenuApi(
  viewer: Viewer,
  input: InputOf<Api['checkMenuApi']>,
): Promise<OutputOf<Api['checkMenuApi']>> {
  const endpoint = (await catalogue()).find((candidate) => nameOf(candidate) === nameOf(input));
  if (!endpoint) throw notFound('接口');
  const { permission } = endpoint;
  if (permission === 'public' || permission === 'login' || permission === 'family' || permission === 'display')
    return { open: permission, roles: [] };
  const rows = await db.rows(sql<{ id: string; name: string; userCount: number; through: string[] }>`
    select r.id::text, r.name,
      (select count(*)::int from user_role ur join "user" u on u.id = ur.user_id and u.status = 'enabled' and ${visibleUsers(viewer)} where ur.role_id = r.id) as "userCount",
      coalesce(array_agg(distinct m.name) filter (where m.id is not null), '{}') as through
    from role r
    left join role_menu rm on rm.role_id = r.id
    left join menu m on m.id = rm.menu_id and m.deleted_at is null and m.status = 'enabled'
      and exists (select 1 from menu_api a where a.menu_id = m.id and a.method = ${input.method} and a.path = ${input.path})
    where r.deleted_at is null and r.status = 'enabled'
    group by r.id having r.key = 'admin' or count(m.id) > 0 order by r.sort, r.id`);
  return {
    open: 'role',
    roles: rows.map(({ id, name, userCount, through }) => ({ id, name, userCount, through })),
  };
}
