import type { MenuNode } from '#web/api/session.ts';

/** Something a menu leads to. */
export interface MenuEntry {
  node: MenuNode;
  /** Name of the folder it stands in; '' at the top. */
  folder: string;
}

/** The tree without what is hidden, and without folders that nothing is left in. */
export function shown(menu: readonly MenuNode[]): MenuNode[] {
  return menu
    .filter(({ visible }) => visible !== false)
    .map((node) => ({ ...node, children: shown(node.children) }))
    .filter(({ type, children }) => type !== 'dir' || children.length > 0);
}

/** A folder that holds nothing but an entry of its own name is drawn as the entry. */
export function unfolded(menu: readonly MenuNode[]): MenuNode[] {
  return menu.map((node) => {
    const [only, ...others] = node.children;
    return node.type === 'dir' && only?.name === node.name && others.length === 0 ? only : node;
  });
}

/** The entries that a tree shows, in order, without the folders. */
export function entriesOf(menu: readonly MenuNode[]): MenuEntry[] {
  return flat(shown(menu));
}

function flat(menu: readonly MenuNode[], folder = ''): MenuEntry[] {
  return unfolded(menu).flatMap((node) => (node.type === 'dir' ? flat(node.children, node.name) : [{ node, folder }]));
}

/** The entry whose route a path belongs to, a hidden one too: the longest wins. */
export function entryAt(menu: readonly MenuNode[], path: string): MenuEntry | undefined {
  return flat(menu)
    .filter(({ node }) => node.type === 'menu' && (path === node.url || path.startsWith(`${node.url}/`)))
    .sort((a, b) => b.node.url.length - a.node.url.length)[0];
}

/** Up to four entries for the bottom of a phone: the first of each folder, then whatever follows. The home page is not among them. */
export function phoneEntries(menu: readonly MenuNode[]): MenuNode[] {
  const all = entriesOf(menu).filter(({ node }) => node.type === 'menu' && node.url !== '/index');
  const first = all.filter((entry, index) => all.findIndex((other) => other.folder === entry.folder) === index);
  const rest = all.filter((entry) => !first.includes(entry));
  return [...first, ...rest].slice(0, 4).map(({ node }) => node);
}

/** Entries whose name, folder or route contains every word of the query. */
export function searchMenu(menu: readonly MenuNode[], query: string): MenuEntry[] {
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean);
  return entriesOf(menu).filter(({ node, folder }) => {
    const text = `${node.name} ${folder} ${node.url}`.toLowerCase();
    return terms.every((term) => text.includes(term));
  });
}
