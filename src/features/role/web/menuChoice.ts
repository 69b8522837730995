import type { MenuChoice } from '../contract.ts';

/** A menu with its children. Roles get menus and buttons only; a folder is shown when it contains a granted menu. */
export interface MenuBranch extends MenuChoice {
  children: MenuBranch[];
}

/** Returns the flat list as a tree, in its order. */
export function branchesOf(menus: readonly MenuChoice[], parentId: string | null = null): MenuBranch[] {
  return menus
    .filter((menu) => menu.parentId === parentId)
    .map((menu) => ({ ...menu, children: branchesOf(menus, menu.id) }));
}

const under = (branch: MenuBranch): MenuBranch[] => branch.children.flatMap((child) => [child, ...under(child)]);
const givable = (branch: MenuBranch) => branch.type !== 'dir' && branch.mine && !branch.open;

/** Returns the branches from the root down to this id, the branch itself last. */
function pathTo(branches: readonly MenuBranch[], id: string): MenuBranch[] {
  for (const branch of branches) {
    if (branch.id === id) return [branch];
    const below = pathTo(branch.children, id);
    if (below.length > 0) return [branch, ...below];
  }
  return [];
}

/**
 * Selects or deselects a branch. `linked`: includes all children, and a button also selects its parent menu; a folder
 * always means its contents. Menus that the viewer lacks stay unchanged.
 */
export function toggleMenu(
  branches: readonly MenuBranch[],
  selected: readonly string[],
  id: string,
  linked: boolean,
): string[] {
  const path = pathTo(branches, id);
  const branch = path.at(-1);
  if (!branch) return [...selected];
  const affected = linked || branch.type === 'dir' ? [branch, ...under(branch)] : [branch];
  const grantableIds = affected.filter(givable).map((menu) => menu.id);
  const on = grantableIds.some((one) => !selected.includes(one)) && !(selected.includes(id) && branch.type !== 'dir');
  if (!on) return selected.filter((one) => !grantableIds.includes(one));
  const above = linked
    ? path
        .slice(0, -1)
        .filter(givable)
        .map((menu) => menu.id)
    : [];
  return [...new Set([...selected, ...grantableIds, ...above])];
}

/** Selects every menu that the viewer may grant, or deselects all of them. */
export function toggleAll(branches: readonly MenuBranch[], selected: readonly string[]): string[] {
  const grantableIds = branches
    .flatMap((branch) => [branch, ...under(branch)])
    .filter(givable)
    .map((menu) => menu.id);
  const all = grantableIds.every((id) => selected.includes(id));
  return all ? selected.filter((id) => !grantableIds.includes(id)) : [...new Set([...selected, ...grantableIds])];
}

export interface Marks {
  checked: string[];
  halfChecked: string[];
}

/** Returns the check marks: a folder is full or half by its contents, a menu by its own state. */
export function marksOf(branches: readonly MenuBranch[], selected: ReadonlySet<string>): Marks {
  const all = branches.flatMap((branch) => [branch, ...under(branch)]);
  const folders = all.filter((branch) => branch.type === 'dir');
  const counts = folders.map((folder) => {
    const parts = under(folder).filter((menu) => menu.type !== 'dir');
    return { id: folder.id, all: parts.length, on: parts.filter((menu) => menu.open || selected.has(menu.id)).length };
  });
  return {
    checked: [
      ...selected,
      ...all.filter((branch) => branch.open && !selected.has(branch.id)).map((branch) => branch.id),
      ...counts
        .filter((folderCount) => folderCount.all > 0 && folderCount.on === folderCount.all)
        .map((folderCount) => folderCount.id),
    ],
    halfChecked: counts
      .filter((folderCount) => folderCount.on > 0 && folderCount.on < folderCount.all)
      .map((folderCount) => folderCount.id),
  };
}

/** Counts the menus that a role shows and the endpoints that it opens. */
export function previewOf(
  menus: readonly MenuChoice[],
  selected: ReadonlySet<string>,
): { menus: number; apis: number } {
  const grantedMenus = menus.filter((menu) => menu.open || selected.has(menu.id));
  return {
    menus: grantedMenus.filter((menu) => menu.type === 'menu' || menu.type === 'link').length,
    apis: new Set(grantedMenus.flatMap((menu) => menu.apis)).size,
  };
}
