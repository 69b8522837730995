import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { benefitApi } from '#features/benefit/contract.ts';
import { customerApi } from '#features/customer/contract.ts';
import { remindResponsible } from '#features/customer/server/service.ts';
import { customerEntryApi } from '#features/customerEntry/contract.ts';
import { saveForOwner, sweepFiles } from '#features/file/server/service.ts';
import { noticeApi } from '#features/notice/contract.ts';
import { system } from '#server/core/viewer.ts';
import { statBlob, storeBlob } from '#server/files/blobs.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aPicture } from '#server/testing/picture.ts';
import { aCustomer, aRole, aUser } from '#server/testing/rows.ts';
import { upload } from '#server/testing/sheet.ts';
import { fieldApi } from '#shared/contract/field.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { todayInChina } from '#shared/idCard.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

/** Returns a day in the projects' time zone, some days from today. */
const day = (from: number) => todayInChina(Date.now() + from * 86_400_000);

type Benefit = Partial<InputOf<typeof benefitApi.addBenefit>>;
const tryAdd = (customerId: string, overrides: Benefit = {}, token = app.admin) =>
  app.tryCall(benefitApi.addBenefit, { customerId, kind: 'disability', ...overrides }, token);
const add = async (customerId: string, overrides: Benefit = {}) =>
  (await app.call(benefitApi.addBenefit, { customerId, kind: 'disability', ...overrides }, app.admin)).id;
type Edit = Omit<InputOf<typeof benefitApi.editBenefit>, 'id' | 'version'>;
const edit = (id: string, version: number, overrides: Edit) =>
  app.tryCall(benefitApi.editBenefit, { id, version, ...overrides }, app.admin);
const listed = async (customerId: string, token = app.admin) =>
  (await app.list(benefitApi.getBenefitList, { customerId }, token)).rows;
const scan = async () => String((await upload(app, benefitApi.uploadBenefitFile.path, await aPicture())).data.id);
const opened = (id: string, token: string) => app.ask({ method: 'GET', path: `/api/file/getFile?id=${id}`, token });

test('people are found by what of theirs ends soon', async () => {
  const [ends, lasts, over] = [await aCustomer(app), await aCustomer(app), await aCustomer(app)];
  await add(ends, { until: day(20) });
  await add(lasts, { until: day(40) });
  await add(over, { until: day(-1) });
  const ids = [ends, lasts, over];
  const { rows } = await app.list(customerApi.getCustomerList, { ids, benefitWithinDays: 30 }, app.admin);
  expect(rows.map(({ id }) => id)).toEqual([ends]);
});

test('what somebody is entitled to is added, listed by its last day, edited and deleted', async () => {
  const id = await aCustomer(app);
  const first = await add(id, { grade: '二级', regionCode: '330802', from: day(-400), until: day(-1) });
  await add(id, { kind: 'medical' });
  await add(id, { kind: 'preferential', until: day(0) });
  expect(await listed(id)).toMatchObject([
    ...[{ id: first, grade: '二级', regionName: '浙江省衢州市柯城区', from: day(-400), until: day(-1), expired: true }],
    { kind: 'preferential', until: day(0), expired: false },
    { kind: 'medical', number: null, until: null, file: null, expired: false },
  ]);
  expect(await edit(first, 1, { until: day(9), grade: null })).toMatchObject({ code: 0, data: { version: 2 } });
  expect(await edit(first, 1, { grade: '一级' })).toMatchObject({ status: 409 });
  expect((await listed(id)).find((row) => row.id === first)).toMatchObject({ grade: null, expired: false });
  await app.call(benefitApi.deleteBenefit, { ids: [first] }, app.admin);
  expect(await listed(id)).toHaveLength(2);
});

test('what cannot be is refused, and a benefit stays with its person', async () => {
  const id = await aCustomer(app);
  const benefitId = await add(id, { from: day(0), until: day(9) });
  const wrong: [Benefit, string, string][] = [
    [{ from: day(0), until: day(-1) }, 'until', '截止日期不能早于起始日期'],
    [{ number: '****1234' }, 'number', '请输入完整的证件号码'],
    [{ fileId: '999999999' }, 'fileId', '附件不存在，请重新上传'],
  ];
  for (const [overrides, field, msg] of wrong)
    expect(await tryAdd(id, overrides)).toMatchObject({ status: 400, data: { errors: [{ field, msg }] } });
  expect(await tryAdd(id, { regionCode: '990000' })).toMatchObject({ status: 400 });
  const entered = {
    name: '蔚一苇',
    mobile: '13800008861',
    benefits: [{ kind: 'medical', number: '****1234' } as const],
  };
  const { errors } = await app.call(customerEntryApi.checkCustomer, entered, app.admin);
  expect(errors).toMatchObject([{ field: 'benefits.0.number', msg: '请输入完整的证件号码' }]);
  expect(await edit(benefitId, 1, { until: day(-1) })).toMatchObject({ status: 400 });
  expect(await edit(benefitId, 1, { customerId: await aCustomer(app) })).toMatchObject({ status: 400 });
  expect((await listed(id))[0]).toMatchObject({ id: benefitId, version: 1 });
  const viewer = await aUser(app, { role: 'viewer' });
  expect(await tryAdd(id, {}, viewer.token)).toMatchObject({ status: 403 });
});

test('of a person whose archive is sealed nothing is added, edited or deleted', async () => {
  const id = await aCustomer(app);
  const benefitId = await add(id);
  await app.sql(`update customer set service_state = 'ended' where id = $1`, [id]);
  await app.sql('insert into customer_leaving (customer_id, archive_sealed_at) values ($1, now())', [id]);
  const refused = { status: 409, msg: '档案已封存，不能修改' };
  expect(await tryAdd(id)).toMatchObject(refused);
  expect(await edit(benefitId, 1, { grade: '一级' })).toMatchObject(refused);
  expect(await app.tryCall(benefitApi.deleteBenefit, { ids: [benefitId] }, app.admin)).toMatchObject(refused);
});

test('its number lies encrypted, stands masked, stays when the mask comes back, and is shown to whoever may look', async () => {
  const id = await aCustomer(app);
  const benefitId = await add(id, { number: '33080219380428006X42' });
  expect((await listed(id))[0]).toMatchObject({ number: '****6X42' });
  const look = (token: string, object = benefitId) =>
    app.tryCall(fieldApi.revealField, { object: 'benefit', id: object, field: 'number', reason: '核对' }, token);
  expect(await look(app.admin)).toMatchObject({ code: 0, data: { value: '33080219380428006X42' } });
  expect(await look((await aUser(app, { role: 'operator' })).token)).toMatchObject({ status: 403 });
  await edit(benefitId, 1, { number: '****6X42', grade: '一级' });
  expect(await look(app.admin)).toMatchObject({ data: { value: '33080219380428006X42' } });
  await edit(benefitId, 2, { number: '880' });
  expect((await listed(id))[0]).toMatchObject({ number: '****' });
  const kept = await app.sql<{ kept: string }>(
    `select (select json_agg(b)::text from benefit b) || (select json_agg(l)::text from cmd_log l) || (select json_agg(c)::text from change_log c) as kept`,
  );
  expect(kept[0]?.kept).toContain('number_cipher');
  expect(kept[0]?.kept).not.toContain('428006X42');
});

test('a scan is opened by whoever may look behind masks and sees the person, and goes with its row', async () => {
  const id = await aCustomer(app);
  const [file, next] = [await scan(), await scan()];
  const benefitId = await add(id, { fileId: file });
  expect((await listed(id))[0]?.file).toMatchObject({ id: file });
  const permissions = ['customer:list', 'pii:reveal'];
  const able = await aUser(app, { roleId: await aRole(app, { scope: 'all', permissions }) });
  const unable = await aUser(app, { roleId: await aRole(app, { scope: 'all', permissions: ['customer:list'] }) });
  expect((await opened(file, able.token)).status).toBe(200);
  expect((await opened(file, unable.token)).status).toBe(404);
  await edit(benefitId, 1, { fileId: next });
  expect([(await opened(file, able.token)).status, (await opened(next, able.token)).status]).toEqual([404, 200]);
  await app.call(benefitApi.deleteBenefit, { ids: [benefitId] }, app.admin);
  expect((await opened(next, able.token)).status).toBe(404);
});

test('whoever is responsible is told 30 and 7 days before the end, each once, and anew of another last day', async () => {
  const { id: me, token } = await aUser(app);
  const id = await aCustomer(app, { name: '毛素珍' });
  await app.sql('update customer set responsible_id = $2 where id = $1', [id, me]);
  const sentNotices = async () => {
    await remindResponsible();
    await remindResponsible();
    return (await app.list(noticeApi.getMyNoticeList, {}, token)).rows.map(({ title }) => title);
  };
  const benefitId = await add(id, { until: day(31) });
  await add(id, { kind: 'medical', until: day(-1) });
  expect(await sentNotices()).toEqual([]);
  const endsIn = (days: number) => app.sql('update benefit set until = $2 where id = $1', [benefitId, day(days)]);
  await endsIn(30);
  expect(await sentNotices()).toEqual(['「毛素珍」的残疾证 30 天后到期']);
  await endsIn(7);
  expect(await sentNotices()).toEqual(['「毛素珍」的残疾证 7 天后到期', '「毛素珍」的残疾证 30 天后到期']);
  await endsIn(0);
  expect((await sentNotices())[0]).toBe('「毛素珍」的残疾证今天到期');
  await app.sql(`update customer set service_state = 'ended' where id = $1`, [id]);
  await endsIn(20);
  expect(await sentNotices()).toHaveLength(3);
});

test('somebody is entered with what they are entitled to, all or nothing, and the record shows it masked', async () => {
  const fields = { name: '施一苇', mobile: '13900007711' };
  const medical = { kind: 'medical' as const, number: '330802001234', regionCode: '330802', until: '2030-01-01' };
  const { id } = await app.call(customerEntryApi.addCustomer, { ...fields, benefits: [medical] }, app.admin);
  const { benefits } = await app.call(customerApi.getCustomer, { id }, app.admin);
  expect(benefits).toMatchObject([{ kind: 'medical', number: '****1234', until: '2030-01-01', expired: false }]);
  const wrong = [medical, { kind: 'disability', from: '2026-02-01', until: '2026-01-01' }];
  const refused = await app.tryCall(
    customerEntryApi.addCustomer,
    { ...fields, name: '施二苇', benefits: wrong },
    app.admin,
  );
  expect(refused).toMatchObject({
    ...{ status: 400, msg: '截止日期不能早于起始日期' },
    data: { errors: [{ field: 'benefits.1.until' }] },
  });
  expect(await app.sql(`select 1 from customer where name = '施二苇'`)).toEqual([]);
});

test('an edit adds, changes and deletes what its person is entitled to, with the rest or not at all', async () => {
  const id = await aCustomer(app, { name: '卫一禾' });
  const [keeps, goes, stays] = [await add(id, { grade: '二级' }), await add(id, { kind: 'medical' }), await add(id)];
  const editAll = (input: Omit<InputOf<typeof customerEntryApi.editCustomer>, 'id' | 'version'>) =>
    app.tryCall(customerEntryApi.editCustomer, { id, version: 1, ...input }, app.admin);
  const first = (answer: Awaited<ReturnType<typeof editAll>>) =>
    (answer.data as { errors?: { field: string }[] }).errors?.[0]?.field;

  const late = { kind: 'long_term_care' as const, from: day(0), until: day(-1) };
  const removed = { id: goes, version: 1, removed: true };
  const refused = await editAll({ name: '卫二禾', benefits: [removed, late] });
  expect([refused.status, first(refused)]).toEqual([400, 'benefits.1.until']);
  expect(first(await editAll({ benefits: [{ grade: '一级' }] }))).toBe('benefits.0.kind');
  expect(first(await editAll({ benefits: [{ id: keeps, grade: '一级' }] }))).toBe('benefits.0.version');
  const request = { id, benefits: [{ ...late }] };
  const { errors } = await app.call(customerEntryApi.checkCustomer, request, app.admin);
  expect(errors).toMatchObject([{ field: 'benefits.0.until' }]);
  expect((await listed(id)).map((row) => row.id)).toEqual([keeps, goes, stays]);

  const newBenefit = { ...late, number: '880099', until: day(9) };
  const grade = { id: keeps, version: 1, grade: '一级' };
  expect(await editAll({ name: '卫二禾', benefits: [grade, removed, newBenefit] })).toMatchObject({ code: 0 });
  expect(await listed(id)).toMatchObject([
    ...[
      { kind: 'long_term_care', number: '****0099' },
      { id: keeps, grade: '一级', version: 2 },
    ],
    { id: stays, version: 1 },
  ]);
});

test('an edit that saw an older benefit is told so, and touches nobody else’s', async () => {
  const [id, other] = [await aCustomer(app), await aCustomer(app)];
  const [benefitId, strange] = [await add(id), await add(other)];
  await edit(benefitId, 1, { grade: '三级' });
  const editOwn = (benefits: InputOf<typeof customerEntryApi.editCustomer>['benefits']) =>
    app.tryCall(customerEntryApi.editCustomer, { id, version: 1, name: '卫三禾', benefits }, app.admin);
  expect(await editOwn([{ id: benefitId, version: 1, until: day(9) }])).toMatchObject({
    ...{ status: 409, msg: expect.stringContaining('修改') },
    data: { version: 1, changes: [{ field: 'benefits', new: '残疾证：等级' }] },
  });
  expect(await editOwn([{ id: strange, version: 1, grade: '一级' }])).toMatchObject({ status: 404 });
  expect(await app.sql(`select 1 from customer where name = '卫三禾'`)).toEqual([]);
  expect(await editOwn([{ id: benefitId, version: 2, until: day(9) }])).toMatchObject({
    code: 0,
    data: { version: 2 },
  });
  expect(await listed(id)).toMatchObject([{ grade: '三级', until: day(9) }]);
});

test('files of deleted entries stay with their rows when old ones are swept, and what nothing names goes', async () => {
  const id = await aCustomer(app);
  const file = await scan();
  const benefitId = await add(id, { fileId: file });
  await app.call(benefitApi.deleteBenefit, { ids: [benefitId] }, app.admin);
  const loose = await saveForOwner(system('test'), {
    name: 'x',
    type: 'text/plain',
    content: Buffer.from('x'),
    subject: 'x',
  });
  await app.sql(`update file set hash = $2 where id = $1`, [file, (await storeBlob(Readable.from(['own']))).hash]);
  await app.sql(`update file set deleted_at = now() - interval '2 days', expires_at = null where id in ($1, $2)`, [
    file,
    loose,
  ]);
  expect(await sweepFiles()).toBe(1);
  expect(await app.sql('select id::text, file_id::text as file from benefit where id = $1', [benefitId])).toEqual([
    { id: benefitId, file },
  ]);
  const remaining = await app.sql<{ hash: string }>('select hash from file where id in ($1, $2)', [file, loose]);
  expect(remaining).toHaveLength(1);
  expect(await statBlob(remaining[0]?.hash ?? '')).toBe(3);
});
