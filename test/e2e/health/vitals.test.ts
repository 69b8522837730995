import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aCustomer, aDepartment, aUser } from '#server/testing/rows.ts';
import { expectVisible } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';

const { site, openBrowserAs } = await setUpBrowserTests();
const user = await aUser(site, { role: 'health' });
const minuteMs = 60_000;
/** A minute of this round, an instant. */
const at = new Date(Math.floor(Date.now() / minuteMs) * minuteMs - minuteMs).toISOString();

/** Creates a department with these customers in beds of the second floor; returns its id and theirs. */
async function aWard(names: readonly string[]) {
  const department = await aDepartment(site);
  const ids: string[] = [];
  for (const [index, name] of names.entries()) {
    const id = await aCustomer(site, { name, department });
    await site.sql(
      `insert into customer_bed (department_id, building, floor, room, bed, customer_id) values ($1, '1 号楼', '2', $2, '1', $3)`,
      [department, `20${index + 1}`, id],
    );
    ids.push(id);
  }
  return { department, ids };
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

async function openRound(department: string) {
  const opened = await openBrowserAs(user, { path: `/healthy/archives/vitals?departmentId=${department}&at=${at}` });
  return { ...opened, row: (name: string) => rowOf(opened.page, name) };
}

/** Types into the cell with the focus and those behind it; an empty text passes a cell. */
async function typeCells(page: Page, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    if (text) await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
}

const stored = (customer: string | undefined) =>
  site.sql<{ metric: string; value: number }>(
    'select metric, value from reading where device_id = $1 order by metric',
    [customer],
  );

test('a round is typed by keys: rows are saved when left, levels ask for a remark, and a bad row stops no other', async () => {
  const { department, ids } = await aWard(['沈一梅', '沈二梅', '沈三梅', '沈四梅']);
  await site.sql(
    `insert into customer_leave (customer_id, kind, from_at, expected_return) values ($1, 'outing', now() - interval '1 hour', now())`,
    [ids[3]],
  );
  const { page, row } = await openRound(department);
  await row('沈一梅').getByRole('textbox').first().focus();
  // All seven parts of NEWS2; a temperature of 38.3 is 预警.
  await typeCells(page, ['118 70', '92', '20', '38.3', '95', '1', '1', '', '', '']);
  await expectVisible(row('沈一梅').getByRole('cell', { name: '3 低 0 1 0 0 1 0 1' }));
  await page.keyboard.press('Enter');
  await expectVisible(row('沈一梅').getByText('未存'));
  await typeCells(page, ['126/72', '76', '18', '366']);
  await page.keyboard.press('Enter');
  await expectVisible(row('沈二梅').getByText('体温应在 30–45 之间'));
  await expectVisible(row('沈二梅').getByText('无法计算，缺 血氧、吸氧、意识、体温'));
  await typeCells(page, ['142/82', '', '', '', '', '', '', '6.8', '1', '52.6']);
  await expectVisible(row('沈三梅').getByText(/已存/));
  await row('沈一梅').getByRole('textbox', { name: '备注' }).fill('已报医生');
  await page.keyboard.press('Enter');
  await expectVisible(row('沈一梅').getByText(/已存，已报医生/));
  await expectVisible(page.getByText('外出 1 位不列'));
  await expectVisible(page.getByText('2 / 3 已存'));
  await expectVisible(page.getByText('1 有误'));
  expect(await stored(ids[1])).toEqual([]);
  expect(await stored(ids[2])).toEqual([
    { metric: 'diastolic', value: 82 },
    { metric: 'glucose', value: 6.8 },
    { metric: 'systolic', value: 142 },
    { metric: 'weight', value: 52.6 },
  ]);

  await page.getByRole('switch', { name: '只看未测' }).click();
  await expectVisible(row('沈二梅'));
  expect(await row('沈三梅').count()).toBe(0);

  await page.getByRole('button', { name: '打印空表' }).click();
  const paper = page.getByRole('dialog', { name: '体征批量录入表' });
  await expectVisible(paper.getByRole('cell', { name: /沈三梅/ }));
  await expectVisible(paper.getByText(new RegExp(`${user.name} 打印于`)));
  expect(await paper.getByText('142').count()).toBe(0);
});

test('values of the same minute by somebody else are left or replaced on demand, the row’s own are changed', async () => {
  const { department, ids } = await aWard(['许一兰', '许二兰']);
  const { page, row, ignoreFaults } = await openRound(department);
  const cell = (name: string, sign: RegExp) => row(name).getByRole('textbox', { name: sign });
  await cell('许一兰', /脉搏/).waitFor();
  for (const id of ids)
    await site.call('reading/addReading', { customerId: id, measuredAt: at, values: { heart_rate: 71 } });
  for (const name of ['许一兰', '许二兰']) {
    await cell(name, /脉搏/).fill('88');
    await cell(name, /体温/).fill('36.5');
    await page.keyboard.press('Enter');
    await expectVisible(row(name).getByText(/已有 脉搏 71/));
  }
  await row('许一兰').getByRole('button', { name: '保留' }).click();
  await expectVisible(row('许一兰').getByText(/已存/));
  await row('许二兰').getByRole('button', { name: '覆盖' }).click();
  await expectVisible(row('许二兰').getByText(/已存/));
  await expectVisible(page.getByText('2 / 2 已存'));
  const pulses = async () => (await Promise.all(ids.map(stored))).map((rows) => rows[0]);
  expect(await pulses()).toMatchObject([{ value: 71 }, { value: 88 }]);
  expect(await stored(ids[0])).toHaveLength(2);
  await cell('许二兰', /脉搏/).fill('90');
  await page.keyboard.press('Enter');
  await expect.poll(pulses).toMatchObject([{ value: 71 }, { value: 90 }]);
  const newest = () => site.sql('select value from reading_latest where customer_id = $1 and value = 90', [ids[1]]);
  await expect.poll(newest).toHaveLength(1);
  await page.reload();
  await expect.poll(() => cell('许二兰', /脉搏/).inputValue()).toBe('90');
  await expectVisible(row('许二兰').getByText('已存'));
  ignoreFaults(/409/);
});

test('a row that the server does not answer keeps its values, guards the page and is sent again', async () => {
  const { department, ids } = await aWard(['汪一菊', '汪二菊']);
  const { page, row, ignoreFaults } = await openRound(department);
  await page.route('**/api/reading/addReading', (route) => route.abort());
  await row('汪一菊').getByRole('textbox', { name: /脉搏/ }).fill('77');
  await page.keyboard.press('Enter');
  await expectVisible(row('汪一菊').getByText('未存，没有应答'));
  await expectVisible(page.getByText('0 / 2 已存'));
  // Closed and opened again, the values are still there; a reload would be asked about.
  await page.evaluate(() => {
    location.hash = '#/healthy/archives';
  });
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/healthy/archives/vitals?departmentId=${department}&at=${at}`);
  expect(await row('汪一菊').getByRole('textbox', { name: /脉搏/ }).inputValue()).toBe('77');
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain('"77"');
  expect(await page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))).toBe(true);
  await page.unroute('**/api/reading/addReading');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expectVisible(row('汪一菊').getByText(/已存/));
  expect(await stored(ids[0])).toMatchObject([{ metric: 'heart_rate', value: 77 }]);
  ignoreFaults(/ERR_FAILED/);
});
