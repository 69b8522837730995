import { readFile } from 'node:fs/promises';
import sharp from 'sharp';

/** A picture to render: an upload to re-encode, or an SVG on a noisy background (captcha). */
export type PictureTask =
  | { path: string; width: number; height: number; fit: 'cover' | 'inside' }
  | { svg: string; width: number; height: number };

/** The WebP, or null if the upload is no accepted picture; `unread`: error while reading the upload. */
export interface PictureAnswer {
  content: Uint8Array | null;
  unread?: string;
}

const maxPixels = 50_000_000;
const accepted = new Set(['jpeg', 'png', 'webp']);

sharp.concurrency(1);
sharp.cache(false);

async function redrawn(upload: Buffer, width: number, height: number, fit: 'cover' | 'inside'): Promise<Buffer | null> {
  const image = sharp(upload, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true });
  const { format } = await image.metadata();
  if (!accepted.has(format ?? '')) return null;
  return image
    .rotate()
    .resize(width, height, fit === 'cover' ? { fit, position: 'attention' } : { fit, withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer();
}

/** Renders an SVG as pixels with noise: the file contains no text to extract. */
async function noisy(svg: string, width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 205, sigma: 26 } as const;
  const grain = await sharp({ create: { width, height, channels: 3, background: '#000', noise } })
    .png()
    .toBuffer();
  return sharp(grain)
    .composite([{ input: Buffer.from(svg) }, { input: grain, blend: 'soft-light' }])
    .webp({ quality: 45 })
    .toBuffer();
}

async function drawn(task: PictureTask): Promise<PictureAnswer> {
  const { width, height } = task;
  if ('svg' in task) return { content: await noisy(task.svg, width, height).catch(() => null) };
  const upload = await readFile(task.path).catch(String);
  if (typeof upload === 'string') return { content: null, unread: upload };
  return { content: await redrawn(upload, width, height, task.fit).catch(() => null) };
}

process.on('message', (task: PictureTask) => {
  drawn(task).then(
    (answer) => process.send?.(answer, undefined, undefined, () => undefined),
    () => process.exit(1),
  );
});

// The server process has exited.
process.once('disconnect', () => process.exit());
