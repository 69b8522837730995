import { invalidField } from '#server/core/problem.ts';
import type { UploadedFile } from '#server/feature/handlers.ts';
import { renderPicture } from './pictureRenderer.ts';

const maxBytes = 5_242_880;

/**
 * Crops a portrait to a square and re-encodes it as 512 × 512 WebP without metadata. 400 unless the content is a jpg,
 * png or webp of at most 5 MB; 503 if it takes too long.
 */
export function squarePortrait(file: UploadedFile): Promise<Buffer> {
  return renderVariant(file, 512, 512);
}

/** Crops a cover to 16:9, as 1280 × 720 WebP; limits as in `squarePortrait`. */
export function wideCover(file: UploadedFile): Promise<Buffer> {
  return renderVariant(file, 1280, 720);
}

/** Scales a picture of a text to at most 1600 × 1600, uncropped; limits as in `squarePortrait`. */
export function fitPicture(file: UploadedFile): Promise<Buffer> {
  return renderVariant(file, 1600, 1600, 'inside');
}

/** Scales a logo to at most 480 × 96, uncropped, with a transparent background; limits as in `squarePortrait`. */
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
