import { afterAll, beforeAll, expect, test } from 'vitest';
import { consentApi } from '#features/consent/contract.ts';
import { customerApi } from '#features/customer/contract.ts';
import { remindResponsible } from '#features/customer/server/service.ts';
import { customerEntryApi } from '#features/customerEntry/contract.ts';
import { customerHistoryApi } from '#features/customerHistory/contract.ts';
import { customerMergeApi } from '#features/customerMerge/contract.ts';
import { noticeApi } from '#features/notice/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aPicture } from '#server/testing/picture.ts';
import { aCustomer, aDevice, aRole, aUser } from '#server/testing/rows.ts';
import { downloadRows, upload } from '#server/testing/sheet.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { todayInChina } from '#shared/idCard.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

/** Returns a day in the projects' time zone, some days from today. */
const day = (from: number) => todayInChina(Date.now() + from * 86_400_000);
/** Returns an instant some minutes from now. */
const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

type Signed = Partial<InputOf<typeof consentApi.addConsent>>;
const signed = { purpose: 'location', signedBy: '毛素珍', relation: 'self', signedAt: minutesFromNow(-600) } as const;
const newCustomer = (overrides: Record<string, unknown> = {}) => aCustomer(app, { consent: [], ...overrides });
const tryAdd = (customerId: string, overrides: Signed = {}, token = app.admin) =>
  app.tryCall(consentApi.addConsent, { customerId, ...signed, ...overrides }, token);
const add = async (customerId: string, overrides: Signed = {}) =>
  (await app.call(consentApi.addConsent, { customerId, ...signed, ...overrides }, app.admin)).id;
const withdraw = (id: string, overrides: Partial<InputOf<typeof consentApi.withdrawConsent>> = {}, token = app.admin) =>
  app.tryCall(consentApi.withdrawConsent, { id, reason: '本人要求', ...overrides }, token);
const listed = async (customerId: string) =>
  (await app.list(consentApi.getConsentList, { customerId }, app.admin)).rows;
const states = async (customerId: string) =>
  Object.fromEntries((await listed(customerId)).map((row) => [row.id, row.state]));

test('what is signed is listed with its state, with a new person too, and stands in the record and its history', async () => {
  const { id } = await app.call(
    customerEntryApi.addCustomer,
    {
      name: '毛素珍',
      mobile: '13955550001',
      consent: [{ ...signed, purpose: 'service', signedAt: minutesFromNow(-9000), until: day(-1) }],
    },
    app.admin,
  );
  const consentId = await add(id, { relation: 'son', signedBy: '毛建国', signedAt: minutesFromNow(-60) });
  expect(await listed(id)).toMatchObject([
    {
      id: consentId,
      purpose: 'location',
      signedBy: '毛建国',
      relation: 'son',
      until: null,
      state: 'valid',
      file: null,
    },
    { purpose: 'service', signedBy: '毛素珍', relation: 'self', until: day(-1), state: 'over', withdrawnAt: null },
  ]);
  expect((await app.call(customerApi.getCustomer, { id }, app.admin)).consent).toEqual(await listed(id));
  await withdraw(consentId, { reason: '不再佩戴' });
  const history = await app.list(customerHistoryApi.getCustomerHistory, { id }, app.admin);
  expect(history.rows.filter(({ section }) => section === '知情同意').map(({ changes }) => changes)).toMatchObject([
    [{ label: '撤回同意', old: '定位（毛建国，儿子）', new: '不再佩戴' }],
    [{ label: '新增同意', new: '定位（毛建国，儿子）' }],
    [{ label: '新增同意', new: '基本服务（毛素珍，本人）' }],
  ]);
});

test('what cannot be is refused, with a new person and by the check as well', async () => {
  const id = await newCustomer();
  const wrong: [Signed, string, string][] = [
    [{ signedAt: minutesFromNow(5) }, 'signedAt', '签署时间不能晚于现在'],
    [{ until: day(-30) }, 'until', '有效期至不能早于签署时间'],
    [{ fileId: '999999999' }, 'fileId', '附件不存在，请重新上传'],
  ];
  for (const [overrides, field, msg] of wrong) {
    expect(await tryAdd(id, overrides)).toMatchObject({ status: 400, data: { errors: [{ field, msg }] } });
    const { customerId: _id, ...one } = { ...signed, ...overrides };
    const customerInput = { name: '毛素珍', mobile: '13955550002', consent: [one] };
    const errors = [{ field: `consent.0.${field}`, msg }];
    expect(await app.tryCall(customerEntryApi.addCustomer, customerInput, app.admin)).toMatchObject({
      status: 400,
      data: { errors },
    });
    expect(await app.call(customerEntryApi.checkCustomer, customerInput, app.admin)).toMatchObject({ errors });
  }
  expect(await tryAdd(id, { relation: 'king' })).toMatchObject({ status: 400 });
  expect(await tryAdd(id, {}, (await aUser(app, { role: 'viewer' })).token)).toMatchObject({ status: 403 });
  expect(await listed(id)).toEqual([]);
});

test('a withdrawal takes a reason and with it every signature of the purpose that stands, and the purpose can be signed for anew', async () => {
  const id = await newCustomer();
  const [former, consentId, twin, other] = [
    await add(id, { signedAt: minutesFromNow(-9000), until: day(-2) }),
    await add(id),
    await add(id, { relation: 'daughter', signedAt: minutesFromNow(-120) }),
    await add(id, { purpose: 'health' }),
  ];
  expect(await withdraw(consentId, { reason: ' ' })).toMatchObject({ status: 400 });
  for (const [when, msg] of [
    [minutesFromNow(5), '撤回时间不能晚于现在'],
    [minutesFromNow(-601), '撤回时间不能早于签署时间'],
  ] as const)
    expect(await withdraw(consentId, { at: when })).toMatchObject({ status: 400, msg });
  const viewer = await aUser(app, { role: 'viewer' });
  expect(await withdraw(consentId, {}, viewer.token)).toMatchObject({ status: 403 });
  expect(await withdraw(consentId, { at: minutesFromNow(-30), reason: '不愿被定位' })).toMatchObject({
    code: 0,
    data: { id: consentId },
  });
  expect(await withdraw(consentId)).toMatchObject({ status: 409, msg: '已经撤回' });
  expect(await states(id)).toEqual({
    [former]: 'over',
    [consentId]: 'withdrawn',
    [twin]: 'withdrawn',
    [other]: 'valid',
  });
  expect((await listed(id)).find((row) => row.id === twin)).toMatchObject({ reason: '不愿被定位' });

  const late = { field: 'signedAt', msg: '这一事项后来已撤回，签署时间须在撤回之后' };
  expect(await tryAdd(id, { signedAt: minutesFromNow(-40) })).toMatchObject({ status: 400, data: { errors: [late] } });
  const newest = await add(id, { signedAt: minutesFromNow(0) });
  expect(await states(id)).toMatchObject({ [newest]: 'valid', [consentId]: 'withdrawn' });
});

test('of a person whose archive is sealed nothing is signed or withdrawn', async () => {
  const id = await newCustomer();
  const consentId = await add(id);
  await app.sql(`update customer set service_state = 'ended' where id = $1`, [id]);
  await app.sql('insert into customer_leaving (customer_id, archive_sealed_at) values ($1, now())', [id]);
  const refused = { status: 409, msg: '档案已封存，不能修改' };
  expect(await tryAdd(id)).toMatchObject(refused);
  expect(await withdraw(consentId)).toMatchObject(refused);
});

test('a scan is opened by whoever may look behind masks and sees the person', async () => {
  const id = await newCustomer();
  const scan = async () => String((await upload(app, consentApi.uploadConsentFile.path, await aPicture())).data.id);
  const [one, two] = [await scan(), await scan()];
  await add(id, { fileId: one });
  // One signed paper for two purposes.
  const consent = [
    { ...signed, fileId: two },
    { ...signed, purpose: 'health', fileId: two },
  ];
  const next = await newCustomer({ consent });
  expect((await listed(id))[0]?.file).toMatchObject({ id: one });
  expect((await listed(next)).map(({ file }) => file?.id)).toEqual([two, two]);
  const token = async (permissions: string[]) =>
    (await aUser(app, { roleId: await aRole(app, { scope: 'all', permissions }) })).token;
  const opened = async (permissions: string[]) =>
    (await app.ask({ method: 'GET', path: `/api/file/getFile?id=${two}`, token: await token(permissions) })).status;
  expect([await opened(['customer:list']), await opened(['customer:list', 'pii:reveal'])]).toEqual([404, 200]);
});

test('with a merger consents move, and what either of the two has withdrawn stays withdrawn', async () => {
  const keepId = await newCustomer();
  const dropId = await newCustomer();
  const keptId = await add(keepId);
  const moved = await add(dropId, { purpose: 'photo' });
  await withdraw(await add(dropId));
  await app.call(customerMergeApi.mergeCustomer, { keepId, dropId }, app.admin);
  expect(await states(keepId)).toMatchObject({ [keptId]: 'withdrawn', [moved]: 'valid' });
});

test('a withdrawal deletes positions since then that were stored for a customer merged into this one', async () => {
  const [keepId, dropId] = [await newCustomer(), await newCustomer()];
  const { id: device } = await aDevice(app, { customer: dropId });
  for (const minutes of [-90, -30])
    await app.sql(
      `insert into position (device_id, at, lat, lng, source, project_id, customer_id) values ($1, $2, 28.9, 118.8, 'gnss', 1, $3)`,
      [device, minutesFromNow(minutes), dropId],
    );
  await app.call(customerMergeApi.mergeCustomer, { keepId, dropId }, app.admin);
  await withdraw(await add(keepId), { at: minutesFromNow(-60) });
  expect(await app.sql('select 1 from position where device_id = $1', [device])).toHaveLength(1);
});

test('whoever is responsible is told once 30 days before a consent ends, unless it was signed for anew', async () => {
  const { id: me, token } = await aUser(app);
  const id = await newCustomer({ name: '毛素珍' });
  await app.sql('update customer set responsible_id = $2 where id = $1', [id, me]);
  const sentNotices = async () => {
    await remindResponsible();
    await remindResponsible();
    return (await app.list(noticeApi.getMyNoticeList, {}, token)).rows.map(({ title }) => title);
  };
  await add(id, { until: day(31) });
  await add(id, { purpose: 'health', until: day(9) });
  await add(id, { purpose: 'health', until: day(400) });
  const consentId = await add(id, { purpose: 'photo', until: day(9) });
  await withdraw(consentId);
  expect(await sentNotices()).toEqual([]);
  await app.sql(`update consent set until = $2 where customer_id = $1 and purpose = 'location'`, [id, day(30)]);
  expect(await sentNotices()).toEqual(['「毛素珍」的定位同意 30 天后到期']);
});

test('an export says by purpose what each person agrees to now', async () => {
  const id = await newCustomer({ name: '祁小满' });
  await add(id);
  await withdraw(await add(id, { purpose: 'health' }));
  await add(id, { purpose: 'family', until: day(0) });
  await app.sql(`update consent set until = $2 where customer_id = $1 and purpose = 'family'`, [id, day(-1)]);
  await add(id, { purpose: 'recording', until: day(9) });
  const columns = [
    ...(['name', 'consent:location', 'consent:health', 'consent:family'] as const),
    ...(['consent:recording', 'consent:photo'] as const),
  ];
  const { fileId } = await app.call(customerApi.exportCustomer, { columns, filters: { ids: [id] } }, app.admin);
  expect((await downloadRows(app, fileId ?? '')).slice(1)).toEqual([
    ['姓名', '同意 · 定位', '同意 · 健康信息', '同意 · 家属共享', '同意 · 通话录音', '同意 · 照片与视频'],
    ['祁小满', '有效', '已撤回', '已到期', '有效', '未取得'],
  ]);
});

test('an edit of somebody adds what they have signed since, or none of it', async () => {
  const id = await newCustomer();
  const editWith = (overrides: Signed) =>
    app.tryCall(customerEntryApi.editCustomer, { id, version: 1, consent: [{ ...signed, ...overrides }] }, app.admin);
  expect(await editWith({ until: day(-9) })).toMatchObject({ data: { errors: [{ field: 'consent.0.until' }] } });
  expect(await editWith({})).toMatchObject({ code: 0 });
  const { rows } = await app.list(consentApi.getConsentList, { customerId: id }, app.admin);
  expect(rows).toMatchObject([{ purpose: 'location', signedBy: '毛素珍', state: 'valid' }]);
});
