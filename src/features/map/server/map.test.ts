import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mapSettingApi } from '#features/map/contract.ts';
import { config } from '#server/core/runtime.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aDepartment, aUser } from '#server/testing/rows.ts';
import { mapApi, tilesPath } from '#shared/contract/map.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await startApp();
  folder = join(config().dataDir, 'map');
  await mkdir(folder, { recursive: true });
});
afterAll(() => app.stop());

const bundled = { kind: 'none', url: null, datum: 'wgs84', attribution: null, maxZoom: 18 };
const raster = {
  kind: 'raster' as const,
  url: 'https://tiles.example.com/{z}/{x}/{y}.png',
  datum: 'gcj02' as const,
  attribution: '© 示例 审图号 GS(2026)1号',
};

/** Writes a file with the header of vector tiles up to zoom 14. */
async function tiles(name: string, change: (bytes: Buffer) => void = () => undefined): Promise<void> {
  const bytes = Buffer.alloc(1000, 7);
  bytes.write('PMTiles', 'latin1');
  bytes[7] = 3;
  bytes[99] = 1;
  bytes[101] = 14;
  change(bytes);
  await writeFile(join(folder, name), bytes);
}

const base = () => app.call(mapApi.getMapBase, {});
const get = () => app.call(mapSettingApi.getMapSetting, {}, app.admin);
const edit = async (input: object) =>
  app.ask({
    path: mapSettingApi.editMapSetting.path,
    token: app.admin,
    body: { version: (await get()).version, ...input },
  });
const policy = async () => {
  const answer = await fetch(`${app.url}/api/map/getMapBase`);
  return answer.headers.get('content-security-policy') ?? '';
};

test('the invented district may be drawn while departments of the demo data are there, and not after', async () => {
  const id = await aDepartment(app);
  expect(await base()).toEqual({ demo: false, ...bundled });
  await app.sql('update department set demo = true where id = $1', [id]);
  expect(await base()).toEqual({ demo: true, ...bundled });
  await app.sql('delete from department where id = $1', [id]);
});

test('a wrong address is refused at its field, and the bundled base stays', async () => {
  const wrong = [
    ['https://tiles.example.com/{z}/{x}.png', '瓦片地址要有 {z}、{x} 和 {y}'],
    ['http://tiles.example.com/{z}/{x}/{y}.png', '瓦片地址须以 https:// 开头'],
    ['https://10.1.2.3/{z}/{x}/{y}.png', '10.1.2.3 是内网地址，本平台没有开放内网地址'],
    ['https://localhost/{z}/{x}/{y}.png', 'localhost 是本机、链路本地一类的内网地址，本平台从不访问'],
    ['https://user:word@tiles.example.com/{z}/{x}/{y}.png', '瓦片地址里不能有账号和密码'],
    ['https://t{z}.example.com/{z}/{x}/{y}.png', '{z}、{x}、{y} 只能在路径或参数里'],
    ['https://tiles.example.com/{s}/{z}/{x}/{y}.png', '瓦片地址不正确'],
    ['', '请填写瓦片地址'],
  ];
  for (const [url, msg] of wrong) expect(await edit({ ...raster, url })).toMatchObject({ status: 400, msg });
  expect(await edit({ ...raster, attribution: ' ' })).toMatchObject({ status: 400, msg: '请填写版权与审图号' });
  expect(await edit({ ...raster, maxZoom: 23 })).toMatchObject({ status: 400 });
  expect(await base()).toMatchObject(bundled);
});

test('tiles of a service are the base of everybody, and pages may load from its host only', async () => {
  expect(await policy()).not.toContain('example');
  expect((await edit(raster)).status).toBe(200);
  expect(await base()).toEqual({ demo: false, ...raster, maxZoom: 18 });
  const header = await policy();
  expect(header).toMatch(/connect-src 'self' https:\/\/tiles\.example\.com(;|$)/);
  expect(header).toMatch(/img-src 'self' data: blob: https:\/\/tiles\.example\.com(;|$)/);
  expect(await edit({ kind: 'none', version: 1 })).toMatchObject({ status: 409 });
  expect((await edit({ kind: 'none' })).status).toBe(200);
  expect([await base(), await policy()]).toMatchObject([bundled, expect.not.stringContaining('example')]);
});

test('a file that is no PMTiles is refused; one that is, is sent in parts', async () => {
  await writeFile(join(folder, 'text.pmtiles'), 'PMTiles');
  await tiles('old.pmtiles', (bytes) => bytes.writeUInt8(2, 7));
  await tiles('city.pmtiles');
  for (const file of ['text.pmtiles', 'old.pmtiles', 'missing.pmtiles', '../anhao.pmtiles', ''])
    expect((await edit({ kind: 'pmtiles', file })).status).toBe(400);
  expect((await fetch(app.url + tilesPath)).status).toBe(404);
  expect((await get()).files).toEqual(['city.pmtiles', 'old.pmtiles', 'text.pmtiles']);

  expect((await edit({ kind: 'pmtiles', file: 'city.pmtiles' })).status).toBe(200);
  expect(await base()).toMatchObject({ kind: 'pmtiles', maxZoom: 14 });
  const part = await fetch(app.url + tilesPath, { headers: { Range: 'bytes=0-126' } });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 0-126/1000']);
  const bytes = Buffer.from(await part.arrayBuffer());
  expect([bytes.length, bytes.toString('latin1', 0, 7)]).toEqual([127, 'PMTiles']);
  const beyond = await fetch(app.url + tilesPath, { headers: { Range: 'bytes=5000-' } });
  expect(beyond.status).toBe(416);
});

test('only administrators of the whole platform see and change the setting', async () => {
  const { token } = await aUser(app, { role: 'leader' });
  expect(await app.tryCall(mapSettingApi.getMapSetting, {}, token)).toMatchObject({ status: 403 });
  const input = { version: 1, kind: 'none' as const };
  expect(await app.tryCall(mapSettingApi.editMapSetting, input, token)).toMatchObject({ status: 403 });
});
