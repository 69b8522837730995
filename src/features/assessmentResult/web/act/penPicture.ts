import type { PointGroup } from 'signature_pad';

/** Margin around the strokes, px. */
const margin = 8;

/** Rectangle in px. */
interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Returns the rectangle around all strokes within an area; the whole area without strokes. */
export function boxOf(strokes: readonly Pick<PointGroup, 'points'>[], area: { width: number; height: number }): Box {
  const points = strokes.flatMap((stroke) => stroke.points);
  if (points.length === 0) return { x: 0, y: 0, ...area };
  const left = Math.max(0, Math.min(...points.map(({ x }) => x)) - margin);
  const top = Math.max(0, Math.min(...points.map(({ y }) => y)) - margin);
  const right = Math.min(area.width, Math.max(...points.map(({ x }) => x)) + margin);
  const bottom = Math.min(area.height, Math.max(...points.map(({ y }) => y)) + margin);
  return { x: left, y: top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}

/** Cuts the strokes out of a canvas as a PNG on white. */
export async function pictureOf(
  canvas: HTMLCanvasElement,
  strokes: readonly PointGroup[],
  ratio: number,
): Promise<File> {
  const { x, y, width, height } = boxOf(strokes, { width: canvas.width / ratio, height: canvas.height / ratio });
  const cut = document.createElement('canvas');
  cut.width = Math.ceil(width * ratio);
  cut.height = Math.ceil(height * ratio);
  const context = cut.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, cut.width, cut.height);
  context.drawImage(canvas, -x * ratio, -y * ratio);
  const blob = await new Promise<Blob | null>((done) => cut.toBlob(done, 'image/png'));
  if (!blob) throw new Error('no picture');
  return new File([blob], 'signature.png', { type: 'image/png' });
}
