import type { TreeOption } from '../table/types.ts';

/** A node of any tree on the screens. */
export interface TreeNode {
  id: string;
  name: string;
  /** `disabled`: no new rows can be assigned to it. */
  status?: string;
  children: readonly TreeNode[];
}

/** Returns the nodes as options of a field or filter. */
export function treeOptions(nodes: readonly TreeNode[]): TreeOption[] {
  return nodes.map(({ id, name, status, children }) => ({
    value: id,
    title: name,
    ...(status === 'disabled' && { off: true as const }),
    children: treeOptions(children),
  }));
}

/** Returns the titles of the selected options, in the order of the tree. */
export function optionTitles(options: readonly TreeOption[], selected: readonly string[]): string[] {
  return options.flatMap(({ value, title, children = [] }) => [
    ...(selected.includes(value) ? [title] : []),
    ...optionTitles(children, selected),
  ]);
}

/** Returns all nodes, parents before their children. */
export function flatten<T extends { children: readonly T[] }>(nodes: readonly T[]): T[] {
  return nodes.flatMap((node) => [node, ...flatten(node.children)]);
}

/** Returns the nodes that match `fits`, with their ancestors and all their descendants. */
export function filterTree<T extends { children: readonly T[] }>(nodes: readonly T[], fits: (node: T) => boolean): T[] {
  return nodes.flatMap((node) => {
    if (fits(node)) return [node];
    const children = filterTree(node.children, fits);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}

/** Returns the path from the top to a node, inclusive; empty if it is not found. */
export function pathTo<T extends { id: string; children: readonly T[] }>(nodes: readonly T[], id: string): T[] {
  for (const node of nodes) {
    if (node.id === id) return [node];
    const below = pathTo(node.children, id);
    if (below.length > 0) return [node, ...below];
  }
  return [];
}

export interface DropTarget {
  parentId: string | null;
  /** Index among the children of the new parent, without the moved node. */
  index: number;
}

/**
 * Returns the new position of a dragged node.
 * @param at `inside` the target as its last child, or `before` or `after` it
 * @returns undefined if the target is the node or below it
 */
export function dropPlace<T extends { id: string; children: readonly T[] }>(
  nodes: readonly T[],
  id: string,
  targetId: string,
  at: 'before' | 'inside' | 'after',
): DropTarget | undefined {
  const path = pathTo(nodes, targetId);
  const target = path.at(-1);
  if (!target || path.some((node) => node.id === id)) return undefined;
  if (at === 'inside') return { parentId: target.id, index: target.children.filter((child) => child.id !== id).length };
  const parent = path.at(-2);
  const siblings = (parent?.children ?? nodes).filter((child) => child.id !== id);
  const index = siblings.findIndex((child) => child.id === targetId) + (at === 'after' ? 1 : 0);
  return { parentId: parent?.id ?? null, index };
}

export type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';

/**
 * Returns the new position of a node moved by an arrow key: up or down past its neighbour, right into the node above,
 * left after its parent.
 * @returns undefined if there is no such position
 */
export function arrowPlace<T extends { id: string; children: readonly T[] }>(
  nodes: readonly T[],
  id: string,
  arrow: Arrow,
): DropTarget | undefined {
  const path = pathTo(nodes, id);
  const parent = path.at(-2);
  const siblings = parent?.children ?? nodes;
  const index = siblings.findIndex((child) => child.id === id);
  if (index < 0) return undefined;
  const [above, below] = [siblings[index - 1], siblings[index + 1]];
  switch (arrow) {
    case 'ArrowUp':
      return above && { parentId: parent?.id ?? null, index: index - 1 };
    case 'ArrowDown':
      return below && { parentId: parent?.id ?? null, index: index + 1 };
    case 'ArrowRight':
      return above && { parentId: above.id, index: above.children.length };
    default:
      return parent && dropPlace(nodes, id, parent.id, 'after');
  }
}
