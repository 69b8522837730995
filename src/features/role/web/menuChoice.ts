import type { MenuChoice } from '../contract.ts';

/** A menu with what lies below it. Only menus and buttons are given to a role; a folder shows when something in it does. */
export interface MenuBranch extends MenuChoice {
  children: MenuBranch[];
}

/** The flat list as a tree, in its order. */
export function branchesOf(menus: readonly MenuChoice[], parentId: string | null = null): MenuBranch[] {
  return menus
    .filter((menu) => menu.parentId === parentId)
    .map((menu) => ({ ...menu, children: branchesOf(menus, menu.id) }));
}

const under = (branch: MenuBranch): MenuBranch[] => branch.children.flatMap((child) => [child, ...under(child)]);
const givable = (branch: MenuBranch) => branch.type !== 'dir' && branch.mine && !branch.open;

/** The branches from the root down to the one, the one last. */
function pathTo(branches: readonly MenuBranch[], id: string): MenuBranch[] {
  for (const branch of branches) {
    if (branch.id === id) return [branch];
    const below = pathTo(branch.children, id);
    if (below.length > 0) return [branch, ...below];
  }
  return [];
}

/**
 * Ticks or unticks a branch. `linked`: everything below goes with it, and a button brings the menu it stands in along;
 * a folder always stands for what it holds. What the person does not have stays as it is.
 */
export function toggled(
  branches: readonly MenuBranch[],
  chosen: readonly string[],
  id: string,
  linked: boolean,
): string[] {
  const path = pathTo(branches, id);
  const branch = path.at(-1);
  if (!branch) return [...chosen];
  const whole = linked || branch.type === 'dir' ? [branch, ...under(branch)] : [branch];
  const mine = whole.filter(givable).map((one) => one.id);
  const on = mine.some((one) => !chosen.includes(one)) && !(chosen.includes(id) && branch.type !== 'dir');
  if (!on) return chosen.filter((one) => !mine.includes(one));
  const above = linked
    ? path
        .slice(0, -1)
        .filter(givable)
        .map((one) => one.id)
    : [];
  return [...new Set([...chosen, ...mine, ...above])];
}

/** Every menu that the person may give, or none of these. */
export function toggledAll(branches: readonly MenuBranch[], chosen: readonly string[]): string[] {
  const mine = branches
    .flatMap((branch) => [branch, ...under(branch)])
    .filter(givable)
    .map((one) => one.id);
  const all = mine.every((one) => chosen.includes(one));
  return all ? chosen.filter((one) => !mine.includes(one)) : [...new Set([...chosen, ...mine])];
}

export interface Marks {
  checked: string[];
  halfChecked: string[];
}

/** How the ticks stand: a folder is full or half by what it holds, a menu by itself. */
export function marksOf(branches: readonly MenuBranch[], chosen: ReadonlySet<string>): Marks {
  const all = branches.flatMap((branch) => [branch, ...under(branch)]);
  const folders = all.filter((branch) => branch.type === 'dir');
  const counts = folders.map((folder) => {
    const parts = under(folder).filter((one) => one.type !== 'dir');
    return { id: folder.id, all: parts.length, on: parts.filter((one) => one.open || chosen.has(one.id)).length };
  });
  return {
    checked: [
      ...chosen,
      ...all.filter((branch) => branch.open && !chosen.has(branch.id)).map((branch) => branch.id),
      ...counts.filter((one) => one.all > 0 && one.on === one.all).map((one) => one.id),
    ],
    halfChecked: counts.filter((one) => one.on > 0 && one.on < one.all).map((one) => one.id),
  };
}

/** How many menus a role shows and how many endpoints it opens. */
export function previewOf(menus: readonly MenuChoice[], chosen: ReadonlySet<string>): { menus: number; apis: number } {
  const given = menus.filter((menu) => menu.open || chosen.has(menu.id));
  return {
    menus: given.filter((menu) => menu.type === 'menu' || menu.type === 'link').length,
    apis: new Set(given.flatMap((menu) => menu.apis)).size,
  };
}
