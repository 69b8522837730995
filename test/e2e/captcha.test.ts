import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inside, logInOn, openBrowser, openSeat, sees } from './browser.ts';
import { adminPassword, type Site, startSite } from './site.ts';

let site: Site;
let browser: Browser;

beforeAll(async () => {
  [site, browser] = await Promise.all([startSite({ CAPTCHA: 'on' }), openBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

/** What stands in the picture: the newest captcha is the one on the page. */
async function answer(): Promise<string> {
  const [row] = await site.sql<{ answer: string }>('select answer from captcha order by expires_at desc limit 1');
  return row?.answer ?? '';
}

test('a captcha is read from its picture: a wrong answer brings a new picture, the right one in small letters lets in', async () => {
  const { page, faults, forgive } = await openSeat(browser, site);
  const picture = page.locator('.captcha-image img');
  const drawn = () => picture.getAttribute('src');
  const first = await drawn();
  expect(first).toMatch(/^data:image\/svg/);
  await page.getByLabel('验证码', { exact: true }).fill('0000');
  await logInOn(page, 'admin', adminPassword);
  await sees(page.locator('#captcha-problem').getByText(/./));
  await expect.poll(drawn).not.toBe(first);
  expect(await page.getByLabel('验证码', { exact: true }).inputValue()).toBe('');
  expect(await page.getByLabel('密码', { exact: true }).inputValue()).toBe(adminPassword);
  const second = await drawn();
  await page.getByRole('button', { name: '换一张验证码' }).click();
  await expect.poll(drawn).not.toBe(second);
  await page.getByLabel('验证码', { exact: true }).fill((await answer()).toLowerCase());
  await logInOn(page, 'admin', adminPassword);
  await inside(page);
  forgive(/400/);
  expect(faults).toEqual([]);
});
