import { sql } from 'kysely';
import type { MenuRow, MenuTreeNode } from '#features/menu/contract.ts';
import { type Db, db } from '#server/db/db.ts';

/** Returns all entries that are not deleted, in order, with their endpoints and roles. */
export async function menuRows(tx: Db): Promise<(MenuRow & { seedKey: string | null })[]> {
  return tx.rows(sql<MenuRow & { seedKey: string | null }>`
    select m.id::text, m.parent_id::text as "parentId", m.type, m.name, m.url, m.icon, m.permission, m.sort, m.visible, m.cache,
      m.skip_check as "skipCheck", m.status, m.version, m.seed_key as "seedKey", m.seed_key is not null as seeded,
      (select count(*)::int from menu_api a where a.menu_id = m.id) as "apiCount",
      array(select r.name from role_menu rm join role r on r.id = rm.role_id and r.deleted_at is null where rm.menu_id = m.id order by r.sort, r.id) as roles
    from menu m where m.deleted_at is null order by m.sort, m.id`);
}

/** Returns the tree of menus and buttons. */
export async function getMenuTree(): Promise<MenuTreeNode[]> {
  const rows = await menuRows(db);
  const ids = new Set(rows.map((row) => row.id));
  const byParent = Map.groupBy(rows, (row) => (row.parentId !== null && ids.has(row.parentId) ? row.parentId : ''));
  const below = (parent: string): MenuTreeNode[] =>
    (byParent.get(parent) ?? []).map(({ seedKey: _key, ...row }) => ({ ...row, children: below(row.id) }));
  return below('');
}
