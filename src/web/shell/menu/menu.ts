import type { MenuNode } from '#web/api/session.ts';

/** A target of the menu. */
export interface MenuEntry {
  node: MenuNode;
  /** Name of its folder; '' at the top. */
  folder: string;
}

/** Returns the tree without hidden nodes and without empty folders. */
export function shown(menu: readonly MenuNode[]): MenuNode[] {
  return menu
    .filter(({ visible }) => visible !== false)
    .map((node) => ({ ...node, children: shown(node.children) }))
    .filter(({ type, children }) => type !== 'dir' || children.length > 0);
}

/** Replaces a folder with a single entry of its name by that entry. */
export function unfolded(menu: readonly MenuNode[]): MenuNode[] {
  return menu.map((node) => {
    const [only, ...others] = node.children;
    return node.type === 'dir' && only?.name === node.name && others.length === 0 ? only : node;
  });
}

/** Returns the entries of a tree in order, without the folders. */
export function entriesOf(menu: readonly MenuNode[]): MenuEntry[] {
  return flat(shown(menu));
}

function flat(menu: readonly MenuNode[], folder = ''): MenuEntry[] {
  return unfolded(menu).flatMap((node) => (node.type === 'dir' ? flat(node.children, node.name) : [{ node, folder }]));
}

/** Returns the entry of a path, hidden ones too: the longest route wins. */
export function entryAt(menu: readonly MenuNode[], path: string): MenuEntry | undefined {
  return flat(menu)
    .filter(({ node }) => node.type === 'menu' && (path === node.url || path.startsWith(`${node.url}/`)))
    .sort((a, b) => b.node.url.length - a.node.url.length)[0];
}

/**
 * Returns up to four entries for the bottom of a phone: the first of each folder, then further ones. The home page is
 * left out.
 */
export function phoneEntries(menu: readonly MenuNode[]): MenuNode[] {
  const all = entriesOf(menu).filter(({ node }) => node.type === 'menu' && node.url !== '/index');
  const first = all.filter((entry, index) => all.findIndex((other) => other.folder === entry.folder) === index);
  const rest = all.filter((entry) => !first.includes(entry));
  return [...first, ...rest].slice(0, 4).map(({ node }) => node);
}

/** Returns the entries with every search term of the query in their name, folder or route. */
export function searchMenu(menu: readonly MenuNode[], query: string): MenuEntry[] {
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean);
  return entriesOf(menu).filter(({ node, folder }) => {
    const text = `${node.name} ${folder} ${node.url}`.toLowerCase();
    return terms.every((term) => text.includes(term));
  });
}
