import type { UploadedFile } from './handlers.ts';
import { atMost } from './limit.ts';
import { invalidField } from './problem.ts';

const mostBytes = 5_242_880;
const mostPixels = 50_000_000;
const accepted = new Set(['jpeg', 'png', 'webp']);
/** A picture of 50 million pixels takes some 100 MB while it is drawn. */
const inTurn = atMost(2);

/**
 * A portrait for a card: judged by content, cut square, drawn anew as 512 × 512 WebP without any metadata.
 * 400 for anything that is not a jpg, png or webp of at most 5 MB.
 */
export function squarePortrait(file: UploadedFile): Promise<Buffer> {
  return drawnAnew(file, 512, 512);
}

/** The same for a cover, cut to 16:9 and drawn as 1280 × 720. */
export function wideCover(file: UploadedFile): Promise<Buffer> {
  return drawnAnew(file, 1280, 720);
}

/** The same for a picture in a text: whole, at most 1600 × 1600. */
export function wholePicture(file: UploadedFile): Promise<Buffer> {
  return drawnAnew(file, 1600, 1600, 'inside');
}

/** The same for a logo beside a title: whole, at most 480 × 96, its ground left transparent. */
export function wholeLogo(file: UploadedFile): Promise<Buffer> {
  return drawnAnew(file, 480, 96, 'inside');
}

const refused = () => invalidField('file', '仅支持 jpg/png/webp，不超过5MB', 'image');

async function drawnAnew(
  file: UploadedFile,
  width: number,
  height: number,
  fit: 'cover' | 'inside' = 'cover',
): Promise<Buffer> {
  if (file.size > mostBytes) throw refused();
  return inTurn(() => draw(file.path, width, height, fit));
}

async function draw(path: string, width: number, height: number, fit: 'cover' | 'inside'): Promise<Buffer> {
  // Loaded when somebody uploads: the image library is a large part of the memory of a server at rest.
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  try {
    const image = sharp(path, { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true });
    const { format } = await image.metadata();
    if (!accepted.has(format ?? '')) throw refused();
    return await image
      .rotate()
      .resize(width, height, fit === 'cover' ? { fit, position: 'attention' } : { fit, withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer();
  } catch {
    throw refused();
  }
}
