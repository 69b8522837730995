import { expect, test } from 'vitest';
import { layoutOf, type TopologyNode } from './layout.ts';

const child = (id: number, more: Partial<TopologyNode> = {}): TopologyNode => ({
  ...{ id: `${id}`, room: '201', state: 'online', signal: 80 },
  ...more,
});
const distance = ({ x, y }: { x: number; y: number }) => Math.hypot(x, y);

test('a stronger signal is nearer, an unknown one at the edge, and what is offline outside of all', () => {
  const { nodes } = layoutOf([child(1, { signal: 90 }), child(2, { signal: 20 }), child(3, { signal: null })], 120);
  const [strong, weak, unknown] = nodes.map(distance);
  const [off] = layoutOf([child(4, { state: 'offline', signal: 100 })], 120).nodes.map(distance);
  expect([strong, weak, unknown, off]).toEqual([...[strong, weak, unknown, off]].sort((a = 0, b = 0) => a - b));
  expect(off).toBe(120);
});

test('children of a room are neighbours, and rooms follow their numbers', () => {
  const { nodes, rooms } = layoutOf(
    ['210', '9', '210', '101'].map((room, index) => child(index, { room })),
    120,
  );
  expect(nodes.map(({ node }) => node.room)).toEqual(['9', '101', '210', '210']);
  expect(rooms.map(({ name }) => name)).toEqual(['9', '101', '210']);
});

test('of 500 children each has a place of its own inside the picture, and no label overlaps', () => {
  const many = Array.from({ length: 500 }, (_, index) =>
    child(index, { room: `${index % 50}`, signal: (index * 37) % 100, state: index % 7 === 0 ? 'offline' : 'online' }),
  );
  const { nodes, rooms } = layoutOf(many, 120);
  expect(new Set(nodes.map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`)).size).toBe(500);
  expect(Math.max(...nodes.map(distance))).toBeLessThan(120.001);
  expect(rooms).toEqual([]);
});
