import { afterAll, beforeAll, expect, test } from 'vitest';
import { departmentApi } from '#features/department/contract.ts';
import { equipmentApi } from '#features/equipment/contract.ts';
import { noticeApi } from '#features/notice/contract.ts';
import { simApi } from '#features/sim/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aDevice, aProject, aUser, next, type TestUser } from '#server/testing/rows.ts';
import { downloadRows, upload, workbookOf } from '#server/testing/sheet.ts';
import { importApi } from '#shared/contract/import.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { todayInChina } from '#shared/idCard.ts';
import { remindStaff } from './reminder.ts';

let app: TestApp;
let engineer: TestUser;
beforeAll(async () => {
  app = await startApp();
  engineer = await aUser(app, { role: 'engineer' });
});
afterAll(() => app.stop());

/** Returns a day in the projects' zone, some days from today. */
const day = (from: number) => todayInChina(Date.now() + from * 86_400_000);
const aCard = () => `8986001${String(next()).padStart(13, '0')}`;

type Edit = Omit<InputOf<typeof equipmentApi.editEquipment>, 'id' | 'version'>;
const device = (id: string) => app.call(equipmentApi.getEquipment, { id }, app.admin);
const tryDevice = async (id: string, fields: Edit, token = app.admin) =>
  app.tryCall(equipmentApi.editEquipment, { id, version: (await device(id)).version, ...fields }, token);
const setDevice = async (id: string, fields: Edit) => expect(await tryDevice(id, fields)).toMatchObject({ code: 0 });
const add = async (fields: Partial<InputOf<typeof simApi.addSim>> = {}, token = app.admin) =>
  (await app.call(simApi.addSim, { iccid: aCard(), ...fields }, token)).id;
const card = (id: string, token = app.admin) => app.call(simApi.getSim, { id }, token);
const listed = async (filters: InputOf<typeof simApi.getSimList>, token = app.admin) =>
  (await app.list(simApi.getSimList, filters, token)).rows;
const findCard = async (iccid: string) => (await listed({ keyword: iccid }))[0];

test('a card is added, found by its end, operator and device, edited and exported', async () => {
  const iccid = aCard();
  const id = await add({ iccid, number: '1440000111', operator: 'telecom', plan: '30MB/月', expireDate: day(20) });
  const later = await add({ operator: 'mobile', expireDate: day(40) });
  expect(await card(id)).toMatchObject({ iccid, operator: 'telecom', sn: null, customerName: null, batch: null });
  const ids = async (filters: InputOf<typeof simApi.getSimList>) => (await listed(filters)).map((row) => row.id);
  expect(await ids({ expiringDays: 30 })).toEqual([id]);
  expect(await ids({ operator: ['mobile'] })).toEqual([later]);
  expect(await ids({ keyword: '1440000111' })).toEqual([id]);
  expect(await ids({ bound: true })).toEqual([]);

  const again = await app.tryCall(simApi.addSim, { iccid }, app.admin);
  expect(again).toMatchObject({ status: 400, msg: '该ICCID已登记' });
  const early = { id, version: 1, activatedAt: day(21) };
  expect(await app.tryCall(simApi.editSim, early, app.admin)).toMatchObject({ msg: '到期日期不能早于开通日期' });
  expect(await app.call(simApi.editSim, { id, version: 1, plan: null }, app.admin)).toEqual({ id, version: 2 });
  const late = await app.tryCall(simApi.editSim, { id, version: 1, plan: '流量池' }, app.admin);
  expect(late).toMatchObject({ status: 409, data: { version: 2, changes: [{ field: 'plan', new: null }] } });

  const { fileId } = await app.call(
    simApi.exportSim,
    { filters: { keyword: iccid }, columns: ['iccid', 'operator', 'expireDate'] },
    app.admin,
  );
  expect((await downloadRows(app, fileId ?? '')).slice(1)).toEqual([
    ['ICCID', '运营商', '到期日期'],
    [iccid, '电信', day(20)],
  ]);
});

test('a card and its device show one number and one last day, whichever of them it was entered at', async () => {
  const customer = await aCustomer(app, { name: '尤可见' });
  const { id, sn } = await aDevice(app, { customer });
  const iccid = aCard();
  await setDevice(id, { iccid, simNumber: '1440000222', simExpireDate: day(10) });
  const row = await findCard(iccid);
  expect(row).toMatchObject({
    number: '1440000222',
    expireDate: day(10),
    equipmentId: id,
    sn,
    customerName: '尤可见',
  });
  expect(await listed({ equipmentId: id })).toHaveLength(1);
  const simId = row?.id ?? '';
  await app.call(simApi.editSim, { id: simId, version: 1, number: '1440000333', expireDate: day(400) }, app.admin);
  expect(await device(id)).toMatchObject({ simNumber: '1440000333', simExpireDate: day(400) });
  const soon = await app.list(equipmentApi.getEquipmentList, { sn, simExpiringDays: 30 }, app.admin);
  expect(soon.count).toBe(0);
  await setDevice(id, { simExpireDate: day(5) });
  expect(await card(simId)).toMatchObject({ expireDate: day(5) });
});

test('a number without a card is a card without ICCID, until the device gets one, and no more when it is cleared', async () => {
  const [{ id, sn }, other] = [await aDevice(app), await aDevice(app)];
  const inDevice = async (equipmentId: string) => listed({ equipmentId });
  await setDevice(id, { simNumber: '1440000555', simExpireDate: day(60) });
  const [nameless] = await inDevice(id);
  expect(nameless).toMatchObject({ iccid: null, number: '1440000555', expireDate: day(60), sn });
  const simId = nameless?.id ?? '';
  await app.call(simApi.editSim, { id: simId, version: 1, operator: 'telecom', number: '1440000556' }, app.admin);
  expect(await device(id)).toMatchObject({ iccid: null, simNumber: '1440000556' });

  const [iccid, known] = [aCard(), aCard()];
  await setDevice(id, { iccid });
  expect(await inDevice(id)).toMatchObject([{ iccid, number: '1440000556', expireDate: day(60), operator: 'telecom' }]);
  expect(await app.tryCall(simApi.getSim, { id: simId }, app.admin)).toMatchObject({ status: 404 });

  await add({ iccid: known, number: '1440000557' });
  await setDevice(other.id, { simNumber: '1440000558', simExpireDate: day(70) });
  await setDevice(other.id, { iccid: known });
  expect(await device(other.id)).toMatchObject({ simNumber: '1440000557', simExpireDate: day(70) });
  await setDevice(other.id, { iccid: null });
  expect(await device(other.id)).toMatchObject({ iccid: null, simNumber: null, simExpireDate: null });
  await setDevice(other.id, { simNumber: '1440000559' });
  await setDevice(other.id, { simNumber: null });
  expect(await inDevice(other.id)).toEqual([]);
});

test('of two who put one card into two devices at once the second is refused, known or not', async () => {
  const known = aCard();
  await add({ iccid: known });
  for (const iccid of [known, aCard()]) {
    const devices = [await aDevice(app), await aDevice(app)];
    const answers = await Promise.all(devices.map(({ id }) => tryDevice(id, { iccid })));
    const first = devices[answers.findIndex(({ code }) => code === 0)];
    expect(answers.find(({ code }) => code !== 0)).toMatchObject({
      status: 400,
      msg: `该ICCID的流量卡在设备 ${first?.sn} 里，请先在那里清空`,
    });
    expect(await findCard(iccid)).toMatchObject({ sn: first?.sn });
  }
});

test('a change of the card is one of its device: who has the device open is told of it', async () => {
  const { id } = await aDevice(app);
  const [iccid, next] = [aCard(), aCard()];
  await setDevice(id, { iccid, simNumber: '1440000666' });
  const { version } = await device(id);
  const { id: simId = '', version: simVersion = 0 } = (await findCard(iccid)) ?? {};
  await app.call(simApi.editSim, { id: simId, version: simVersion, number: '1440000667' }, engineer.token);
  const late = (fields: Edit) => app.tryCall(equipmentApi.editEquipment, { id, version, ...fields }, app.admin);
  expect(await late({ remark: '备注' })).toMatchObject({
    status: 409,
    data: { changes: [{ field: 'simNumber', old: '1440000666', new: '1440000667' }] },
  });
  await setDevice(id, { iccid: next });
  const { data } = await late({ remark: '备注' });
  expect((data as { changes: unknown }).changes).toContainEqual(expect.objectContaining({ field: 'iccid', new: next }));
});

test('a card that is taken out leaves nothing behind, and brings what is known of it into its next device', async () => {
  const [one, other] = [await aDevice(app), await aDevice(app)];
  const [iccid, second] = [aCard(), aCard()];
  await add({ iccid, number: '1440000444', expireDate: day(90) });
  await setDevice(one.id, { iccid });
  expect(await device(one.id)).toMatchObject({ simNumber: '1440000444', simExpireDate: day(90) });
  expect(await tryDevice(other.id, { iccid })).toMatchObject({
    status: 400,
    msg: `该ICCID的流量卡在设备 ${one.sn} 里，请先在那里清空`,
  });
  await setDevice(one.id, { iccid: second });
  expect(await device(one.id)).toMatchObject({ iccid: second, simNumber: null, simExpireDate: null });
  expect(await findCard(iccid)).toMatchObject({ equipmentId: null, number: '1440000444' });
  await setDevice(other.id, { iccid });
  expect(await device(other.id)).toMatchObject({ simNumber: '1440000444' });
  expect(await findCard(second)).toMatchObject({ sn: one.sn });
  await app.call(equipmentApi.deleteEquipment, { ids: [one.id] }, app.admin);
  expect(await findCard(second)).toMatchObject({ equipmentId: null });
});

test('many are renewed in one go with their devices, all or none, and never to an earlier day', async () => {
  const { id } = await aDevice(app);
  const iccid = aCard();
  await setDevice(id, { iccid, simExpireDate: day(3) });
  const ids = [(await findCard(iccid))?.id ?? '', await add({ expireDate: day(8) })];
  const renew = (expireDate: string) =>
    app.tryCall(simApi.renewSim, { ids, expireDate, batch: '2026 续' }, engineer.token);
  expect(await renew(day(-2))).toMatchObject({ status: 400, msg: '新的到期日期不能早于今天' });
  expect(await renew(day(5))).toMatchObject({ status: 400, msg: expect.stringContaining('新的日期更早') });
  expect(await device(id)).toMatchObject({ simExpireDate: day(3) });
  expect(await renew(day(365))).toMatchObject({ data: { count: 2 } });
  for (const one of ids) expect(await card(one)).toMatchObject({ expireDate: day(365), batch: '2026 续', version: 2 });
  expect(await device(id)).toMatchObject({ simExpireDate: day(365) });
});

test('a card lies where its device does, and one out of scope goes into no device', async () => {
  const [project, otherProject] = [await aProject(app), await aProject(app)];
  const { id } = await aDevice(app, { project });
  const iccid = aCard();
  await setDevice(id, { iccid });
  const { id: simId = '' } = (await findCard(iccid)) ?? {};
  expect(await card(simId)).toMatchObject({ projectId: project });
  const moved = { id: simId, version: 1, projectId: otherProject };
  expect(await app.tryCall(simApi.editSim, moved, app.admin)).toMatchObject({
    status: 400,
    msg: '流量卡随设备走，请在设备里分配项目和部门',
  });
  const outsider = await aUser(app, { role: 'engineer', projects: [otherProject] });
  expect(await app.tryCall(simApi.getSim, { id: simId }, outsider.token)).toMatchObject({ status: 404 });
  const equipment = await aDevice(app, { project: otherProject });
  expect(await tryDevice(equipment.id, { iccid }, outsider.token)).toMatchObject({
    status: 400,
    msg: '该ICCID的流量卡不在你的范围',
  });
  await app.call(equipmentApi.moveEquipment, { ids: [id], projectId: otherProject }, app.admin);
  expect(await card(simId, outsider.token)).toMatchObject({ projectId: otherProject });
});

test('a department in which cards lie is not deleted, until they are in a device elsewhere', async () => {
  const [departmentId, elsewhere] = [await aDepartment(app), await aDepartment(app)];
  const iccid = aCard();
  await add({ iccid, departmentId });
  const remove = () => app.tryCall(departmentApi.deleteDepartment, { ids: [departmentId] }, app.admin);
  expect(await remove()).toMatchObject({ status: 409, msg: '该部门下存在流量卡，不能删除' });
  await setDevice((await aDevice(app, { department: elsewhere })).id, { iccid });
  expect(await remove()).toMatchObject({ code: 0 });
});

test('cards are imported by ICCID: known ones overwritten with their devices, new ones taken back unless a device has them', async () => {
  const { id } = await aDevice(app);
  const [existingIccid, newIccid, used] = [aCard(), aCard(), aCard()];
  await setDevice(id, { iccid: existingIccid });
  const rows = [
    ['ICCID', '运营商', '套餐', '到期日期'],
    [existingIccid, '移动', '', day(50)],
    [newIccid, '广电', '100MB/月', ''],
    [used, '联通', '', ''],
    ['12345', '移动', '', ''],
  ];
  const file = await workbookOf([{ name: '流量卡', rows }]);
  const { data } = await upload(app, simApi.importSim.path, file, { duplicates: 'overwrite' }, app.admin);
  const jobId = String(data.jobId);
  const seen = await app.call(importApi.getImportPreview, { jobId }, app.admin);
  expect(seen).toMatchObject({ total: 4, inserts: 2, updates: 1, invalid: 1 });
  await app.call(importApi.confirmImport, { jobId, mode: 'valid' }, app.admin);
  expect(await device(id)).toMatchObject({ simExpireDate: day(50) });
  expect(await findCard(newIccid)).toMatchObject({ operator: 'broadnet', plan: '100MB/月' });
  await setDevice((await aDevice(app)).id, { iccid: used });
  await app.call(importApi.undoImport, { jobId }, app.admin);
  expect(await findCard(newIccid)).toBeUndefined();
  expect(await findCard(used)).toMatchObject({ operator: 'unicom' });
});

test('the device staff of a place is told 30 and 7 days before, each step once, of all cards together', async () => {
  const [project, department] = [await aProject(app), await aDepartment(app)];
  const recipient = await aUser(app, { role: 'engineer', department, projects: [project] });
  const elsewhere = await aUser(app, { role: 'engineer', projects: [await aProject(app)] });
  const place = { projectId: project, departmentId: department };
  const ids = [await add({ ...place, expireDate: day(30) }), await add({ ...place, expireDate: day(12) })];
  await add({ ...place, expireDate: day(31) });
  await add({ ...place, expireDate: day(-1) });
  const noticesOf = async ({ token }: TestUser) => {
    await remindStaff();
    await remindStaff();
    return (await app.list(noticeApi.getMyNoticeList, {}, token)).rows.map(({ title }) => title);
  };
  expect(await noticesOf(recipient)).toEqual(['2 张流量卡 30 天内到期']);
  await app.sql('update sim set expire_date = $2 where id = $1', [ids[0], day(7)]);
  expect(await noticesOf(recipient)).toEqual(['1 张流量卡 7 天内到期', '2 张流量卡 30 天内到期']);
  expect(await noticesOf(elsewhere)).toEqual([]);
});

test('cards are looked at by operators and changed by those who edit devices', async () => {
  const id = await add();
  const { token } = await aUser(app, { role: 'operator' });
  expect(await card(id, token)).toMatchObject({ version: 1 });
  expect(await app.tryCall(simApi.addSim, { iccid: aCard() }, token)).toMatchObject({ status: 403 });
  const renewal = { ids: [id], expireDate: day(9) };
  expect(await app.tryCall(simApi.renewSim, renewal, token)).toMatchObject({ status: 403 });
});
