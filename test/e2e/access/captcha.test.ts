import { expect, test } from 'vitest';
import { adminPassword } from '#server/testing/template.ts';
import { expectVisible, submitLogin, waitForShell } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';

const { site, openBrowserAs } = await setUpBrowserTests({ CAPTCHA: 'on' });

/** Returns the text in the picture: the newest captcha is the one on the page. */
async function answer(): Promise<string> {
  const [row] = await site.sql<{ answer: string }>('select answer from captcha order by expires_at desc limit 1');
  return row?.answer ?? '';
}

test('what is wrong with a login appears where it has room: nothing moves', async () => {
  const { page, ignoreFaults } = await openBrowserAs();
  await expectVisible(page.locator('.captcha-image img'));
  const places = () =>
    page
      .locator('.login-form input, .login-submit')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().y));
  const placesBefore = await places();
  await page.getByRole('button', { name: /^登录/ }).click();
  await expectVisible(page.locator('#account-problem').getByText(/./));
  expect(await places()).toEqual(placesBefore);
  await page.getByLabel('验证码', { exact: true }).fill(await answer());
  const answered = page.waitForResponse(/accountLogin/);
  await submitLogin(page, 'admin', 'not-the-password-1');
  expect((await answered).ok()).toBe(false);
  await expectVisible(page.locator('.login-form .field-error'));
  expect(await places()).toEqual(placesBefore);
  ignoreFaults(/status of 4/);
});

test('a captcha is read from its picture: a wrong answer brings a new picture, the right one in small letters lets in', async () => {
  const { page, ignoreFaults } = await openBrowserAs();
  const picture = page.locator('.captcha-image img');
  const drawn = () => picture.getAttribute('src');
  const first = await drawn();
  expect(first).toMatch(/^data:image\/webp/);
  await page.getByLabel('验证码', { exact: true }).fill('0000');
  await submitLogin(page, 'admin', adminPassword);
  await expectVisible(page.locator('#captcha-problem').getByText(/./));
  await expect.poll(drawn).not.toBe(first);
  expect(await page.getByLabel('验证码', { exact: true }).inputValue()).toBe('');
  expect(await page.getByLabel('密码', { exact: true }).inputValue()).toBe(adminPassword);
  const second = await drawn();
  await page.getByRole('button', { name: '换一张验证码' }).click();
  await expect.poll(drawn).not.toBe(second);
  await page.getByLabel('验证码', { exact: true }).fill((await answer()).toLowerCase());
  await submitLogin(page, 'admin', adminPassword);
  await waitForShell(page);
  ignoreFaults(/400/);
});
