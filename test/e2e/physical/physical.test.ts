import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { workbookType } from '#server/files/workbook.ts';
import { aCustomer, anIdNo, aUser, type TestUser } from '#server/testing/rows.ts';
import { workbookOf } from '#server/testing/sheet.ts';
import { expectHidden, expectVisible, frontPage } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';

const { site, openBrowserAs } = await setUpBrowserTests();

const org = '望湖社区卫生服务中心';
const needed = [
  { code: '8480-6', value: 136 },
  { code: '8462-4', value: 84 },
  { code: '8302-2', value: 155 },
  { code: '29463-7', value: 58 },
  { code: '14771-0', value: 5.9 },
];
const day = (offset: number) => new Date(Date.now() - offset * 86_400_000).toISOString().slice(0, 10);

const call = (user: TestUser, path: string, input: object) =>
  site.call<{ id: string }>(`physical/${path}`, input, user.token);

/** Adds the reviewed examination of the year before. */
async function aFormerOne(customerId: string, doctor: TestUser, reviewer: TestUser): Promise<void> {
  const { id } = await call(doctor, 'addPhysical', { customerId, date: day(370), org, kind: 'yearly', items: needed });
  await call(doctor, 'submitPhysical', { id });
  await call(reviewer, 'reviewPhysical', { id });
}

test('a doctor enters a yearly examination by keys, another one reviews it, and it is printed', async () => {
  const [doctor, reviewer] = await Promise.all([aUser(site, { role: 'health' }), aUser(site, { role: 'health' })]);
  const customerId = await aCustomer(site, { name: '王桂兰', gender: 2, birthDate: '1944-03-05' });
  await aFormerOne(customerId, doctor, reviewer);
  const { page } = await openBrowserAs(doctor, { path: `/healthy/physicals?customerId=${customerId}` });
  await expectVisible(page.getByRole('link', { name: /^应检 \d/ }));
  await page
    .getByRole('row', { name: /王桂兰/ })
    .getByRole('button', { name: '更多' })
    .click();
  await page.getByRole('menuitem', { name: '再建一份…' }).click();
  const dialog = page.getByRole('dialog', { name: '新建体检' });
  await dialog.getByRole('combobox', { name: '机构' }).fill(org);
  await page.keyboard.press('Control+Enter');
  await expectVisible(page.getByRole('heading', { name: /王桂兰/ }));

  await page.getByRole('button', { name: /一般状况/ }).click();
  const field = (code: string) => page.locator(`[data-code="${code}"]`);
  const row = (code: string) => page.locator(`[data-item="${code}"]`);
  await field('8310-5').focus();
  for (const text of ['36.5', '72', '17', '152']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  }
  await expectVisible(row('8480-6').getByText('偏高'));
  await page.keyboard.press('Control+d');
  expect(await field('8462-4').inputValue()).toBe('84');
  await field('8302-2').fill('9');
  await page.keyboard.press('Enter');
  await expectVisible(row('8302-2').getByText('身高应在 50–250 cm 之间'));
  await field('8302-2').fill('155');
  await page.keyboard.press('Enter');
  await page.keyboard.type('58');
  await page.keyboard.press('Enter');
  await expectVisible(row('39156-5').getByText('偏高'));

  await page.getByRole('button', { name: /辅助检查/ }).click();
  await field('718-7').fill('120');
  await expectVisible(row('718-7').getByText('正常'));
  await field('14682-9').fill('78');
  await expectVisible(row('14682-9').getByText('无适用区间'));
  await field('14771-0').fill('115 mg/dL');
  await page.keyboard.press('Enter');
  await expectVisible(row('14771-0').getByText('偏高'));
  await page.getByRole('button', { name: /整组填「无」.*血常规/ }).click();
  expect(await field('777-3').inputValue()).toBe('无');
  await expectVisible(page.getByText(/\d 已存/));
  await page.keyboard.press('Control+Enter');
  await expectVisible(page.getByText('已提交', { exact: true }));
  const address = page.url().split('#')[1] ?? '';

  const other = await openBrowserAs(reviewer, { path: address });
  await other.page.getByRole('button', { name: '退回…' }).click();
  const note = other.page.getByRole('alertdialog');
  await note.getByRole('textbox', { name: '哪里要改' }).fill('腰围没有量');
  await note.getByRole('button', { name: '退回' }).click();
  await expectVisible(other.page.getByText('草稿', { exact: true }));
  await page.reload();
  await expectVisible(page.getByText('腰围没有量'));
  await page.getByRole('button', { name: /一般状况/ }).click();
  await field('8280-0').fill('86');
  await page.getByRole('textbox', { name: '结论' }).fill('血压比去年高');
  await page.keyboard.press('Control+Enter');
  await expectVisible(page.getByText('已提交', { exact: true }));

  await other.page.reload();
  await other.page.getByRole('button', { name: '审核通过' }).click();
  await other.page.getByRole('alertdialog').getByRole('button', { name: '审核通过' }).click();
  await expectVisible(other.page.getByText('已审核', { exact: true }).first());
  await other.page.getByRole('button', { name: '生成随访…' }).click();
  const followUp = other.page.getByRole('dialog', { name: /^生成随访/ });
  const proposed = await followUp.getByRole('textbox', { name: '回访内容' }).inputValue();
  expect(proposed).toBe('体检复查：血压偏高、体重或腰围超出参考、空腹血糖偏高');
  await other.page.keyboard.press('Control+Enter');
  await expectVisible(other.page.getByText(/^随访 \d{4}-\d\d-\d\d 待回访$/));
  await expectHidden(other.page.getByRole('button', { name: '生成随访…' }));
  await other.page.getByRole('button', { name: '打印…' }).click();
  const paper = other.page.getByRole('dialog', { name: '打印体检' });
  await expectVisible(paper.getByText('王*').first());
  await expectVisible(paper.getByText('血压比去年高'));
  expect(await paper.getByRole('row').nth(1).textContent()).toMatch(/收缩压（左）152.*偏高90–139136/);
  await other.page.keyboard.press('Escape');
  await expectHidden(paper);
  await other.page.getByRole('button', { name: '历年对比' }).click();
  await expectVisible(other.page.getByText('2 次体检，旧的在左'));
  await other.page.getByRole('button', { name: '更多操作' }).click();
  await other.page.getByRole('menuitem', { name: '作废…' }).click();
  await note.getByRole('textbox', { name: '作废原因' }).fill('录错了人');
  await note.getByRole('button', { name: '作废' }).click();
  await expectVisible(other.page.getByText('已作废', { exact: true }).first());
});

async function fill(page: Page, code: string, text: string): Promise<void> {
  await page.locator(`[data-code="${code}"]`).fill(text);
  await page.keyboard.press('Enter');
}

/** Fills an item and waits until it is stored: on a newer version than the page's with the second try. */
async function store(page: Page, code: string, text: string): Promise<void> {
  const stored = page.waitForResponse((answer) => answer.url().endsWith('/editPhysical') && answer.ok());
  await Promise.all([stored, fill(page, code, text)]);
}

test('two pages that change one field are asked which value is stored, and others are merged', async () => {
  const doctor = await aUser(site, { role: 'health' });
  const customerId = await aCustomer(site, { name: '陈秀珍', gender: 2, birthDate: '1948-03-05' });
  const { id } = await call(doctor, 'addPhysical', { customerId, date: day(0), org, kind: 'yearly', items: [] });
  const path = `/healthy/physicals/${id}?section=general`;
  const [mine, theirs] = [await openBrowserAs(doctor, { path }), await openBrowserAs(doctor, { path })];
  const inField = (code: string) => mine.page.locator(`[data-code="${code}"]`).inputValue();
  const question = mine.page.getByRole('alertdialog', { name: '同一项有两个人在填' });
  await store(theirs.page, '8310-5', '36.5');
  await store(mine.page, '8867-4', '72');
  await expect.poll(() => inField('8310-5')).toBe('36.5');
  await store(theirs.page, '9279-1', '18');
  await fill(mine.page, '9279-1', '20');
  await question.getByRole('button', { name: '用对方的' }).click();
  await expect.poll(() => inField('9279-1')).toBe('18');
  await store(theirs.page, '8280-0', '86');
  await fill(mine.page, '8280-0', '88');
  await question.getByRole('button', { name: '存我填的' }).click();
  const stored = async () => {
    const { items } = await site.call<{ items: { code: string; value: number }[] }>('physical/getPhysical', { id });
    return items.find(({ code }) => code === '8280-0')?.value;
  };
  await expect.poll(stored).toBe(88);
  for (const { ignoreFaults } of [mine, theirs]) ignoreFaults(/409/);
});

/** A PDF of one page with Chinese words and no font inside: the page needs its own character maps. */
function aChinesePdf(): Buffer {
  const words = Buffer.from('血红蛋白', 'utf16le').swap16().toString('hex');
  const drawing = `BT /F1 40 Tf 40 90 Td <${words}> Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [6 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> /FontDescriptor 7 0 R >>',
    '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>',
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.4\n${body}trailer << /Root 1 0 R /Size 8 >>\n%%EOF\n`, 'latin1');
}

test('a report opens in the page, and what is no report is refused with the limit', async () => {
  const doctor = await aUser(site, { role: 'health' });
  const customerId = await aCustomer(site, { name: '李大山', gender: 1, birthDate: '1950-03-05' });
  const { id } = await call(doctor, 'addPhysical', { customerId, date: day(0), org, kind: 'yearly', items: [] });
  const { page } = await openBrowserAs(doctor, { path: `/healthy/physicals/${id}` });
  const panel = page.getByRole('region', { name: '原始报告' });
  const input = panel.locator('input[type=file]');
  await input.setInputFiles({ name: '说明.txt', mimeType: 'text/plain', buffer: Buffer.from('text') });
  await expectVisible(panel.getByText(/「说明.txt」不是 PDF 或图片/));
  await input.setInputFiles({ name: '报告.pdf', mimeType: 'application/pdf', buffer: aChinesePdf() });
  await expectVisible(panel.getByRole('img', { name: '第 1 页' }));
  await panel.getByRole('button', { name: '在页内打开' }).click();
  const viewer = page.getByRole('dialog', { name: '报告.pdf' });
  const picture = viewer.getByRole('img', { name: '第 1 页' });
  await expectVisible(picture);
  const inked = () =>
    picture.evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
      return data.some((value, index) => index % 4 === 0 && value < 100);
    });
  await expect.poll(inked).toBe(true);
});

test('a workbook of an institution is matched by hand, imported without its bad row, and undone', async () => {
  const doctor = await aUser(site, { role: 'health' });
  const idNo = anIdNo('19480305');
  const customerId = await aCustomer(site, { name: '沈玉英', idNo });
  const rows = [
    ['证件', '姓名', '体检日期', '空腹血糖(mg/dL)', 'Hb'],
    [idNo, '沈玉英', '2026-03-05', 126, 118],
    [idNo, '沈玉英', '1900-01-01', 126, '偏低'],
  ];
  const buffer = Buffer.from(await (await workbookOf([{ name: '体检', rows }])).arrayBuffer());
  const { page } = await openBrowserAs(doctor, { path: `/healthy/physicals?customerId=${customerId}` });
  await page.getByRole('button', { name: '导入' }).click();
  const box = page.getByRole('dialog', { name: /导入体检/ });
  await box.getByRole('combobox', { name: '机构' }).fill('城北医院');
  await box.getByLabel('体检文件').setInputFiles({ name: '体检.xlsx', mimeType: workbookType, buffer });
  await box.getByRole('button', { name: '读取列' }).click();
  await expectVisible(box.getByText('还没有对好：身份证号'));
  const choice = box.getByRole('combobox', { name: '「证件」对应' });
  // The choices are drawn with the first use.
  await choice.focus();
  await choice.selectOption('身份证号');
  await box.getByRole('button', { name: '记住并预览' }).click();
  await expectVisible(box.getByRole('row', { name: /体检日期：日期不能早于.*Hb：血红蛋白须为数值/ }));
  await box.getByRole('button', { name: '仅导入正确的 1 行' }).click();
  await expectVisible(box.getByText(/导入完成：新增 1 行/));
  await expectVisible(frontPage(page).getByText('城北医院'));
  await box.getByRole('button', { name: '撤销导入…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '撤销导入' }).click();
  await expectHidden(frontPage(page).getByText('城北医院'));
});
