import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loginApi } from '#features/login/contract.ts';
import { userApi } from '#features/user/contract.ts';
import { config } from '#server/core/runtime.ts';
import { sweepUploads } from '#server/files/uploads.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aPicture } from '#server/testing/picture.ts';
import { upload } from '#server/testing/sheet.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const folder = () => join(config().dataDir, 'upload');

test('an upload lies on the disk for as long as its call lasts, accepted or refused', async () => {
  expect(await upload(app, userApi.uploadUserImg.path, await aPicture())).toMatchObject({ status: 200 });
  expect(await upload(app, userApi.uploadUserImg.path, Buffer.alloc(6_000_000))).toMatchObject({ status: 400 });
  expect(await upload(app, userApi.uploadUserImg.path, Buffer.alloc(21_000_000))).toMatchObject({ status: 413 });
  expect(await readdir(folder())).toEqual([]);
});

test('what a process that died left of an upload is swept, what is being uploaded is not', async () => {
  const [oldFile, newFile] = [join(folder(), 'left'), join(folder(), 'fresh')];
  await writeFile(oldFile, 'x');
  await writeFile(newFile, 'x');
  await utimes(oldFile, 0, 0);
  expect(await sweepUploads()).toBe(1);
  expect(await readdir(folder())).toEqual(['fresh']);
});

test('a body that is too long for a public call is refused unread, and an answer names at most 20 errors', async () => {
  const unknown = (most: number) =>
    Object.fromEntries(Array.from({ length: most }, (_, index) => [`field${index}`, index]));
  expect(await app.tryCall(loginApi.accountLogin, unknown(80_000))).toMatchObject({ status: 413 });
  const refused = await app.tryCall(loginApi.accountLogin, unknown(100));
  expect(refused.status).toBe(400);
  expect((refused.data as { errors: unknown[] }).errors).toHaveLength(20);
});
