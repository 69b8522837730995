import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import gcoord from 'gcoord';
import type { BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { aCustomer } from '#server/testing/rows.ts';
import { tileFile } from '../../support/tileFile.ts';
import { expectHidden, expectVisible, frontPage } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';

const { site, administrator, openBrowserAs } = await setUpBrowserTests();
const admin = await administrator();

const home = { lat: 28.935, lng: 118.885 };
const zoom = 14;
const host = 'https://tiles.example.com';
const raster = {
  kind: 'raster',
  url: `${host}/{z}/{x}/{y}.png`,
  attribution: '© 测试 审图号 GS(2026)1号',
  maxZoom: zoom,
};

/** Returns a tile: white, with a red square of 8 pixels at the GCJ-02 position of the home. */
async function tileOf(z: number, x: number, y: number): Promise<Buffer> {
  const [lng, lat] = gcoord.transform([home.lng, home.lat], gcoord.WGS84, gcoord.GCJ02);
  const count = 2 ** z * 256;
  const sine = Math.sin((lat * Math.PI) / 180);
  const left = Math.round((lng / 360 + 0.5) * count - x * 256) - 4;
  const top = Math.round((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * count - y * 256) - 4;
  const isHere = left >= 0 && top >= 0 && left <= 248 && top <= 248;
  const ground = sharp({ create: { width: 256, height: 256, channels: 3, background: '#ffffff' } });
  const square = sharp({ create: { width: 8, height: 8, channels: 3, background: '#ff0000' } });
  return (isHere ? ground.composite([{ input: await square.png().toBuffer(), left, top }]) : ground).png().toBuffer();
}

/** Answers for the tile service; none while `isDown`. */
function serveTiles(state: { isDown: boolean }) {
  return async (context: BrowserContext) => {
    await context.route(`${host}/**`, async (route) => {
      const [z = 0, x = 0, y = 0] = (/\/(\d+)\/(\d+)\/(\d+)\.png/.exec(route.request().url()) ?? [])
        .slice(1)
        .map(Number);
      if (state.isDown) return route.abort();
      const headers = { 'Access-Control-Allow-Origin': '*' };
      return route.fulfill({ body: await tileOf(z, x, y), contentType: 'image/png', headers });
    });
  };
}

async function set(setting: object): Promise<void> {
  const { version } = await site.call<{ version: number }>('map/getMapSetting', {});
  await site.call('map/editMapSetting', { version, ...setting });
}

type Color = (r: number, g: number, b: number) => boolean;
/** Orange of the legend is not red. */
const isRed: Color = (r, g, b) => r > g + 60 && Math.abs(g - b) < 30;
const isPurple: Color = (r, g, b) => r > g + 60 && b > g + 60;

/** Returns the pixels of a colour in the picture of the map. */
async function pixelsOf(page: Page, isWanted: Color) {
  const picture = await frontPage(page).locator('.map .maplibregl-canvas').screenshot();
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixels = Array.from({ length: info.width * info.height }, (_, i) => i).filter((i) => {
    const [r = 0, g = 0, b = 0] = data.subarray(i * 3, i * 3 + 3);
    return isWanted(r, g, b);
  });
  return { pixels, info };
}

/** Returns the middle of the red pixels of a picture, from its own middle. */
async function redOf(page: Page): Promise<{ x: number; y: number; count: number }> {
  const { pixels: red, info } = await pixelsOf(page, isRed);
  const mean = (of: (i: number) => number) => red.reduce((sum, i) => sum + of(i), 0) / red.length;
  const x = mean((i) => i % info.width) - info.width / 2;
  return { x, y: mean((i) => Math.floor(i / info.width)) - info.height / 2, count: red.length };
}

test('tiles in GCJ-02 lie where they belong, and without them the bundled base is there with one line', async () => {
  await set({ ...raster, datum: 'gcj02' });
  const customerId = await aCustomer(site, { name: '郭素贞', ...home });
  const state = { isDown: false };
  const { page, ignoreFaults } = await openBrowserAs(admin, {
    path: `/location/list/fence/add?customer=${customerId}`,
    prepare: serveTiles(state),
  });
  const map = frontPage(page).locator('.map');
  await expectVisible(map.getByText(raster.attribution));
  await expect.poll(async () => (await redOf(page)).count).toBeGreaterThan(20);
  // The map's middle is the home: 1 pixel is about 4 m here.
  const { x, y } = await redOf(page);
  expect(Math.hypot(x, y)).toBeLessThan(3);

  state.isDown = true;
  await page.reload();
  await expectVisible(map.getByText('设置的底图没有载入，先显示内置底图'));
  await expectHidden(map.getByText(raster.attribution));
  state.isDown = false;
  await expectVisible(map.getByText(raster.attribution));
  await expectHidden(map.getByText('设置的底图没有载入，先显示内置底图'));
  ignoreFaults(/left the address: https:\/\/tiles\.example\.com|net::ERR_FAILED/);
});

test('a fence drawn on tiles in GCJ-02 is stored in WGS-84', async () => {
  await set({ ...raster, datum: 'gcj02', maxZoom: 18 });
  const metre = 1 / 111_195;
  const customerId = await aCustomer(site, { name: '何秀珠', lat: home.lat - 50 * metre, lng: home.lng - 60 * metre });
  const { page, ignoreFaults } = await openBrowserAs(admin, {
    path: `/location/list/fence/add?customer=${customerId}`,
    prepare: serveTiles({ isDown: false }),
  });
  const map = frontPage(page).locator('.map');
  await expectVisible(map.getByText(raster.attribution));
  await page.getByRole('group', { name: '画' }).getByRole('button', { name: '多边形' }).click();
  // At this zoom a pixel is 0.5 m.
  await map.focus();
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  let red = { x: 0, y: 0, count: 0 };
  const isStill = async () => {
    const former = red;
    red = await redOf(page);
    return red.count > 0 && red.count === former.count && red.x === former.x && red.y === former.y;
  };
  await expect.poll(isStill).toBe(true);
  const box = await map.boundingBox();
  if (!box) throw new Error('no map');
  const [x, y] = [box.x + box.width / 2 + red.x, box.y + box.height / 2 + red.y];
  for (const [east, south] of [
    [0, 0],
    [-160, 20],
    [-120, 160],
    [0, 0],
  ] as const)
    await page.mouse.click(x + east, y + south);
  await page.getByRole('textbox', { name: '名称' }).fill('桂园小区 家');
  await page.keyboard.press('Control+Enter');
  await expectVisible(page.getByText('围栏已保存并生效'));
  const [fence] = await site.call<{ shape: { polygon: (typeof home)[] } }[]>('fence/getFenceList', { customerId });
  const metresOff = (fence?.shape.polygon ?? []).map(({ lat, lng }) =>
    Math.hypot((lat - home.lat) / metre, ((lng - home.lng) / metre) * Math.cos((lat * Math.PI) / 180)),
  );
  expect(metresOff).toHaveLength(3);
  expect(Math.min(...metresOff)).toBeLessThan(3);
  ignoreFaults(/left the address: https:\/\/tiles\.example\.com/);
});

test('a file with tiles is chosen in the settings and drawn; one that is none is refused at its field', async () => {
  await set({ kind: 'none' });
  const picture = sharp({ create: { width: 256, height: 256, channels: 3, background: '#c000c0' } });
  await mkdir(join(site.dataDir, 'map'), { recursive: true });
  await writeFile(join(site.dataDir, 'map', 'city.pmtiles'), tileFile(await picture.png().toBuffer()));
  await writeFile(join(site.dataDir, 'map', 'notes.pmtiles'), 'PMTiles');
  const { page, ignoreFaults } = await openBrowserAs(admin, { path: '/location/list/base' });
  const front = frontPage(page);
  await front.getByRole('button', { name: '设置底图' }).click();
  const dialog = page.getByRole('dialog', { name: '设置底图' });
  await dialog.getByRole('radio', { name: 'PMTiles' }).check({ force: true });
  const choose = async (name: string) => {
    await dialog.getByRole('combobox', { name: '文件' }).click();
    await page.locator('.ant-select-item-option').filter({ hasText: name }).click();
  };
  await choose('notes.pmtiles');
  await dialog.getByLabel('版权与审图号').fill(raster.attribution);
  await page.keyboard.press('Control+Enter');
  await expectVisible(dialog.getByText('不是 PMTiles 文件（第 3 版），或文件不存在').first());
  expect(await site.call('map/getMapSetting')).toMatchObject({ kind: 'none' });
  expect((await pixelsOf(page, isPurple)).pixels).toEqual([]);
  await choose('city.pmtiles');
  await page.keyboard.press('Control+Enter');
  await expectVisible(front.locator('.map').getByText(raster.attribution));
  await expect
    .poll(async () => {
      const { pixels, info } = await pixelsOf(page, isPurple);
      return pixels.length / (info.width * info.height);
    })
    .toBeGreaterThan(0.5);
  ignoreFaults(/status of 400/);
});

test('the administrator sets a base, wrong values stand at their fields, and goes back to the bundled one', async () => {
  await set({ kind: 'none' });
  const { page, ignoreFaults } = await openBrowserAs(admin, {
    path: '/location/list/base',
    prepare: serveTiles({ isDown: false }),
  });
  const front = frontPage(page);
  await front.getByRole('button', { name: '设置底图' }).click();
  const dialog = page.getByRole('dialog', { name: '设置底图' });
  await dialog.getByRole('radio', { name: '在线瓦片' }).check({ force: true });
  await dialog.getByLabel('瓦片地址').fill('https://10.0.0.1/{z}/{x}/{y}.png');
  await dialog.getByLabel('版权与审图号').fill(raster.attribution);
  await page.keyboard.press('Control+Enter');
  await expectVisible(dialog.getByText('10.0.0.1 是内网地址，本平台没有开放内网地址').first());
  await dialog.getByLabel('瓦片地址').fill(raster.url);
  await page.keyboard.press('Control+Enter');
  await expectVisible(front.getByText(raster.url));
  await expectVisible(front.locator('.map').getByText(raster.attribution));
  await front.getByRole('button', { name: '恢复内置底图' }).click();
  await page.getByRole('button', { name: '保存并重新载入' }).click();
  await expectHidden(front.getByText(raster.url));
  ignoreFaults(/left the address: https:\/\/tiles\.example\.com|status of 400/);
});
