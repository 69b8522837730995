import { expect, test } from 'vitest';
import { aCustomer, aUser } from '#server/testing/rows.ts';
import { expectHidden, expectVisible, selectOption } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';

const { site, openBrowserAs } = await setUpBrowserTests();

/** A page with one word. */
const pdf = Buffer.from(
  `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj
4 0 obj<</Length 44>>stream
BT /F 32 Tf 40 90 Td (DISCHARGE) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF`,
);
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a PDF and a picture open in the page by keys, ways of living are written, health words are in no draft', async () => {
  const customerId = await aCustomer(site, { name: '周善宝' });
  const user = await aUser(site, { role: 'health' });
  const { page } = await openBrowserAs(user, {
    path: `/healthy/archives/${customerId}?section=attachment`,
  });
  const section = page.getByRole('region', { name: '附件' });
  for (const [name, buffer, mimeType] of [
    ['小结.pdf', pdf, 'application/pdf'],
    ['胸片.png', png, 'image/png'],
  ] as const) {
    await section.getByRole('button', { name: '新增附件' }).click();
    const form = page.getByRole('dialog', { name: '新增附件' });
    await form.locator('input[type=file]').setInputFiles({ name, buffer, mimeType });
    await expectVisible(form.getByText(name));
    await selectOption(form, '类别', '出院小结');
    await form.getByRole('textbox', { name: '名称' }).fill('2026 出院');
    await form.getByRole('textbox', { name: '日期' }).fill('2026-11-20');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');
    await expectHidden(form);
  }
  await section.getByRole('button', { name: '小结.pdf' }).press('Enter');
  await expectVisible(page.getByRole('dialog', { name: '小结.pdf' }).getByRole('img', { name: '第 1 页' }));
  await page
    .getByRole('button', { name: /一个文件/ })
    .and(page.locator(':enabled'))
    .click();
  const picture = page.getByRole('img', { name: '胸片.png' });
  await expectVisible(picture);
  await page.keyboard.press('Escape');
  await expectHidden(picture);

  await page.getByRole('button', { name: /^生活方式/ }).click();
  await page.getByRole('button', { name: '编辑生活方式' }).click();
  const living = page.getByRole('dialog', { name: /编辑生活方式/ });
  await selectOption(living, '吸烟', '已戒烟');
  await living.getByRole('textbox', { name: '植入物' }).fill('心脏起搏器');
  await page.keyboard.press('Escape');
  await expectHidden(living);
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  expect(kept).toContain('quit');
  expect(kept).not.toContain('起搏器');
  await page.getByRole('button', { name: '编辑生活方式' }).click();
  await living.getByRole('button', { name: '接着填' }).click();
  await living.getByRole('textbox', { name: '植入物' }).fill('心脏起搏器');
  await page.keyboard.press('Control+Enter');
  await expectVisible(page.getByRole('region', { name: '生活方式' }).getByText('心脏起搏器'));
});
