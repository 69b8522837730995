/** Bytes: 5 MB (domain.md 3.2). */
const largest = 5 * 1024 * 1024;
const refusal = '仅支持 jpg/png/webp，不超过5MB';

/** Returns whether the first bytes are those of an accepted picture format; WebP has its name at byte 8. */
async function isPicture(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  const begins = (...bytes: number[]) => bytes.every((byte, index) => head[index] === byte);
  const webp = begins(0x52, 0x49, 0x46, 0x46) && String.fromCharCode(...head.slice(8, 12)) === 'WEBP';
  return begins(0xff, 0xd8, 0xff) || begins(0x89, 0x50, 0x4e, 0x47) || webp;
}

/** Returns why a file is not accepted as a picture, by content, not by name; undefined if it is. */
export async function pictureProblem(file: Blob): Promise<string | undefined> {
  return file.size > largest || !(await isPicture(file)) ? refusal : undefined;
}

/** Maximum side of the stored picture in px; no screen shows a larger avatar. */
const largestSide = 640;

/** Returns the middle square of a picture as WebP, at most 640 px wide. Rejects if the browser cannot read it. */
export async function squarePicture(file: File): Promise<File> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error('图片已损坏，无法读取');
  });
  const side = Math.min(picture.width, picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.min(side, largestSide);
  canvas.height = canvas.width;
  const offsetX = (picture.width - side) / 2;
  const top = (picture.height - side) / 2;
  canvas.getContext('2d')?.drawImage(picture, offsetX, top, side, side, 0, 0, canvas.width, canvas.height);
  picture.close();
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/webp', 0.9));
  if (!blob) {
    throw new Error('图片无法读取');
  }
  return new File([blob], `${file.name.replace(/\.[^.]*$/, '')}.webp`, { type: blob.type });
}
