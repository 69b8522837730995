import { sql } from 'kysely';
import type { MenuNode } from '#features/menu/contract.ts';
import { getUserMenu } from '#features/menu/server/service.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { likeText } from '#server/db/filter.ts';
import { visibleUsers } from '#server/db/userScope.ts';
import { extensionsOf } from '#server/feature/extensions.ts';
import { searchColumns } from '#server/feature/search.ts';
import { type Hit, isSearched, type SearchedKind, type searchApi } from '#shared/contract/search.ts';
import type { InputOf } from '#shared/endpoint.ts';

/** Maximum number of hits per kind. */
const maxPerKind = 6;

/** Returns screens of the viewer's menu by part of the name, its pinyin initials or the URL. */
async function screens(viewer: Viewer, keyword: string): Promise<Hit[]> {
  const entries = (nodes: MenuNode[], folder = ''): { node: MenuNode; folder: string }[] =>
    nodes
      .filter(({ visible }) => visible)
      .flatMap((node) => (node.type === 'dir' ? entries(node.children, node.name) : [{ node, folder }]));
  const text = keyword.toLowerCase();
  return entries(await getUserMenu(viewer))
    .filter(({ node }) => node.type === 'menu')
    .filter(({ node: { name } }) => name.toLowerCase().includes(text) || searchColumns(name).initials.includes(text))
    .slice(0, maxPerKind)
    .map(({ node, folder }) => ({ kind: 'screen', id: node.id, title: node.name, subtitle: folder, url: node.url }));
}

/** Returns users in scope by name, pinyin, initials, account or the end of their phone. */
async function users(viewer: Viewer, keyword: string): Promise<Hit[]> {
  const like = `%${likeText(keyword)}%`;
  const sounds = `${likeText(keyword.toLowerCase())}%`;
  const tail = /^\d{4,}$/.test(keyword) ? sql`or u.mobile like ${`%${keyword}`}` : sql``;
  const rows = await db.rows(sql<{ id: string; name: string; account: string; department: string | null }>`
    select u.id::text, u.name, u.account, d.name as department from "user" u left join department d on d.id = u.department_id
    where ${visibleUsers(viewer)} and (u.name ilike ${like} or u.account ilike ${like} or u.initials like ${sounds} or replace(u.pinyin, ' ', '') like ${sounds} ${tail})
    order by u.name limit ${maxPerKind}`);
  return rows.map((row) => ({
    kind: 'user',
    id: row.id,
    title: row.name,
    subtitle: [row.account, row.department].filter(Boolean).join(' · '),
    url: `/user/list?keyword=${encodeURIComponent(row.account)}`,
  }));
}

/** Returns the hits of a keyword: screens first, then customers, devices, open warns, users. */
export async function searchAll(viewer: Viewer, input: InputOf<typeof searchApi.searchAll>): Promise<Hit[]> {
  const keyword = input.keyword.trim();
  if (keyword === '') return [];
  const canSearch = (kind: SearchedKind) => isSearched(kind, (permission) => hasPermission(viewer, permission));
  const finders = (await extensionsOf('finder'))
    .map(({ extension: part }) => part)
    .filter(({ kind }) => canSearch(kind))
    .sort((a, b) => a.sort - b.sort);
  const results = await Promise.all([
    screens(viewer, keyword),
    ...finders.map((finder) => finder.find(viewer, keyword, maxPerKind)),
    canSearch('user') ? users(viewer, keyword) : [],
  ]);
  return results.flat();
}
