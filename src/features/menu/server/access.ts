import { sql } from 'kysely';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';

interface Row {
  id: string;
  parent_id: string | null;
  url: string | null;
  status: string;
  visible: boolean;
  permission: string | null;
  mine: boolean;
  apis: string[];
}

/** Endpoints that a screen needs to show anything. */
const needed: Readonly<Record<string, { permission: string; endpoints: readonly string[] }>> = {
  '/system/menu': { permission: 'menu:list', endpoints: ['POST /api/menu/getMenuTree'] },
  '/system/menu_api': { permission: 'menuApi:list', endpoints: ['POST /api/menuApi/getMenuApiList'] },
};

function reachable(rows: ReadonlyMap<string, Row>, row: Row): boolean {
  for (let node: Row | undefined = row; node; node = node.parent_id === null ? undefined : rows.get(node.parent_id)) {
    if (node.status !== 'enabled' || (node.url !== null && !node.visible)) return false;
    if (node.parent_id !== null && !rows.has(node.parent_id)) return false;
  }
  return true;
}

/**
 * Returns whether the viewer can open a screen of this feature or of menuApi, with the transaction's menus and
 * bindings.
 * @param path `/system/menu` or `/system/menu_api`
 */
async function canOpen(tx: Db, viewer: Viewer, path: string): Promise<boolean> {
  const all = viewer.endpoints === null;
  const menus = await tx.rows(sql<Row>`
    select m.id::text, m.parent_id::text, m.url, m.status, m.visible, m.permission,
      ${all} or exists (select 1 from role_menu rm join user_role ur on ur.role_id = rm.role_id join role r on r.id = rm.role_id
        where rm.menu_id = m.id and ur.user_id = ${viewer.userId} and r.deleted_at is null and r.status = 'enabled') as mine,
      array(select a.method || ' ' || a.path from menu_api a where a.menu_id = m.id) as apis
    from menu m where m.deleted_at is null`);
  const rows = new Map(menus.map((row) => [row.id, row]));
  const want = needed[path];
  const shown = menus.some(
    (row) => row.url === path && row.mine && row.permission === want?.permission && reachable(rows, row),
  );
  if (!shown || all) return shown;
  const bound = new Set(menus.filter((row) => row.mine && row.status === 'enabled').flatMap((row) => row.apis));
  return (want?.endpoints ?? []).every((endpoint) => bound.has(endpoint));
}

/** Refuses a change after which the viewer could not open the screen of the change to undo it; 409. */
export async function requireOwnAccess(tx: Db, viewer: Viewer, path: string): Promise<void> {
  if (viewer.userId === '0' || (await canOpen(tx, viewer, path))) return;
  throw new Problem(409, '这样改之后你自己就打不开这个页面了，没有保存');
}
