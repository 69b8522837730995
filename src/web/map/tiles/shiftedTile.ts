import { fromWorld, type Pixel, toWorld } from '../camera/projection.ts';
import { toGcj02 } from '../gcj02.ts';

/*
 * Tiles in GCJ-02 are drawn where they belong in WGS-84. Everything above the base stays in WGS-84: markers, fences,
 * tracks, clicks and drawing need no conversion.
 */

export interface TileId {
  z: number;
  x: number;
  y: number;
}

/** Part of the GCJ-02 grid that one WGS-84 tile shows, in tiles: its north-west corner and its sides. */
export interface TileWindow {
  corner: Pixel;
  right: Pixel;
  down: Pixel;
}

/** Returns the window of a tile. Within a tile the shift is even to a small part of a pixel. */
export function windowOf({ z, x, y }: TileId): TileWindow {
  const count = 2 ** z;
  const shifted = (east: number, south: number): Pixel => {
    const point = toWorld(toGcj02(fromWorld({ x: (x + east) / count, y: (y + south) / count })));
    return { x: point.x * count, y: point.y * count };
  };
  const [corner, east, south] = [shifted(0, 0), shifted(1, 0), shifted(0, 1)];
  return {
    corner,
    right: { x: east.x - corner.x, y: east.y - corner.y },
    down: { x: south.x - corner.x, y: south.y - corner.y },
  };
}

/** Returns the tiles of the GCJ-02 grid that a window touches. */
export function tilesWithin({ corner, right, down }: TileWindow, z: number): TileId[] {
  const count = 2 ** z;
  const range = (axis: 'x' | 'y') => {
    const ends = [0, right[axis], down[axis], right[axis] + down[axis]].map((side) => corner[axis] + side);
    const [first, end] = [Math.floor(Math.min(...ends)), Math.ceil(Math.max(...ends))];
    return Array.from({ length: end - first }, (_, index) => first + index);
  };
  return range('y')
    .filter((y) => y >= 0 && y < count)
    .flatMap((y) => range('x').map((x) => ({ z, x, y })));
}

/**
 * Returns the matrix (a, b, c, d, e, f of a canvas) from the pixels of a picture to those of a tile with the same size.
 * @param first tile of the grid at the picture's top left
 */
export function matrixOf({ corner, right, down }: TileWindow, first: Pixel, size: number): number[] {
  const det = right.x * down.y - down.x * right.y;
  const [a, b, c, d] = [down.y / det, -right.y / det, -down.x / det, right.x / det];
  const [x, y] = [(first.x - corner.x) * size, (first.y - corner.y) * size];
  return [a, b, c, d, a * x + c * y, b * x + d * y];
}

function context(width: number, height: number): OffscreenCanvasRenderingContext2D {
  const pen = new OffscreenCanvas(width, height).getContext('2d');
  if (!pen) throw new Error('no canvas');
  return pen;
}

/**
 * Draws a WGS-84 tile from tiles in GCJ-02. Rejects if none of them comes.
 * @param load returns a tile of the GCJ-02 grid
 */
export async function shiftedTile(id: TileId, load: (id: TileId) => Promise<ImageBitmap>): Promise<ImageBitmap> {
  const window = windowOf(id);
  const parts = tilesWithin(window, id.z);
  const count = 2 ** id.z;
  const answers = await Promise.allSettled(parts.map(({ z, x, y }) => load({ z, x: (x + count) % count, y })));
  const pictures = answers.flatMap((answer, index) =>
    answer.status === 'fulfilled' ? [{ ...(parts[index] as TileId), picture: answer.value }] : [],
  );
  const [any] = pictures;
  if (!any) throw (answers[0] as PromiseRejectedResult).reason;
  const size = any.picture.width;
  const first = { x: Math.min(...parts.map(({ x }) => x)), y: Math.min(...parts.map(({ y }) => y)) };
  const last = { x: Math.max(...parts.map(({ x }) => x)), y: Math.max(...parts.map(({ y }) => y)) };
  // All of them side by side first: moved by parts of a pixel one by one they would leave seams.
  const sheet = context((last.x - first.x + 1) * size, (last.y - first.y + 1) * size);
  for (const { x, y, picture } of pictures)
    sheet.drawImage(picture, (x - first.x) * size, (y - first.y) * size, size, size);
  const pen = context(size, size);
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = matrixOf(window, first, size);
  pen.setTransform(a, b, c, d, e, f);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(sheet.canvas, 0, 0);
  return pen.canvas.transferToImageBitmap();
}
