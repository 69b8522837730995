import { sql } from 'kysely';
import { system } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import { extensionsOf, findFeatures } from '#server/feature/extensions.ts';
import type { Seed } from '#server/feature/seeds.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { byPosition, type PermissionDef, type Screen } from '#shared/feature.ts';

interface Entry {
  seedKey: string;
  parentId: string | null;
  type: 'dir' | 'menu' | 'button';
  name: string;
  url: string | null;
  icon: string | null;
  permission: string | null;
  sort: number;
  visible: boolean;
}

/**
 * Returns the row id of an entry, by its seed key. The row follows the contract while its version is 1; after a user's
 * edit or move it stays as it is, even if the code renames the entry. An entry removed from the code stays until a user
 * deletes it; a deleted one stays deleted.
 */
async function menuId(tx: Db, entry: Entry): Promise<string> {
  const [row] = await tx.returning(sql<{ id: string }>`
    insert into menu (parent_id, type, name, url, icon, permission, sort, visible, seed_key)
    values (${entry.parentId}, ${entry.type}, ${entry.name}, ${entry.url}, ${entry.icon}, ${entry.permission}, ${entry.sort}, ${entry.visible}, ${entry.seedKey})
    on conflict (seed_key) where seed_key is not null do update set
      parent_id = case when menu.version = 1 then excluded.parent_id else menu.parent_id end,
      name = case when menu.version = 1 then excluded.name else menu.name end,
      icon = case when menu.version = 1 then excluded.icon else menu.icon end,
      url = case when menu.version = 1 then excluded.url else menu.url end,
      permission = case when menu.version = 1 then excluded.permission else menu.permission end,
      sort = case when menu.version = 1 then excluded.sort else menu.sort end,
      visible = case when menu.version = 1 then excluded.visible else menu.visible end
    returning id::text`);
  return row?.id ?? '';
}

/** Grants a menu to a role: a feature's extension `menuGrant`. */
export interface MenuGrant {
  give(tx: Db, roleKey: string, menuId: string): Promise<void>;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureExtensions {
    menuGrant: MenuGrant;
  }
}

/**
 * Returns true only the first time, so that permissions revoked by an administrator are not granted again at the next
 * start.
 */
async function firstTime(tx: Db, permission: string, method: string, path: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('menuApiSeed')
    .values({ permission, method, path })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) > 0;
}

async function seedPermission(
  tx: Db,
  menu: string,
  permission: PermissionDef,
  endpoints: Endpoint[],
  built: boolean,
): Promise<void> {
  for (const endpoint of endpoints) {
    if (endpoint.permission !== permission.key) continue;
    if (await firstTime(tx, permission.key, endpoint.method, endpoint.path)) {
      await tx
        .insertInto('menuApi')
        .values({ menuId: menu, method: endpoint.method, path: endpoint.path })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  }
  // A screen that is not built yet is granted to no role: only administrators have it in their menu.
  if (!built) return;
  for (const role of permission.roles) {
    if (await firstTime(tx, permission.key, 'ROLE', role)) {
      for (const { extension: part } of await extensionsOf('menuGrant')) await part.give(tx, role, menu);
    }
  }
}

async function seedScreen(tx: Db, endpoints: Endpoint[], screen: Screen, parent: string): Promise<void> {
  const built = screen.component !== undefined;
  const menu = await menuId(tx, {
    seedKey: `screen:${screen.path}`,
    parentId: parent,
    type: 'menu',
    name: screen.title,
    url: screen.path,
    icon: screen.icon,
    permission: screen.permission?.key ?? null,
    sort: screen.sort,
    visible: !screen.hidden,
  });
  if (screen.permission) await seedPermission(tx, menu, screen.permission, endpoints, built);
  for (const [sort, permission] of (screen.buttons ?? []).entries()) {
    const button = await menuId(tx, {
      seedKey: `right:${permission.key}`,
      parentId: menu,
      type: 'button',
      name: permission.title,
      url: null,
      icon: null,
      permission: permission.key,
      sort,
      visible: false,
    });
    await seedPermission(tx, button, permission, endpoints, true);
  }
}

/** Seeds menus, buttons and their endpoints from the contracts; rows edited by users stay as they are. */
const seed: Seed = {
  order: 40,
  async run() {
    const features = await findFeatures();
    await command(system('seed'), async ({ tx, invalidate: touch }) => {
      const groups = new Map<string, string>();
      const endpoints = features.flatMap((feature) => Object.values(feature.endpoints));
      const screens = features.flatMap((feature) => feature.screens).sort(byPosition);
      for (const screen of screens) {
        let group = groups.get(screen.group);
        if (!group) {
          group = await menuId(tx, {
            seedKey: `dir:${screen.group}`,
            parentId: null,
            type: 'dir',
            name: screen.group,
            url: null,
            icon: null,
            permission: null,
            sort: screen.sort,
            visible: true,
          });
          groups.set(screen.group, group);
        }
        await seedScreen(tx, endpoints, screen, group);
      }
      touch('permission');
    });
  },
};
export default seed;
