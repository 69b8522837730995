import { describe, expect, test } from 'vitest';
import { aUser } from '#server/testing/rows.ts';
import { expectVisible, goTo } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';
import { aClaimedWarn, expectAccessible, openWithAxe, testScreens } from './axe.ts';

const size = 'phone';
const tests = await setUpBrowserTests({ DEMO: 'on' });

describe('no violation of WCAG 2.2 AA', () => {
  testScreens(tests, size);

  test('in the open case on a phone, by light and dark', async () => {
    const user = await aUser(tests.site);
    const { page } = await openWithAxe(tests, size, user, `/warn/sos?id=${await aClaimedWarn(tests.site, user)}`);
    await expectVisible(page.getByRole('button', { name: '结案' }));
    await expectAccessible(page, size, 'the case');
    await page.getByRole('button', { name: '结案' }).click();
    await expectVisible(page.getByRole('dialog', { name: /^结案/ }));
    await expectAccessible(page, size, 'closing');
  });
});

describe('a phone', () => {
  test('names no key: in the open case, lists, forms and messages', async () => {
    const user = await aUser(tests.site, { role: 'admin' });
    const { page } = await openWithAxe(tests, size, user, `/warn/sos?id=${await aClaimedWarn(tests.site, user)}`);
    const caps = page.locator('kbd:visible');
    await expectVisible(page.getByRole('button', { name: '结案' }));
    await page.getByRole('button', { name: /^加备注/ }).click();
    await expectVisible(page.getByPlaceholder('写一条备注', { exact: true }));
    expect(await caps.allTextContents()).toEqual([]);
    await goTo(page, '/test/dialog_form');
    await page.getByRole('button', { name: '打开表单' }).click();
    await expectVisible(page.getByRole('dialog', { name: '新增样例' }));
    expect(await caps.allTextContents()).toEqual([]);
    await goTo(page, '/user/list');
    await expectVisible(page.getByRole('button', { name: /^新增/ }).first());
    expect(await caps.allTextContents()).toEqual([]);
  });
});
