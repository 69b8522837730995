import { afterAll, beforeAll, expect, test } from 'vitest';
import { equipmentApi } from '#features/equipment/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice, aProject, next } from '#server/testing/rows.ts';
import { upload, workbookOf } from '#server/testing/sheet.ts';
import { until } from '#server/testing/until.ts';
import { TestWatch } from '#server/testing/watch.ts';
import { importApi } from '#shared/contract/import.ts';
import { isImei } from '#shared/rule/imei.ts';
import { equipmentSheet } from './importValidation.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const headings = ['设备编号', '型号', 'IMEI', '采购批次', '项目', 'ICCID'];

const settled = (jobId: string) =>
  until('the job to end', async () => !['waiting', 'running'].includes((await preview(jobId)).state));

async function sent(rows: (string | null)[][]): Promise<string> {
  const file = await workbookOf([{ name: '设备', rows: [headings, ...rows] }]);
  const { data, msg } = await upload(app, equipmentApi.importEquipment.path, file);
  expect(msg).toBe('');
  const jobId = String(data.jobId);
  await settled(jobId);
  return jobId;
}

const preview = (jobId: string) => app.call(importApi.getImportPreview, { jobId }, app.admin);
const sn = () => `IM${8_700_000 + next()}`;

test('every bad cell of a sheet is named in its row, and the sound rows are written', async () => {
  const existing = await aDevice(app);
  const card = '89860012345678901234';
  await app.call(equipmentApi.editEquipment, { id: existing.id, version: 1, iccid: card }, app.admin);
  const project = await aProject(app);
  const [{ code } = { code: '' }] = await app.sql<{ code: string }>('select code from project where id = $1', [
    project,
  ]);
  const [first, second] = [sn(), sn()];
  const jobId = await sent([
    [first, 'watch', '490154203237518', '一批', code],
    [sn(), 'watch', '490154203237519', null, null],
    [first, 'watch', null, null, null],
    [sn(), '没有的型号', null, null, null],
    [sn(), 'watch', null, null, '别人的项目'],
    [second, '定位手表', null, null, code],
    // The digits of the first IMEI with which that device speaks.
    ['5420323751', 'watch', null, null, null],
    [sn(), 'watch', null, null, null, card],
  ]);
  const previewText = JSON.stringify(await preview(jobId));
  for (const expected of [
    'IMEI校验不通过',
    '与第 2 行重复',
    '没有这个型号',
    '项目不存在或不在你的范围',
    '该ICCID的流量卡在另一台设备里',
  ])
    expect(previewText).toContain(expected);
  await app.call(importApi.confirmImport, { jobId, mode: 'valid' }, app.admin);
  await settled(jobId);
  const { rows } = await app.list(equipmentApi.getEquipmentList, { projectId: project }, app.admin);
  expect(rows.map((row) => row.sn).sort()).toEqual([first, second].sort());
  expect(rows.every(({ state }) => state === 'stock')).toBe(true);
  expect((await app.list(equipmentApi.getEquipmentList, { sn: existing.sn }, app.admin)).count).toBe(1);
});

test('a model is the one of just this code; in other letter case it is known while only one has it so', async () => {
  await app.sql(
    `insert into model (code, name, kind, protocol) values ('IM-W8', '手表甲', 'watch', 'watch'), ('im-w8', '手表乙', 'watch', 'watch'), ('IM-S2', '手表丙', 'watch', 'watch')`,
  );
  const numbers = [sn(), sn(), sn()];
  const jobId = await sent([
    [numbers[0] ?? '', 'IM-W8', null, null, null],
    [numbers[1] ?? '', 'im-w8', null, null, null],
    [numbers[2] ?? '', 'im-s2', null, null, null],
    [sn(), 'Im-W8', null, null, null],
  ]);
  const { rows } = await preview(jobId);
  expect(rows.flatMap(({ row, errors }) => errors.map(({ msg }) => [row, msg]))).toEqual([
    [5, '有几个型号的编码只差大小写，请按原样填写编码'],
  ]);
  await app.call(importApi.confirmImport, { jobId, mode: 'valid' }, app.admin);
  await settled(jobId);
  const modelOf = async (number = '') =>
    (await app.list(equipmentApi.getEquipmentList, { sn: number }, app.admin)).rows[0]?.model;
  expect(await Promise.all(numbers.map(modelOf))).toEqual(['IM-W8', 'im-w8', 'IM-S2']);
});

/** Returns the problems by row number, heading and text. */
const errorsOf = async (jobId: string) =>
  (await preview(jobId)).rows.flatMap(({ row, errors }) => errors.map(({ column, msg }) => [row, column, msg]));

test('a number of one row is no other row’s in another column or letter case, nor another device’s', async () => {
  const [first, imei] = [sn(), '862641052047311'];
  const existing = await aDevice(app, { sn: sn() });
  const jobId = await sent([
    [first, 'watch', imei, null, null],
    [imei, 'watch', null, null, null],
    [imei.slice(4, 14), 'watch', null, null, null],
    [first.toLowerCase(), 'watch', null, null, null],
    [existing.sn.toLowerCase(), 'watch', null, null, null],
    [sn(), 'watch', null, null, null],
  ]);
  expect(await errorsOf(jobId)).toEqual([
    [3, '设备编号', '与第 2 行重复'],
    [4, '设备编号', '与第 2 行重复'],
    [5, '设备编号', '与第 2 行重复'],
    [6, '设备编号', '设备编号已存在，只差大小写'],
  ]);
  await app.call(importApi.confirmImport, { jobId, mode: 'valid' }, app.admin);
  await settled(jobId);
  expect(await preview(jobId)).toMatchObject({ message: '导入完成：新增 2 行，覆盖 0 行，跳过 0 行', refused: 0 });
  const later = await sent([[imei, 'watch', null, null, null]]);
  expect(await errorsOf(later)).toEqual([[2, '设备编号', '识别号已被其他设备使用']]);
});

test('what was taken between preview and confirmation is not counted as written', async () => {
  const [late, fine] = [sn(), sn()];
  const jobId = await sent([
    [late, 'watch', null, null, null],
    [fine, 'watch', null, null, null],
  ]);
  expect(await preview(jobId)).toMatchObject({ inserts: 2, invalid: 0 });
  await aDevice(app, { sn: late });
  await app.call(importApi.confirmImport, { jobId, mode: 'valid' }, app.admin);
  await settled(jobId);
  expect(await preview(jobId)).toMatchObject({
    message: '导入完成：新增 1 行，覆盖 0 行，跳过 0 行，1 行没有写入',
    ...{ inserts: 1, refused: 1, written: 1 },
  });
});

test('a gateway in a sheet is one, and not the row itself', async () => {
  const [watch, gateway] = [await aDevice(app), await aDevice(app, { model: 'thingsboard_gateway' })];
  const away = await aDevice(app, { model: 'thingsboard_gateway', project: await aProject(app) });
  const file = await workbookOf([
    {
      name: '设备',
      rows: [
        ['设备编号', '型号', '网关'],
        [sn(), 'z2m', watch.sn],
        [sn(), 'z2m', gateway.sn],
        [gateway.sn, 'thingsboard_gateway', gateway.sn],
        [watch.sn, 'watch', away.sn],
        [sn(), 'z2m', away.sn],
      ],
    },
  ]);
  const jobId = String((await upload(app, equipmentApi.importEquipment.path, file)).data.jobId);
  await settled(jobId);
  expect(await errorsOf(jobId)).toEqual([
    [2, '网关', '这台设备不是网关，请选择网关类设备'],
    [4, '网关', '设备不能是自己的网关'],
    [5, '网关', '网关在另一个项目'],
  ]);
});

test('an import that is undone gives back the cards of its devices, unless they were changed since', async () => {
  const card = () => `8986001${String(next()).padStart(13, '0')}`;
  const [before, after, fresh, later] = [card(), card(), card(), card()];
  const devices = [await aDevice(app), await aDevice(app)];
  const [first, second] = devices as [(typeof devices)[0], (typeof devices)[0]];
  const change = { id: first.id, version: 1, iccid: before, simNumber: '14400001' };
  await app.call(equipmentApi.editEquipment, change, app.admin);
  const added = sn();
  const file = await workbookOf([
    {
      name: '设备',
      rows: [
        ['设备编号', '型号', 'ICCID', 'SIM 号'],
        [first.sn, 'watch', after, '14400002'],
        [second.sn, 'watch', '', '14400003'],
        [added, 'watch', fresh, '14400004'],
      ],
    },
  ]);
  const { data } = await upload(app, equipmentApi.importEquipment.path, file, { duplicates: 'overwrite' });
  const jobId = String(data.jobId);
  await settled(jobId);
  await app.call(importApi.confirmImport, { jobId, mode: 'valid' }, app.admin);
  await settled(jobId);
  const read = ({ id }: { id: string }) => app.call(equipmentApi.getEquipment, { id }, app.admin);
  expect(await read(first)).toMatchObject({ iccid: after, simNumber: '14400002' });
  expect(await read(second)).toMatchObject({ iccid: null, simNumber: '14400003' });
  const { version } = await read(second);
  await app.call(equipmentApi.editEquipment, { id: second.id, version, iccid: later }, app.admin);
  await app.call(importApi.undoImport, { jobId }, app.admin);
  await settled(jobId);
  expect(await read(first)).toMatchObject({ iccid: before, simNumber: '14400001' });
  expect(await read(second)).toMatchObject({ iccid: later, simNumber: '14400003' });
  const cards = await app.sql<{ iccid: string }>(
    'select iccid from sim where deleted_at is null and iccid = any($1) order by id',
    [[before, after, fresh]],
  );
  expect(cards).toEqual([{ iccid: before }]);
  expect((await app.list(equipmentApi.getEquipmentList, { sn: added }, app.admin)).count).toBe(0);
});

test('the IMEI that the template gives as an example is one', () => {
  expect(isImei(equipmentSheet.columns.find(({ key }) => key === 'imei')?.example ?? '')).toBe(true);
});

test('a number that called for help before it stood in the sheet is a device then, and one that somebody has stays in their project', async () => {
  const number = String(8_500_000_000 + next());
  const watch = await TestWatch.open(app.ports.watch, number);
  await watch.press();
  watch.close();
  const code = `project-${next()}`;
  await app.sql('update project set code = $2 where id = $1', [await aProject(app), code]);
  const worn = await aDevice(app, { customer: await aCustomer(app) });
  const jobId = await sent([
    [number, 'watch', null, null, null],
    [worn.sn, 'watch', null, null, code],
  ]);
  expect(JSON.stringify(await preview(jobId))).toContain('设备已绑定客户，客户不在这个项目');
  await app.call(importApi.confirmImport, { jobId, mode: 'valid' }, app.admin);
  await settled(jobId);
  const { rows } = await app.list(warnListApi.getWarnList, { equipmentSn: number }, app.admin);
  const [device] = (await app.list(equipmentApi.getEquipmentList, { sn: number }, app.admin)).rows;
  expect(rows).toMatchObject([{ type: 'unknown', equipmentId: device?.id }]);
});
