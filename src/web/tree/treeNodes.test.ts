import { expect, test } from 'vitest';
import { arrowPlace, dropPlace, filterTree, flatten, pathTo } from './treeNodes.ts';

interface Node {
  id: string;
  children: Node[];
}
const leaf = (id: string): Node => ({ id, children: [] });
const tree: Node[] = [{ id: 'a', children: [leaf('b'), { id: 'c', children: [leaf('d')] }, leaf('e')] }];

test('a search keeps what leads to a hit and what lies below it', () => {
  expect(flatten(filterTree(tree, (node) => node.id === 'c')).map((node) => node.id)).toEqual(['a', 'c', 'd']);
  expect(filterTree(tree, (node) => node.id === 'x')).toEqual([]);
});

test('the path leads from the top down to the node', () => {
  expect(pathTo(tree, 'd').map((node) => node.id)).toEqual(['a', 'c', 'd']);
  expect(pathTo(tree, 'x')).toEqual([]);
});

test('a dropped node is counted among its new siblings without itself', () => {
  expect(dropPlace(tree, 'e', 'b', 'before')).toEqual({ parentId: 'a', index: 0 });
  expect(dropPlace(tree, 'b', 'e', 'after')).toEqual({ parentId: 'a', index: 2 });
  expect(dropPlace(tree, 'b', 'c', 'inside')).toEqual({ parentId: 'c', index: 1 });
  expect(dropPlace(tree, 'd', 'a', 'after')).toEqual({ parentId: null, index: 1 });
});

test('a node is not dropped on itself or below itself', () => {
  expect(dropPlace(tree, 'c', 'd', 'inside')).toBeUndefined();
  expect(dropPlace(tree, 'c', 'c', 'after')).toBeUndefined();
});

test('arrow keys move a node past its neighbours, into the one above it and out of its parent', () => {
  expect(arrowPlace(tree, 'c', 'ArrowUp')).toEqual({ parentId: 'a', index: 0 });
  expect(arrowPlace(tree, 'c', 'ArrowDown')).toEqual({ parentId: 'a', index: 2 });
  expect(arrowPlace(tree, 'e', 'ArrowRight')).toEqual({ parentId: 'c', index: 1 });
  expect(arrowPlace(tree, 'd', 'ArrowLeft')).toEqual({ parentId: 'a', index: 2 });
});

test('an arrow key that leads nowhere moves nothing', () => {
  expect(arrowPlace(tree, 'b', 'ArrowUp')).toBeUndefined();
  expect(arrowPlace(tree, 'b', 'ArrowRight')).toBeUndefined();
  expect(arrowPlace(tree, 'e', 'ArrowDown')).toBeUndefined();
  expect(arrowPlace(tree, 'a', 'ArrowLeft')).toBeUndefined();
  expect(arrowPlace(tree, 'x', 'ArrowUp')).toBeUndefined();
});
