import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#server/testing/folder.ts';
import { aPicture } from '#server/testing/picture.ts';
import { openRenderer } from './pictureRenderer.ts';
import { squarePortrait } from './pictureVariants.ts';

async function anUpload(content: Buffer | string): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const path = join(folder.path, 'upload');
  await writeFile(path, content);
  return path;
}

test('a picture that takes too long is told as that, not as something that is no picture', async () => {
  const path = await anUpload(await aPicture());
  // No process starts within a millisecond.
  const drawing = openRenderer(1)({ path, width: 16, height: 16, fit: 'cover' });
  await expect(drawing).rejects.toMatchObject({ status: 503, message: '图片处理超时，请稍后重试' });
});

test('an upload that cannot be read is a fault of the product; what is no picture is refused', async () => {
  const file = { name: 'me.png', path: await anUpload('no picture'), size: 10 };
  await expect(squarePortrait(file)).rejects.toMatchObject({ status: 400, message: '仅支持 jpg/png/webp，不超过5MB' });
  const lost = squarePortrait({ ...file, path: `${file.path}.lost` });
  await expect(lost).rejects.toThrow('the picture could not be read');
});
