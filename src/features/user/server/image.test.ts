import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { userApi } from '#features/user/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aDepartment, aRole, aUser, type TestUser } from '#server/testing/rows.ts';
import { upload } from '#server/testing/sheet.ts';

let app: TestApp;
let user: TestUser;

beforeAll(async () => {
  app = await startApp();
  user = await aUser(app);
});
afterAll(() => app.stop());

/** Makes a wide photograph with a position and a comment in its metadata. */
function aPhotograph(): Promise<Buffer> {
  return sharp({ create: { width: 900, height: 300, channels: 3, background: '#0b7a70' } })
    .withExif({ IFD0: { ImageDescription: 'taken at home' }, IFD3: { GPSLatitude: '28/1 56/1 0/1' } })
    .jpeg()
    .toBuffer();
}

const fileOf = (content: Buffer | string) =>
  new Blob([typeof content === 'string' ? content : new Uint8Array(content)], { type: 'image/png' });

const send = (content: Buffer | string, fields: Record<string, string> = {}, token = user.token) =>
  upload(app, userApi.uploadUserImg.path, fileOf(content), fields, token);

async function picture(url: unknown, token: string): Promise<Response> {
  return fetch(`${app.url}${String(url)}`, {
    headers: { Authorization: `Bearer ${token}`, 'X-Requested-With': 'XMLHttpRequest' },
  });
}

test('a portrait is cut square, drawn anew and loses what the camera wrote into it', async () => {
  const { data } = await send(await aPhotograph());
  expect((await app.call(userApi.getUserInfo, {}, user.token)).avatar).toBe(data.fileId);
  const stored = await picture(data.url, user.token);
  expect(stored.headers.get('content-type')).toBe('image/webp');
  const content = Buffer.from(await stored.arrayBuffer());
  const { format, width, height, exif, xmp, iptc } = await sharp(content).metadata();
  expect({ format, width, height, exif, xmp, iptc }).toEqual({ format: 'webp', width: 512, height: 512 });
  expect(content.includes('taken at home')).toBe(false);
});

const wrong: [string, () => Promise<Buffer | string>][] = [
  ['a script named as a picture', async () => '<script>alert(1)</script>'],
  ['an SVG, which may hold script', async () => '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
  [
    'a GIF',
    () =>
      sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
        .gif()
        .toBuffer(),
  ],
  ['a picture that ends in the middle', async () => (await aPhotograph()).subarray(0, 600)],
  ['more than 5 MB', async () => Buffer.concat([await aPhotograph(), Buffer.alloc(5_300_000)])],
];

test.each(wrong)('%s is refused by its content', async (_, content) => {
  expect(await send(await content())).toMatchObject({ code: -1, msg: '仅支持 jpg/png/webp，不超过5MB' });
});

test('a picture that would take the memory of fifty million pixels is refused', async () => {
  const huge = await sharp({ create: { width: 10_000, height: 6000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  expect(await send(huge)).toMatchObject({ code: -1, msg: '仅支持 jpg/png/webp，不超过5MB' });
});

test('somebody else’s is changed only by who may edit accounts, and only in scope', async () => {
  const [here, there] = [await aDepartment(app), await aDepartment(app)];
  const rights = ['user:list', 'user:edit'];
  const roleId = await aRole(app, { scope: 'department', permissions: rights });
  const below = await aRole(app, { scope: 'self', permissions: [] });
  const manager = await aUser(app, { roleId, department: here });
  const [ownUser, foreign] = [
    await aUser(app, { roleId: below, department: here }),
    await aUser(app, { roleId: below, department: there }),
  ];
  const photograph = await aPhotograph();
  expect((await send(photograph, { id: ownUser.id })).status).toBe(403);
  expect((await send(photograph, { id: foreign.id }, manager.token)).status).toBe(404);
  const { data } = await send(photograph, { id: ownUser.id }, manager.token);
  expect((await picture(data.url, manager.token)).status).toBe(200);
  expect((await picture(data.url, ownUser.token)).status).toBe(200);
  expect((await picture(data.url, foreign.token)).status).toBe(404);
});
