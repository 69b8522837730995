import { invalidField } from './problem.ts';

const mostBytes = 5_242_880;
const mostPixels = 50_000_000;
const accepted = new Set(['jpeg', 'png', 'webp']);

/**
 * A portrait for a card: judged by content, cut square, drawn anew as 512 × 512 WebP without any metadata.
 * 400 for anything that is not a jpg, png or webp of at most 5 MB.
 */
export function squarePortrait(content: Buffer): Promise<Buffer> {
  return drawnAnew(content, 512, 512);
}

/** The same for a cover, cut to 16:9 and drawn as 1280 × 720. */
export function wideCover(content: Buffer): Promise<Buffer> {
  return drawnAnew(content, 1280, 720);
}

/** The same for a picture in a text: whole, at most 1600 × 1600. */
export function wholePicture(content: Buffer): Promise<Buffer> {
  return drawnAnew(content, 1600, 1600, 'inside');
}

/** The same for a logo beside a title: whole, at most 480 × 96, its ground left transparent. */
export function wholeLogo(content: Buffer): Promise<Buffer> {
  return drawnAnew(content, 480, 96, 'inside');
}

async function drawnAnew(
  content: Buffer,
  width: number,
  height: number,
  fit: 'cover' | 'inside' = 'cover',
): Promise<Buffer> {
  const refused = invalidField('file', '仅支持 jpg/png/webp，不超过5MB', 'image');
  if (content.length > mostBytes) throw refused;
  // Loaded when somebody uploads: the image library is a large part of the memory of a server at rest.
  const { default: sharp } = await import('sharp');
  try {
    const image = sharp(content, { limitInputPixels: mostPixels, failOn: 'error' });
    const { format } = await image.metadata();
    if (!accepted.has(format ?? '')) throw refused;
    return await image
      .rotate()
      .resize(width, height, fit === 'cover' ? { fit, position: 'attention' } : { fit, withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer();
  } catch {
    throw refused;
  }
}
