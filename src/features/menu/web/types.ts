import type { MenuTreeNode } from '#features/menu/contract.ts';
import type { TreeOption } from '#web/form/types.ts';
import { screens } from '#web/shell/features.ts';

export type Menu = MenuTreeNode;

/** Returns whether this build has a screen at the route. */
export function isKnownRoute(url: string): boolean {
  return screens.some(({ path }) => path === url);
}

/** Returns allowed parents of an entry type: menus for buttons, directories for all others. */
export function parentOptions(nodes: readonly Menu[], type: unknown, except: unknown): TreeOption[] {
  return nodes
    .filter((node) => node.id !== except && (node.type === 'dir' || (type === 'button' && node.type === 'menu')))
    .map((node) => ({ value: node.id, title: node.name, children: parentOptions(node.children, type, except) }));
}
