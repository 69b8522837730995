import { writeXlsx } from 'hucre/xlsx';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { aPicture } from '#server/testing/picture.ts';
import { aProject, aUser } from '#server/testing/rows.ts';
import { expectHidden, expectVisible, frontPage, goTo, submitLogin, waitForShell } from './browser.ts';
import { setUpBrowserTests } from './browserTests.ts';
import { unique } from './unique.ts';

const { site, openBrowserAs } = await setUpBrowserTests();

const admin = await aUser(site, { role: 'admin' });
const userBrowser = await openBrowserAs(admin, { path: '/user/list' });

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const rowOf = (page: Page, text: string) => frontPage(page).getByRole('row').filter({ hasText: text });

async function workbook(rows: string[][]): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const head = ['账号', '姓名', '手机', '部门', '角色', '兼任部门'];
  const bytes = await writeXlsx({ sheets: [{ name: '用户', rows: [head, ...rows] }] });
  return { name: '用户.xlsx', mimeType: workbookType, buffer: Buffer.from(bytes) };
}

describe('accounts from a workbook', () => {
  test('are shown with row, column and reason first; the good ones are written and taken back again', async () => {
    const { page } = userBrowser;
    await frontPage(page).getByRole('button', { name: '导入' }).click();
    const box = dialog(page, '导入用户');
    await expectVisible(box.getByText('每个工作表最多 20,000 行，文件最大 20 MB'));
    const [template] = await Promise.all([
      page.waitForEvent('download'),
      box.getByRole('button', { name: /下载模板/ }).click(),
    ]);
    expect(template.suggestedFilename()).toMatch(/用户.*\.xlsx$/);
    const file = await workbook([
      ['lihua01', '李华', '13800001001', '总部', '坐席'],
      ['bad one', '王', '123', '月球部', '船长'],
      ['zhaomin', '赵敏', '13800001003', '总部', '坐席、运维'],
    ]);
    await box.getByLabel('导入文件').setInputFiles(file);
    await box.getByRole('button', { name: /上传/ }).click();
    await expectVisible(box.getByText(/读到 3 行，其中 1 行有错误/));
    const bad = box.getByRole('row').filter({ hasText: '月球部' });
    await expectVisible(bad.getByText(/^部门：部门「月球部」不存在/));
    expect((await box.locator('.import-rows th[scope="col"]').allTextContents()).slice(0, 4)).toEqual([
      ...['行', '结果', '账号', '问题'],
    ]);
    await box.getByRole('button', { name: '仅导入正确的 2 行' }).click();
    await expectVisible(box.getByText(/导入完成：新增 2 行/));
    await expectVisible(rowOf(page, 'zhaomin').getByText('坐席、运维'));
    await box.getByRole('button', { name: /撤销导入/ }).click();
    await page.getByRole('button', { name: '撤销导入', exact: true }).last().click();
    await expectVisible(box.getByText(/已撤销|撤销/).first());
    await box.getByRole('button', { name: '关闭' }).first().click();
    await expectHidden(rowOf(page, 'zhaomin'));
  });

  test('given up in the preview leave no job that waits for a word', async () => {
    const { page } = userBrowser;
    await goTo(page, '/user/list');
    await frontPage(page).getByRole('button', { name: '导入' }).click();
    const box = dialog(page, '导入用户');
    const file = await workbook([['fangqi01', '放弃甲', '13800003001', '总部', '坐席']]);
    await box.getByLabel('导入文件').setInputFiles(file);
    await box.getByRole('button', { name: /上传/ }).click();
    await box.getByRole('button', { name: '全部放弃' }).click();
    await expectHidden(box);
    const [job] = await site.sql<{ state: string; message: string }>(
      `select state, message from job where kind = 'import' order by id desc limit 1`,
    );
    expect(job).toEqual({ state: 'cancelled', message: '已放弃，没有写入任何行' });
  });

  test('taken back, a row that somebody has touched since stays, and says who it was', async () => {
    const { page } = userBrowser;
    const [touched, free] = [await aUser(site), await aUser(site)];
    await goTo(page, '/user/list');
    await frontPage(page).getByRole('button', { name: '导入' }).click();
    const box = dialog(page, '导入用户');
    const file = await workbook([
      [touched.account, '导入甲', '13800002001', '总部', '坐席'],
      [free.account, '导入乙', '13800002002', '总部', '坐席'],
    ]);
    await box.getByLabel('导入文件').setInputFiles(file);
    await box.getByText('覆盖已有').click();
    await box.getByRole('button', { name: /上传/ }).click();
    await box.getByRole('button', { name: '导入 2 行' }).click();
    await expectVisible(box.getByText(/导入完成.*覆盖 2 行/));
    const [row] = await site.sql<{ version: number }>('select version from "user" where id = $1', [touched.id]);
    await site.call('user/editUser', { id: touched.id, version: row?.version, post: '组长' });
    await box.getByRole('button', { name: /撤销导入/ }).click();
    await page.getByRole('button', { name: '撤销导入', exact: true }).last().click();
    await expectVisible(
      box.getByRole('row').filter({ hasText: touched.account }).getByText('导入之后已被 管理员 修改，没有撤销'),
    );
    await expectVisible(box.getByRole('row').filter({ hasText: free.account }).getByText('已撤销'));
    await expectVisible(box.locator('.import-figures').getByText('未撤销'));
    await box.getByRole('button', { name: '关闭' }).first().click();
    const names = await site.sql<{ name: string }>('select name from "user" where id = any($1) order by id', [
      [touched.id, free.id],
    ]);
    expect(names.map(({ name }) => name)).toEqual(['导入甲', free.name]);
  });
});

test('people and their contacts are counted apart in the preview, on the button and in the result', async () => {
  const { page } = userBrowser;
  const name = unique('甘');
  const project = await aProject(site);
  await site.sql(`update project set name = $2, quota_customer = 2 where id = $1`, [project, `${name}项目`]);
  await goTo(page, '/customer/list');
  await frontPage(page).getByRole('button', { name: '导入' }).click();
  const box = dialog(page, '导入客户');
  await expectVisible(box.getByText(`「${name}项目」还可新增 2 人（配额 2 人，已有 0 人）`));
  const sheets = [
    {
      name: '客户',
      rows: [
        ['姓名', '手机号'],
        [name, '13800007001'],
        [`${name}甲`, '123'],
      ],
    },
    {
      name: '联系人',
      rows: [
        ['老人姓名', '联系人姓名', '关系', '联系人手机', '紧急联系人'],
        [name, '甘小一', '女儿', '13900007001', '是'],
        [name, '甘小二', '儿子', '13900007002', '否'],
      ],
    },
  ];
  const buffer = Buffer.from(await writeXlsx({ sheets }));
  await box.getByLabel('导入文件').setInputFiles({ name: '客户.xlsx', mimeType: workbookType, buffer });
  await box.getByRole('button', { name: /上传/ }).click();
  await expectVisible(box.getByText('读到 客户 2 人 · 联系人 2 人，其中 1 行有错误，请确认如何导入'));
  const figures = box.getByRole('table', { name: '各工作表的行数' });
  await expectVisible(figures.getByRole('row', { name: /^客户 2 人 1 人 0 人 0 人 1 人$/ }));
  await expectVisible(figures.getByRole('row', { name: /^联系人 2 人 2 人 0 人 0 人 0 人$/ }));
  await box.getByRole('button', { name: '仅导入正确的 客户 1 人 · 联系人 2 人' }).click();
  await expectVisible(box.getByText('导入完成：新增 客户 1 人 · 联系人 2 人，覆盖 0 人，跳过 0 人'));
  await box.getByRole('button', { name: '关闭' }).first().click();
  // The customer is served through the emergency contact; no consent was signed.
  const state = rowOf(page, '甘小一').getByText('未取得同意');
  await expectVisible(state);
  expect(await state.evaluate(({ parentElement: cell }) => cell && cell.scrollWidth <= cell.clientWidth)).toBe(true);
});

describe('new accounts of an import', () => {
  const secretOf = (page: Page, account: string) =>
    page.locator('.user-once-list').getByRole('row').filter({ hasText: account }).locator('[data-secret]');

  test('get in by a link or a one-time password that is shown once, and are disabled together', async () => {
    const { page } = userBrowser;
    await goTo(page, '/user/list');
    await frontPage(page).getByRole('button', { name: '导入' }).click();
    const box = dialog(page, '导入用户');
    const file = await workbook([
      ['ruzhi01', '入职甲', '13800004001', '总部', '坐席'],
      ['ruzhi02', '入职乙', '13800004002', '总部', '坐席'],
    ]);
    await box.getByLabel('导入文件').setInputFiles(file);
    await box.getByRole('button', { name: /上传/ }).click();
    await box.getByRole('button', { name: '导入 2 行' }).click();
    await expectVisible(box.getByText('2 个新账号还没有登录过。'));
    await box.getByRole('button', { name: '激活链接' }).click();
    const link = (await secretOf(page, 'ruzhi01').textContent()) ?? '';
    const [book] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '下载 2 行' }).click(),
    ]);
    expect(book.suggestedFilename()).toBe('激活链接.csv');
    await page.getByRole('button', { name: '我已保存' }).click();
    expect(await page.content()).not.toContain(link);

    const comer = await openBrowserAs();
    await comer.page.goto(link);
    await expectVisible(comer.page.getByText('ruzhi01'));
    await comer.page.getByLabel('新密码').fill('winter-Orchard-88');
    await comer.page.getByLabel('再输一次').fill('winter-Orchard-88');
    await comer.page.getByRole('button', { name: '设置密码' }).click();
    await expectVisible(comer.page.getByText('密码已设置'));
    await comer.page.getByRole('link', { name: '登录' }).click();
    await submitLogin(comer.page, 'ruzhi01', 'winter-Orchard-88');
    await waitForShell(comer.page);

    await box.getByRole('button', { name: '一次性密码' }).click();
    await expectVisible(secretOf(page, 'ruzhi02'));
    // Users who have logged in keep their password.
    expect(await secretOf(page, 'ruzhi01').count()).toBe(0);
    await page.getByRole('button', { name: '我已保存' }).click();
    await box.getByRole('button', { name: '关闭' }).first().click();

    await goTo(page, '/user/list?keyword=ruzhi');
    for (const account of ['ruzhi01', 'ruzhi02']) await rowOf(page, account).getByRole('checkbox').check();
    await page.getByRole('region', { name: '批量操作' }).getByRole('button', { name: '停用…' }).click();
    await page.getByRole('button', { name: '停用 2 人并下线' }).click();
    await expectVisible(page.getByText('已停用 2 人'));
    await expectVisible(comer.page.getByText('登录超时，请重新登录'));
    comer.ignoreFaults(/401/);
    await goTo(page, '/user/list');
  });
});

describe('an export', () => {
  test('gives phones in clear only when that is chosen, with a reason', async () => {
    const { page } = userBrowser;
    await frontPage(page).getByRole('button', { name: '导出' }).click();
    const choice = page.locator('.export-columns');
    await choice.getByRole('checkbox', { name: /手机、邮箱不掩码/ }).check();
    const button = choice.getByRole('button', { name: /导出 \d+ 列，含明文/ });
    expect(await button.isDisabled()).toBe(true);
    await choice.getByRole('textbox', { name: '导出明文的原因' }).fill('核对值班表');
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    expect(download.suggestedFilename()).toMatch(/^用户-\d+\.xlsx$/);
    const [entry] = await site.sql<{ input: { reason: string } }>(
      `select input from cmd_log where action = 'exportClear' and account = $1`,
      [admin.account],
    );
    expect(entry?.input.reason).toBe('核对值班表');
  });
});

describe('two people at one account', () => {
  test('the second one to save is told who was first and what they changed', async () => {
    const target = await aUser(site, { role: 'operator' });
    const { page } = userBrowser;
    await goTo(page, `/user/list?keyword=${target.account}`);
    await rowOf(page, target.account).getByRole('button', { name: '编辑' }).click();
    const form = dialog(page, '编辑用户');
    await form.getByRole('textbox', { name: '手机' }).fill('13800007777');
    const [row] = await site.sql<{ version: number }>('select version from "user" where id = $1', [target.id]);
    await site.call('user/editUser', { id: target.id, version: row?.version, post: '夜班组长' });
    await form.getByRole('textbox', { name: '姓名' }).fill('<script>');
    await form.getByRole('button', { name: '保存' }).click();
    await expectVisible(form.getByText('请输入2-20位姓名'));
    await form.getByRole('textbox', { name: '姓名' }).fill(target.name.replace(/\d/g, '') || '坐席');
    await form.getByRole('button', { name: '保存' }).click();
    await expectVisible(form.getByText(/数据已被 .+ 于 .+ 修改，请刷新/));
    userBrowser.ignoreFaults(/409/);
    await form.locator('.form-conflict-actions button[aria-expanded]').click();
    await expectVisible(form.getByRole('cell', { name: '夜班组长' }));
    await page.keyboard.press('Escape');
  });
});

describe('a notice', () => {
  test('loses the script in its text and says so, and shows its picture to whoever receives it', async () => {
    const { page } = userBrowser;
    const reader = await openBrowserAs(await aUser(site, { role: 'operator' }));
    await goTo(page, '/manage/notice');
    await frontPage(page)
      .getByRole('button', { name: /起草通知 Alt N/ })
      .click();
    const form = dialog(page, '起草通知');
    const text = form.getByRole('textbox', { name: '内容' });
    await text.waitFor();
    await form.getByLabel('标题').first().fill('巡访路线');
    await text.click();
    await page.keyboard.type('路线如图');
    await page.keyboard.press('Enter');
    await form
      .getByLabel('选择图片')
      .setInputFiles({ name: '路线.png', mimeType: 'image/png', buffer: await aPicture() });
    await expectVisible(text.locator('img[src^="blob:"]'));
    await page.route('**/api/notice/addNotice', async (route) => {
      const input = JSON.parse(route.request().postData() ?? '{}') as { content: string };
      await route.continue({
        postData: JSON.stringify({ ...input, content: `${input.content}<script>alert(1)</script>` }),
      });
    });
    await form.getByRole('radio', { name: '立即发布' }).check();
    await form.getByRole('button', { name: '保存' }).click();
    await expectVisible(page.getByText(/保存时已去掉：<script> 标签/));
    await page
      .getByRole('button', { name: /知道了|确定/ })
      .last()
      .click();
    await expectHidden(form);
    await page.unroute('**/api/notice/addNotice');
    await rowOf(page, '巡访路线').getByRole('button', { name: '预览' }).click();
    await expectVisible(page.locator('.ant-drawer .rich-text img[src^="blob:"]'));
    await reader.page.getByRole('button', { name: '通知，1 条未读' }).click();
    const inbox = dialog(reader.page, '通知');
    await inbox.getByRole('button', { name: /巡访路线/ }).click();
    await expectVisible(inbox.locator('.rich-text img[src^="blob:"]'));
  });
});
