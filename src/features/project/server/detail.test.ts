import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closingApi } from '#features/closing/contract.ts';
import { noticeApi } from '#features/notice/contract.ts';
import { projectApi } from '#features/project/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aDevice, aProject, aRole, aUser, next, type TestUser } from '#server/testing/rows.ts';
import { downloadRows } from '#server/testing/sheet.ts';
import { until } from '#server/testing/until.ts';
import { aConnectedCall, ending } from '#server/testing/warns.ts';
import { TestWatch } from '#server/testing/watch.ts';
import type { Module } from '#shared/modules.ts';
import { remindDue } from './reminder.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const errorOf = (answer: { data: unknown }) => (answer.data as { errors: { field: string; msg: string }[] }).errors[0];
/** Returns a day in the project's zone, as the product counts days. */
const day = (fromNow: number) => new Date(Date.now() + 8 * 3_600_000 + fromNow * 86_400_000).toISOString().slice(0, 10);

async function addedProject(overrides: Record<string, unknown> = {}): Promise<string> {
  const input = { code: `XM${next()}`, name: `望湖项目${next()}`, departmentId: await aDepartment(app), ...overrides };
  return (await app.call(projectApi.addProject, input, app.admin)).id;
}

async function upload(path: string, name: string, content: Buffer, token = app.admin) {
  const head = `--cut\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--cut--\r\n')]);
  return app.ask({ path, body, headers: { 'Content-Type': 'multipart/form-data; boundary=cut' }, token });
}
const fileOf = (id: string, token: string) => app.ask({ method: 'GET', path: `/api/file/getFile?id=${id}`, token });

test('a contract carries papers, an area and whoever answers for it; a paper is for those who see the project alone', async () => {
  const paper = await upload(projectApi.uploadProjectFile.path, '合同.pdf', Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj'));
  const { id: fileId } = paper.data as { id: string };
  const manager = await aUser(app, { role: 'area' });
  const id = await addedProject({
    fileIds: [fileId],
    regionCode: '330802',
    managerId: manager.id,
    manager: '外面的人',
  });
  const { project } = await app.call(projectApi.getProject, { id }, app.admin);
  expect(project).toMatchObject({
    regionName: '浙江省衢州市柯城区',
    manager: manager.name,
    managerId: manager.id,
    files: [{ id: fileId, name: '合同.pdf', type: 'application/pdf' }],
  });
  const roleId = await aRole(app, { scope: 'all', permissions: ['project:list', 'project:edit'] });
  const [seeing, other] = [
    await aUser(app, { roleId, projects: [id] }),
    await aUser(app, { roleId, projects: [await aProject(app)] }),
  ];
  expect((await fileOf(fileId, seeing.token)).status).toBe(200);
  expect((await fileOf(fileId, other.token)).status).toBe(404);
  const stolen = { id: await addedProject(), version: 1, fileIds: [fileId] };
  const theirs = await app.tryCall(projectApi.editProject, stolen, (await aUser(app, { role: 'admin' })).token);
  expect(errorOf(theirs)).toMatchObject({ field: 'fileIds', msg: '附件不存在，请重新上传' });
  await app.call(projectApi.editProject, { id, version: 1, fileIds: [] }, app.admin);
  expect((await fileOf(fileId, seeing.token)).status).toBe(404);
  const program = await upload(projectApi.uploadProjectFile.path, '合同.pdf', Buffer.from('MZ\u0090\u0000'));
  expect(program).toMatchObject({ status: 400 });
});

test('title and logo are the face of the project for whoever works for it alone', async () => {
  const id = await addedProject();
  const picture = await sharp({ create: { width: 900, height: 300, channels: 4, background: '#0a7' } })
    .png()
    .toBuffer();
  const answer = await upload(projectApi.uploadProjectLogo.path, '标志.png', picture);
  const { fileId } = answer.data as { fileId: string };
  await app.call(
    projectApi.editProjectConfig,
    { id, version: 1, screenTitle: '望湖养老监护', logoFileId: fileId },
    app.admin,
  );
  const [one, both, all] = [
    await aUser(app, { projects: [id] }),
    await aUser(app, { projects: [id, await aProject(app)] }),
    await aUser(app),
  ];
  const brand = (user: TestUser) => app.call(projectApi.getProjectBrand, {}, user.token);
  expect(await brand(one)).toEqual({ title: '望湖养老监护', logoFileId: fileId });
  expect([await brand(both), await brand(all)]).toEqual([null, null]);
  expect((await fileOf(fileId, one.token)).status).toBe(200);
  expect((await fileOf(fileId, all.token)).status).toBe(404);
  const text = await upload(projectApi.uploadProjectLogo.path, '标志.png', Buffer.from('<svg onload="alert(1)"/>'));
  expect(errorOf(text)?.msg).toBe('仅支持 jpg/png/webp，不超过5MB');
  const foreign = { id, version: 2, logoFileId: '999999999' };
  expect(errorOf(await app.tryCall(projectApi.editProjectConfig, foreign, app.admin))?.field).toBe('logoFileId');
});

test('a module that none of somebody’s projects has is neither in their menu nor open to their calls, at once', async () => {
  const [small, whole] = [await addedProject(), await addedProject()];
  const inSmall = await aUser(app, { role: 'area', projects: [small] });
  const inBoth = await aUser(app, { role: 'area', projects: [small, whole] });
  const rights = async ({ token }: TestUser) =>
    (await app.ask({ path: '/api/user/getUserInfo', token, body: {} })).data as { permissions: string[] };
  const modules: Module[] = ['archive', 'push'];
  const before = (await rights(inSmall)).permissions;
  await app.call(projectApi.editProjectConfig, { id: small, version: 1, modules }, app.admin);
  const after = (await rights(inSmall)).permissions;
  const gone = before.filter((key) => !after.includes(key));
  const menus = await app.sql<{ permission: string }>(
    `select permission from menu where seed_key in ('screen:/location/list', 'screen:/location/app', 'screen:/healthy/early_warning', 'screen:/healthy/assessment',
      'screen:/healthy/sleep_data', 'screen:/healthy/physicals', 'screen:/platform/data_upload', 'screen:/statistical/layout_statistics')
      or parent_id in (select id from menu where seed_key = any(array['screen:/location/list', 'screen:/location/app', 'screen:/healthy/early_warning', 'screen:/healthy/assessment',
      'screen:/healthy/sleep_data', 'screen:/healthy/physicals', 'screen:/platform/data_upload', 'screen:/statistical/layout_statistics']))`,
  );
  const off = new Set(menus.map((one) => one.permission));
  expect(gone.every((key) => off.has(key))).toBe(true);
  expect(after.filter((key) => off.has(key))).toEqual([]);
  expect((await rights(inBoth)).permissions).toEqual(before);
  await app.call(projectApi.editProjectConfig, { id: small, version: 2, modules: null }, app.admin);
  expect((await rights(inSmall)).permissions).toEqual(before);
  const unknown = { id: small, version: 3, modules: ['everything'] };
  expect((await app.tryCall(projectApi.editProjectConfig, unknown, app.admin)).status).toBe(400);
});

const inbox = async ({ token }: TestUser) =>
  (await app.list(noticeApi.getMyNoticeList, { limit: 50 }, token)).rows.map((row) => row.title);

test('an end that comes near is told 30, 7 and 1 days before and when it is past, each once, and a renewal begins anew', async () => {
  const manager = await aUser(app, { role: 'area' });
  const boss = await aUser(app, { role: 'admin' });
  const stranger = await aUser(app, { role: 'admin', projects: [await aProject(app)] });
  const name = '提醒<b>项目</b>';
  const id = await addedProject({ name, startDate: day(-300), endDate: day(31), managerId: manager.id });
  const endsIn = (days: number) => app.sql('update project set end_date = $2 where id = $1', [id, day(days)]);
  const told = async () => {
    await Promise.all([remindDue(), remindDue()]);
    await remindDue();
    return (await inbox(manager)).map((title) => title.replace(`项目「${name}」`, ''));
  };
  expect(await told()).toEqual([]);
  await endsIn(30);
  expect(await told()).toEqual(['还有 30 天到期']);
  const steps = async () => (await app.call(projectApi.getProject, { id }, app.admin)).reminders.map((one) => one.days);
  expect(await steps()).toEqual([30]);
  // The product was down on the seventh day: one message, about the days left now.
  await endsIn(5);
  expect(await told()).toEqual(['还有 5 天到期', '还有 30 天到期']);
  await endsIn(0);
  expect(await told()).toHaveLength(3);
  await endsIn(-1);
  expect((await told())[0]).toBe('已到期');
  expect(await inbox(boss)).toHaveLength(4);
  expect(await inbox(stranger)).toEqual([]);
  const version = (await app.call(projectApi.getProject, { id }, app.admin)).project.version;
  await app.call(projectApi.renewProject, { id, version, endDate: day(20) }, app.admin);
  expect((await told())[0]).toBe('还有 20 天到期');
  expect(await steps()).toEqual([30]);
  await app.call(projectApi.updateProjectStatus, { id, status: 'closed', reason: '不再续签' }, app.admin);
  await endsIn(1);
  expect(await told()).toHaveLength(5);
  const { rows } = await app.list(noticeApi.getMyNoticeList, {}, manager.token);
  expect(rows[0]?.content).toContain('&lt;b&gt;');
});

test('an alarm from the watch of an expired project arrives, is taken and finished', async () => {
  const id = await addedProject({ startDate: day(-30), endDate: day(5) });
  const customer = await aCustomer(app, { project: id });
  const { sn } = await aDevice(app, { project: id, customer });
  await app.sql('update project set end_date = $2 where id = $1', [id, day(-3)]);
  const watch = await TestWatch.open(app.ports.watch, sn);
  await watch.press();
  watch.close();
  const warn = await until('the alarm', async () => {
    const { rows } = await app.list(warnListApi.getWarnList, { projectId: id }, app.admin);
    return rows[0] ?? null;
  });
  expect(warn).toMatchObject({ type: 'sos', status: 'pending' });
  await app.call(warnApi.claimWarn, { id: warn.id }, app.admin);
  await aConnectedCall(app, warn.id, app.admin);
  await app.call(closingApi.closeWarn, { id: warn.id, ...ending }, app.admin);
  const { warn: figures, days } = await app.call(projectApi.getProject, { id }, app.admin);
  expect(figures).toMatchObject({ total: 1, open: 0 });
  expect(days).toHaveLength(30);
  expect(days.at(-1)).toEqual({ day: day(0), count: 1 });
});

test('a kind of alarm has the level that its project gives it; an operator’s own level and calls for help stay', async () => {
  const id = await addedProject();
  const config = (warnLevels: object, version = 1) =>
    app.tryCall(projectApi.editProjectConfig, { id, version, warnLevels }, app.admin);
  for (const wrong of [{ sos: 2 }, { fall: 3 }, { low_batt: 1 }, { fall: 5 }])
    expect(await config(wrong)).toMatchObject({ status: 400 });
  expect(errorOf(await config({ smoke: 4 }))?.msg).toBe('「烟雾」不能是这个级别');
  expect((await config({ fall: 2, off_wrist: 1 })).code).toBe(0);
  const customer = await aCustomer(app, { project: id });
  const { sn } = await aDevice(app, { project: id, customer });
  const watch = await TestWatch.open(app.ports.watch, sn);
  await watch.press('00200000');
  const levels = async () => {
    const { rows } = await app.list(warnListApi.getWarnList, { projectId: id }, app.admin);
    return Object.fromEntries(rows.map((row) => [row.type, row.level]));
  };
  expect(await levels()).toEqual({ fall: 2 });
  const entered = { type: 'off_wrist' as const, level: 3 as const, occurredAt: new Date().toISOString(), note: '来电' };
  await app.call(warnApi.addWarn, { ...entered, customerId: customer }, app.admin);
  expect(await levels()).toEqual({ fall: 2, off_wrist: 3 });
  await watch.press();
  watch.close();
  // A fall followed by a press is one warn, at the level of the press.
  expect(await levels()).toEqual({ sos: 1, off_wrist: 3 });
});

test('page, people, options and export of a project hold nothing of another one', async () => {
  const [mine, other] = [await addedProject({ regionCode: '330802' }), await addedProject({ regionCode: '110101' })];
  for (const project of [mine, other]) {
    const customer = await aCustomer(app, { project });
    await aDevice(app, { project, customer });
    const alarm = { customerId: customer, type: 'sos' as const, level: 1 as const, note: 'x' };
    await app.call(warnApi.addWarn, { ...alarm, occurredAt: new Date().toISOString() }, app.admin);
  }
  await app.sql(
    `insert into app (appid, name, secret_cipher, project_ids) values ('here', '街道平台', 'x', $1), ('there', '别处平台', 'x', $2), ('all', '全市平台', 'x', null)`,
    [[mine], [other]],
  );
  const roleId = await aRole(app, { scope: 'all', permissions: ['project:list', 'project:export'] });
  const user = await aUser(app, { roleId, projects: [mine] });
  const colleague = await aUser(app, { roleId, projects: [other] });
  const overview = await app.call(projectApi.getProject, { id: mine }, user.token);
  expect(overview.project).toMatchObject({ customerCount: 1, equipmentCount: 1, warnCount: 1, userCount: 1 });
  expect(overview.warn).toMatchObject({ total: 1, open: 1 });
  expect(overview.apps.map((one) => one.name)).toEqual(['街道平台']);
  expect((await app.call(projectApi.getProject, { id: mine }, app.admin)).apps.map((one) => one.name)).toEqual([
    '街道平台',
    '全市平台',
  ]);
  const people = await app.list(projectApi.getProjectUserList, { id: mine }, user.token);
  expect([people.count, people.rows.map((row) => row.id)]).toEqual([1, [user.id]]);
  const options = await app.call(projectApi.getProjectOption, {}, user.token);
  expect(options.areas).toEqual([{ value: '330802', label: '浙江省衢州市柯城区' }]);
  expect(options.users.map((one) => one.value)).not.toContain(colleague.id);
  const { fileId, count } = await app.call(projectApi.exportProject, { columns: ['code', 'warnCount'] }, user.token);
  expect(count).toBe(1);
  expect((await downloadRows(app, fileId ?? '', user.token)).slice(2)).toEqual([[overview.project.code, 1]]);
  for (const id of [other, '999999999']) {
    for (const endpoint of [projectApi.getProject, projectApi.getProjectUserList])
      expect(await app.tryCall(endpoint, { id }, user.token)).toMatchObject({
        status: 404,
        msg: '项目不存在或不在你的范围',
      });
  }
});

test('the list is narrowed by owner, area, state and by what ends soon', async () => {
  const here = await addedProject({ ownerOrg: '柯城区民政局', regionCode: '330802001', endDate: day(9) });
  const there = await addedProject({ ownerOrg: '东城区民政局', regionCode: '110101', endDate: day(200) });
  const ids = async (filters: Record<string, unknown>) =>
    (await app.list(projectApi.getProjectList, { limit: 200, ...filters }, app.admin)).rows.map((row) => row.id);
  const narrowed = async (filters: Record<string, unknown>) => {
    const found = await ids(filters);
    return [found.includes(here), found.includes(there)];
  };
  expect(await narrowed({ ownerOrg: '柯城' })).toEqual([true, false]);
  for (const regionCode of ['330802', '330800', '330000'])
    expect(await narrowed({ regionCode })).toEqual([true, false]);
  expect(await narrowed({ expiringDays: 30 })).toEqual([true, false]);
  expect(await narrowed({ status: ['running'] })).toEqual([true, true]);
  expect(await narrowed({ status: ['closed'] })).toEqual([false, false]);
});
