import { describe, test } from 'vitest';
import { aUser } from '#server/testing/rows.ts';
import { expectHidden, expectVisible, pressEscape } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';
import { aClaimedWarn, expectAccessible, openWithAxe, testScreens } from './axe.ts';

const size = 'desktop';
const tests = await setUpBrowserTests({ DEMO: 'on' });

describe('no violation of WCAG 2.2 AA', () => {
  testScreens(tests, size);

  test('in the open case, its dialogs and what the header opens, by light and dark', async () => {
    const user = await aUser(tests.site, { role: 'leader' });
    const userBrowser = await openWithAxe(tests, size, user, `/warn/sos?id=${await aClaimedWarn(tests.site, user)}`);
    const { page } = userBrowser;
    await expectVisible(page.getByRole('region', { name: '处置' }).getByRole('heading', { name: '吴阿根' }));
    await expectVisible(page.locator('.map-box[data-ready]'));
    await expectAccessible(page, size, 'the case');
    await page.getByRole('button', { name: /^加备注/ }).click();
    await page.getByRole('button', { name: '轨迹' }).click();
    await expectAccessible(page, size, 'the case with a note and the way');
    for (const name of ['派单', '转派', '误报…', /^结案/, '登记告警', '释放']) {
      await page
        .getByRole('button', { name, exact: typeof name === 'string' })
        .first()
        .click();
      await expectVisible(page.locator('[role="dialog"], [role="alertdialog"]'));
      await expectAccessible(page, size, String(name));
      await pressEscape(page);
      await expectHidden(page.locator('[role="dialog"]:visible, [role="alertdialog"]:visible'));
    }
    const opened = ':is([role="menu"], [role="dialog"]):visible';
    for (const opener of [/个人菜单$/, /声音/, /搜索/]) {
      await page.getByRole('button', { name: opener }).first().click();
      await expectVisible(page.locator(opened));
      // A menu attached to its button is no landmark.
      await expectAccessible(page, size, String(opener), ['region']);
      await pressEscape(page);
      await page.getByRole('navigation', { name: '位置' }).click();
      await expectHidden(page.locator(opened));
    }
  });
});
