import type { onlineStates } from '#shared/codes.ts';

/** Child in the picture. */
export interface TopologyNode {
  id: string;
  /** Room, or nothing where none is entered. */
  room: string;
  /** `new`: it is not registered here. */
  state: keyof typeof onlineStates | 'new';
  /** Percent; null: unknown. */
  signal: number | null;
}

export interface PlacedNode<N extends TopologyNode> {
  node: N;
  x: number;
  y: number;
}

export interface Room {
  name: string;
  /** Place of its label. */
  x: number;
  y: number;
  /** A child of the room is offline. */
  isOff: boolean;
}

export interface Layout<N extends TopologyNode> {
  nodes: readonly PlacedNode<N>[];
  rooms: readonly Room[];
  /** Side of a sign, px. */
  size: number;
  /** Radii of the circles: strong, middle and weak signal, px. */
  rings: readonly [number, number, number];
}

/** Signal below which a child is weak, and from which it is strong; percent. */
export const [weakBelow, strongFrom] = [34, 67] as const;

/** Rooms above this number have no labels, because they would overlap. */
const maxLabels = 20;

/** Number of children above which the picture is drawn without lines and labels. */
export const dense = 60;

const sizeFor = (count: number) => (count <= dense ? 14 : count <= 200 ? 10 : 7);

/** Circles between which crowded children alternate. */
const lanes = 5;

/** Groups children by room, rooms in the order of their names; new ones have no room yet. */
function roomsOf<N extends TopologyNode>(nodes: readonly N[]): [name: string, nodes: N[]][] {
  const rooms = new Map<string, N[]>();
  for (const node of nodes) rooms.set(node.room, [...(rooms.get(node.room) ?? []), node]);
  const compare = new Intl.Collator('zh-CN', { numeric: true }).compare;
  return [...rooms].sort(([a], [b]) => compare(a, b));
}

/**
 * Places the children around the gateway: the angle is the room, the distance the signal; those that are off lie outside.
 * Crowded children of a room alternate their distance a little, so that their signs do not cover each other.
 * @param radius of the outer circle, px
 */
export function layoutOf<N extends TopologyNode>(all: readonly N[], radius: number): Layout<N> {
  const size = sizeFor(all.length);
  const inner = 34;
  const outer = radius - size;
  const step = (2 * Math.PI) / Math.max(1, all.length);
  const at = (angle: number, distance: number) => ({
    x: Math.sin(angle) * distance,
    y: -Math.cos(angle) * distance,
  });
  const distanceOf = ({ signal, state }: N, index: number) => {
    if (state === 'offline') return radius;
    const near = signal === null ? 1 : 1 - Math.min(100, Math.max(0, signal)) / 100;
    const stagger = step * outer < size ? (index % lanes) * size * 0.9 * (near > 0.5 ? -1 : 1) : 0;
    return Math.min(outer, Math.max(inner, inner + near * (outer - inner) + stagger));
  };
  const nodes: PlacedNode<N>[] = [];
  const rooms: Room[] = [];
  for (const [name, inside] of roomsOf(all)) {
    const from = nodes.length * step;
    for (const [index, node] of inside.entries())
      nodes.push({ node, ...at(from + (index + 0.5) * step, distanceOf(node, index)) });
    const middle = at(from + (inside.length * step) / 2, radius + 18);
    if (name !== '') rooms.push({ name, ...middle, isOff: inside.some(({ state }) => state === 'offline') });
  }
  const ring = (signal: number) => inner + (1 - signal / 100) * (outer - inner);
  return {
    ...{ nodes, size, rooms: all.length > dense || rooms.length > maxLabels ? [] : rooms },
    rings: [ring(strongFrom), ring(weakBelow), radius],
  };
}
