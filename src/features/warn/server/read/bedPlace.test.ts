import { afterAll, beforeAll, expect, test } from 'vitest';
import { bedApi } from '#features/bed/contract.ts';
import { deskApi } from '#features/desk/contract.ts';
import { emergencyListApi } from '#features/emergencyList/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aBed, aCustomer, aUser } from '#server/testing/rows.ts';
import { downloadRows } from '#server/testing/sheet.ts';
import { addressText } from '#shared/address.ts';
import { searchApi } from '#shared/contract/search.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const home = { street: '石桥街道', community: '梧桐苑', address: '9幢2单元602' };

async function alarmOf(fields: Record<string, unknown>, bed = false) {
  const customerId = await aCustomer(app, { ...home, ...fields });
  if (bed) await aBed(app, { customer: customerId, institution: '长桥颐养院', address: '长桥路8号' });
  const call = { type: 'sos' as const, level: 1 as const, occurredAt: new Date().toISOString(), note: '邻居来电' };
  return { customerId, id: (await app.call(warnApi.addWarn, { ...call, customerId }, app.admin)).id };
}
const rowOf = async (customerId: string, token = app.admin) =>
  (await app.list(warnListApi.getWarnList, { customerId }, token)).rows[0];

test('the alarm of somebody in a bed names the bed and its institution first, and the home as what is registered', async () => {
  const { id, customerId } = await alarmOf({ name: '梁宝珍' }, true);
  const place = {
    spot: '康养楼 101-1',
    area: '长桥颐养院 长桥路8号',
    address: '登记住址 石桥街道 梧桐苑 9幢2单元602',
  };
  const row = await rowOf(customerId);
  expect(row).toMatchObject(place);
  expect(row && addressText(row)).toBe('康养楼 101-1 长桥颐养院 长桥路8号 登记住址 石桥街道 梧桐苑 9幢2单元602');
  expect((await app.call(deskApi.getWarn, { id }, app.admin)).customer).toMatchObject({ ...place, inBed: true });
  await app.sql(`update customer set service_state = 'active' where id = $1`, [customerId]);
  const { people } = await app.call(emergencyListApi.getEmergencyList, {}, app.admin);
  expect(people.find(({ name }) => name === '梁宝珍')).toMatchObject(place);
  const { fileId } = await app.call(emergencyListApi.takeEmergencyList, { way: 'file' }, app.admin);
  const listed = (await downloadRows(app, fileId ?? '')).find(([name]) => name === '梁宝珍');
  expect(listed?.[2]).toBe(row && addressText(row));
  const exported = await app.call(
    warnListApi.exportWarn,
    { columns: ['no', 'address'], filters: { customerId } },
    app.admin,
  );
  expect((await downloadRows(app, exported.fileId ?? '')).at(-1)?.[1]).toBe(`${place.spot} ${place.address}`);
  const hits = await app.call(searchApi.searchAll, { keyword: '梁宝珍' }, app.admin);
  expect(hits.find((hit) => hit.id === id)?.subtitle).toContain('康养楼 101-1 · 长桥颐养院');
});

test('the map of somebody in a bed marks the institution, never the former home', async () => {
  const { id, customerId } = await alarmOf({ lat: 28.9, lng: 118.8 }, true);
  const places = async () => (await app.call(deskApi.getWarn, { id }, app.admin)).customer;
  expect(await places()).toMatchObject({ lat: null, lng: null });
  await app.sql(
    'update department set lat = 28.95, lng = 118.85 where id = (select department_id from customer_bed where customer_id = $1)',
    [customerId],
  );
  expect(await places()).toMatchObject({ lat: 28.95, lng: 118.85 });
});

test('of who lies in no bed building, floor and room come before the address, as far as they are known', async () => {
  const { customerId } = await alarmOf({ building: '3号楼', floor: '2', room: '201' });
  const row = await rowOf(customerId);
  expect(row && addressText(row)).toBe('3号楼 · 2层 · 201 石桥街道 梧桐苑 9幢2单元602');
  const partly = await rowOf((await alarmOf({ floor: '夹层' })).customerId);
  expect(partly?.spot).toBe('夹层');
  const plain = await rowOf((await alarmOf({})).customerId);
  expect(plain).toMatchObject({ spot: null, area: '石桥街道 梧桐苑', address: '9幢2单元602' });
});

test('who may take no alarms reads the institution and not the bed, and nobody reads it of an ended one', async () => {
  const { id, customerId } = await alarmOf({}, true);
  const watcher = await aUser(app, { role: 'viewer' });
  const reduced = { spot: null, address: null, area: '长桥颐养院 长桥路8号' };
  expect(await rowOf(customerId, watcher.token)).toMatchObject(reduced);
  await app.sql(`update warn set status = 'done', finished_at = now() where id = $1`, [id]);
  expect(await rowOf(customerId)).toMatchObject(reduced);
  expect((await app.call(deskApi.getWarn, { id }, (await aUser(app)).token)).customer).toMatchObject(reduced);
});

test('who leaves the bed is at home again', async () => {
  const { customerId } = await alarmOf({}, true);
  const [bed] = await app.sql<{ id: string }>('select id::text from customer_bed where customer_id = $1', [customerId]);
  await app.call(bedApi.releaseBed, { customerId, bedId: bed?.id ?? '' }, app.admin);
  expect(await rowOf(customerId)).toMatchObject({ spot: null, address: '9幢2单元602' });
});
