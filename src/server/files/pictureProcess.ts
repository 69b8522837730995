import sharp from 'sharp';

/** One picture to draw: an upload anew, or strokes on a noisy ground. */
export type PictureTask =
  | { path: string; width: number; height: number; fit: 'cover' | 'inside' }
  | { svg: string; width: number; height: number };

/** The WebP, or null for what is no picture that the product takes. */
export interface PictureAnswer {
  content: Uint8Array | null;
}

const mostPixels = 50_000_000;
const accepted = new Set(['jpeg', 'png', 'webp']);

sharp.concurrency(1);
sharp.cache(false);

async function redrawn(path: string, width: number, height: number, fit: 'cover' | 'inside'): Promise<Buffer | null> {
  const image = sharp(path, { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true });
  const { format } = await image.metadata();
  if (!accepted.has(format ?? '')) return null;
  return image
    .rotate()
    .resize(width, height, fit === 'cover' ? { fit, position: 'attention' } : { fit, withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer();
}

/** Points alone: nothing can be read from the file but by looking at it. */
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

process.on('message', (task: PictureTask) => {
  const drawn =
    'svg' in task
      ? noisy(task.svg, task.width, task.height)
      : redrawn(task.path, task.width, task.height, task.fit).catch(() => null);
  void drawn
    .catch(() => null)
    .then((content) => process.send?.({ content } satisfies PictureAnswer, undefined, undefined, () => undefined));
});

// The server is gone, however it ended.
process.once('disconnect', () => process.exit());
