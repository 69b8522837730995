import { invalidField } from '#server/core/problem.ts';
import type { UploadedFile } from '#server/feature/handlers.ts';
import { renderPicture } from './pictureRenderer.ts';

const maxBytes = 5_242_880;

/**
 * A portrait for a card: judged by content, cut square, drawn anew as 512 × 512 WebP without any metadata.
 * 400 for anything that is not a jpg, png or webp of at most 5 MB; 503 when drawing takes too long.
 */
export function squarePortrait(file: UploadedFile): Promise<Buffer> {
  return renderVariant(file, 512, 512);
}

/** The same for a cover, cut to 16:9 and drawn as 1280 × 720. */
export function wideCover(file: UploadedFile): Promise<Buffer> {
  return renderVariant(file, 1280, 720);
}

/** The same for a picture in a text: whole, at most 1600 × 1600. */
export function fitPicture(file: UploadedFile): Promise<Buffer> {
  return renderVariant(file, 1600, 1600, 'inside');
}

/** The same for a logo beside a title: whole, at most 480 × 96, its ground left transparent. */
export function fitLogo(file: UploadedFile): Promise<Buffer> {
  return renderVariant(file, 480, 96, 'inside');
}

const refused = () => invalidField('file', '仅支持 jpg/png/webp，不超过5MB', 'image');

async function renderVariant(
  file: UploadedFile,
  width: number,
  height: number,
  fit: 'cover' | 'inside' = 'cover',
): Promise<Buffer> {
  if (file.size > maxBytes) throw refused();
  const drawn = await renderPicture({ path: file.path, width, height, fit });
  if (!drawn) throw refused();
  return drawn;
}
