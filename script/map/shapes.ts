/** Plane geometry for the map generator. Points are metres east and north of the district's centre. */

export type Point = readonly [number, number];
export type Polygon = readonly Point[];

/** Returns a generator of numbers in [0, 1) that is equal for equal seeds on every machine (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns true when the point lies inside the polygon (even-odd rule). */
export function isInside([x, y]: Point, polygon: Polygon): boolean {
  let inside = false;
  let [px, py] = polygon.at(-1) ?? [0, 0];
  for (const [qx, qy] of polygon) {
    if (qy > y !== py > y && x < ((px - qx) * (y - qy)) / (py - qy) + qx) {
      inside = !inside;
    }
    [px, py] = [qx, qy];
  }
  return inside;
}

/** Draws a smooth curve (Catmull-Rom) through the points, with `steps` pieces between two of them. */
export function smooth(points: readonly Point[], steps: number): Point[] {
  const curve: Point[] = [];
  for (let index = 0; index < points.length - 1; index += 1) {
    const b = points[index] ?? [0, 0];
    const c = points[index + 1] ?? b;
    const a = points[index - 1] ?? b;
    const d = points[index + 2] ?? c;
    for (let step = 0; step < steps; step += 1) {
      const t = step / steps;
      const interpolate = (p: number, q: number, r: number, s: number) =>
        0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t ** 2 + (3 * q - p - 3 * r + s) * t ** 3);
      curve.push([interpolate(a[0], b[0], c[0], d[0]), interpolate(a[1], b[1], c[1], d[1])]);
    }
  }
  const last = points.at(-1);
  return last ? [...curve, last] : curve;
}

/** Widens a line into a polygon; `width(t)` gives metres at the fraction t of its points. */
export function ribbon(line: readonly Point[], width: (t: number) => number): Point[] {
  const left: Point[] = [];
  const right: Point[] = [];
  line.forEach(([x, y], index) => {
    const [ax, ay] = line[Math.max(0, index - 1)] ?? [x, y];
    const [bx, by] = line[Math.min(line.length - 1, index + 1)] ?? [x, y];
    const length = Math.hypot(bx - ax, by - ay) || 1;
    const half = width(index / (line.length - 1)) / 2;
    const [nx, ny] = [(-(by - ay) / length) * half, ((bx - ax) / length) * half];
    left.push([x + nx, y + ny]);
    right.push([x - nx, y - ny]);
  });
  return [...left, ...right.reverse()];
}

/** Returns a round shape with a wavy shore: radii in metres east and north, `waver` as a share of them. */
export function pond(centre: Point, radii: Point, waver: number): Point[] {
  return Array.from({ length: 40 }, (_, index) => {
    const angle = (index / 40) * 2 * Math.PI;
    const reach = 1 + waver * (Math.sin(2 * angle + 0.6) + 0.6 * Math.sin(3 * angle + 2) + 0.35 * Math.sin(5 * angle));
    return [centre[0] + radii[0] * reach * Math.cos(angle), centre[1] + radii[1] * reach * Math.sin(angle)];
  });
}
