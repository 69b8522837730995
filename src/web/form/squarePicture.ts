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
