import type { TreeOption } from '../table/types.ts';

/** A node of any tree that the screens draw. */
export interface TreeNode {
  id: string;
  name: string;
  /** `disabled`: nothing new is put there. */
  status?: string;
  children: readonly TreeNode[];
}

/** The same as the options of a field or filter. */
export function treeOptions(nodes: readonly TreeNode[]): TreeOption[] {
  return nodes.map(({ id, name, status, children }) => ({
    value: id,
    title: name,
    ...(status === 'disabled' && { off: true as const }),
    children: treeOptions(children),
  }));
}

/** Titles of the chosen options, in the order of the tree. */
export function optionTitles(options: readonly TreeOption[], selected: readonly string[]): string[] {
  return options.flatMap(({ value, title, children = [] }) => [
    ...(selected.includes(value) ? [title] : []),
    ...optionTitles(children, selected),
  ]);
}

/** Every node, parents before what stands below them. */
export function flatten<T extends { children: readonly T[] }>(nodes: readonly T[]): T[] {
  return nodes.flatMap((node) => [node, ...flatten(node.children)]);
}

/** The nodes that `fits`, with all that leads to them; what lies below a hit is kept. */
export function filterTree<T extends { children: readonly T[] }>(nodes: readonly T[], fits: (node: T) => boolean): T[] {
  return nodes.flatMap((node) => {
    if (fits(node)) return [node];
    const children = filterTree(node.children, fits);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}

/** The chain from the top down to a node, itself included; empty when it is not there. */
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
  /** Among the children of the new parent, without the node that moves. */
  index: number;
}

/**
 * Where a dragged node comes to stand.
 * @param at `inside` the target as its last child, or `before` or `after` it
 * @returns undefined when the target lies below the node, or nothing would change
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
 * Where an arrow key moves a node: before or after its neighbour, right into the one above it, left out behind its parent.
 * @returns undefined where there is no such place
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
