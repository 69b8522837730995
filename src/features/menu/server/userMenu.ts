import { sql } from 'kysely';
import type { MenuNode } from '#features/menu/contract.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';

interface MenuRow {
  id: string;
  parent_id: string | null;
  name: string;
  url: string | null;
  icon: string | null;
  type: 'dir' | 'menu' | 'link';
  permission: string | null;
  visible: boolean;
  cache: boolean;
  skip_check: boolean;
}

/**
 * Returns the tree of menus that the viewer may open, with hidden ones marked, without empty groups. A screen that
 * skips the check is in every tree, but visible only to viewers who have it.
 */
export async function getUserMenu(viewer: Viewer): Promise<MenuNode[]> {
  const rows = await db.rows(sql<MenuRow>`
    select id::text, parent_id::text, name, url, icon, type, permission, visible, cache, skip_check from menu
    where deleted_at is null and status = 'enabled' and type <> 'button' order by sort, menu.id`);
  const has = (row: MenuRow) => row.type === 'dir' || row.permission === null || hasPermission(viewer, row.permission);
  const permittedRows = rows.filter((row) => has(row) || row.skip_check);
  const below = (parent: string | null): MenuNode[] =>
    permittedRows
      .filter((row) => row.parent_id === parent)
      .map((row) => ({
        id: row.id,
        name: row.name,
        url: row.url ?? '',
        icon: row.icon ?? '',
        type: row.type,
        visible: row.visible && has(row),
        cache: row.cache,
        children: below(row.id),
      }))
      .filter((node) => node.type !== 'dir' || node.children.length > 0);
  return below(null);
}
