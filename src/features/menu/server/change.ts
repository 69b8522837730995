import { sql } from 'kysely';
import { holdersOf, reachesAll } from '#server/auth/holders.ts';
import { activeMenus, grantableBy, type MenuPermissions } from '#server/auth/permission.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import { type CommandContext, command } from '#server/feature/command.ts';
import { requireOwnAccess } from './access.ts';

/** Screen of a change of menus or bindings, and the field named by a refusal. */
interface ChangedScreen {
  path: '/system/menu' | '/system/menu_api';
  field: 'permission' | 'endpoints';
}

/**
 * Changes menus or bindings, one change at a time. Grants and revokes only permissions that the viewer has, and affects
 * only users in scope. The viewer must still be able to open the screen; all nodes reload permissions.
 */
export function changePermissions<T>(
  viewer: Viewer,
  screen: ChangedScreen,
  fn: (ctx: CommandContext) => Promise<T>,
): Promise<T> {
  return changeCatalogue(viewer, screen, async (ctx) => {
    const { tx } = ctx;
    const held = await grantableBy(tx, viewer);
    // Disabled menus are compared, too: their changes take effect once they are enabled.
    const previous = { living: await activeMenus(tx), all: await activeMenus(tx, true) };
    const result = await fn(ctx);
    const differences = [
      ...differencesOf(previous.living, await activeMenus(tx)),
      ...differencesOf(previous.all, await activeMenus(tx, true)),
    ];
    for (const { name, gained, lost } of differences) {
      if (!has(viewer, gained)) throw invalidField(screen.field, `你没有「${name}」的权限，不能让它生效`, 'grant');
      if (!has(held, lost)) throw invalidField(screen.field, `「${name}」里有你没有的权限，不能收回`, 'grant');
    }
    await requireReach(tx, viewer, differences);
    return result;
  });
}

/**
 * Runs a change that grants and revokes nothing, under the menu lock; the viewer must still be able to open the screen.
 */
export function changeCatalogue<T>(
  viewer: Viewer,
  { path }: Pick<ChangedScreen, 'path'>,
  fn: (ctx: CommandContext) => Promise<T>,
): Promise<T> {
  return command(viewer, async (ctx) => {
    await sql`select pg_advisory_xact_lock(hashtext('menu'))`.execute(ctx.tx);
    const result = await fn(ctx);
    await requireOwnAccess(ctx.tx, viewer, path);
    ctx.invalidate('permission');
    return result;
  });
}

type GrantedPermissions = Pick<MenuPermissions, 'permission' | 'apis'>;

interface Difference {
  id: string;
  name: string;
  gained: GrantedPermissions;
  lost: GrantedPermissions;
}

const nothing: GrantedPermissions = { permission: null, apis: [] };

/**
 * Returns the menu's permissions that the other version lacks; all of them if the other one has an additional switch
 * that turns it off.
 */
function missingIn(menu: MenuPermissions | undefined, other: MenuPermissions | undefined): GrantedPermissions {
  if (!menu) return nothing;
  if (!other || other.switches.some((key) => !menu.switches.includes(key))) return menu;
  return {
    permission: menu.permission === other.permission ? null : menu.permission,
    apis: menu.apis.filter((api) => !other.apis.includes(api)),
  };
}

const isNothing = ({ permission, apis }: GrantedPermissions) => permission === null && apis.length === 0;

function differencesOf(previous: readonly MenuPermissions[], after: readonly MenuPermissions[]): Difference[] {
  const [was, is] = [previous, after].map((menus) => new Map(menus.map((menu) => [menu.id, menu])));
  return [...new Map([...previous, ...after].map((menu) => [menu.id, menu])).values()].flatMap(({ id, name }) => {
    const [old, now] = [was?.get(id), is?.get(id)];
    const [gained, lost] = [missingIn(now, old), missingIn(old, now)];
    return isNothing(gained) && isNothing(lost) ? [] : [{ id, name, gained, lost }];
  });
}

function has(
  { permissions, endpoints }: Pick<Viewer, 'permissions' | 'endpoints'>,
  { permission, apis }: GrantedPermissions,
): boolean {
  if (endpoints === null) return true;
  return (permission === null || permissions.has(permission)) && apis.every((api) => endpoints.has(api));
}

/** Requires that every user with the menu is in the viewer's scope, as for roles; else 403. */
async function requireReach(tx: Db, viewer: Viewer, differences: readonly Difference[]): Promise<void> {
  const { departments, projects } = viewer.scope;
  if (departments === null && projects === null) return;
  for (const { id, name } of differences) {
    const roles = await tx
      .selectFrom('roleMenu')
      .select('roleId')
      .where('menuId', '=', any([id]))
      .distinct()
      .execute();
    const holders = await holdersOf(
      tx,
      roles.map(({ roleId }) => roleId),
    );
    if (!reachesAll(viewer, holders))
      throw new Problem(403, `「${name}」的权限你范围以外的人也在用，由能管理他们的人修改`);
  }
}
