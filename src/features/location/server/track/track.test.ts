import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { locationApi } from '#features/location/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aDevice, aRole, aUser } from '#server/testing/rows.ts';
import { download, downloadRows } from '#server/testing/sheet.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const minute = 60_000;
const start = Math.floor(Date.now() / 1000) * 1000;
/** An instant this many minutes ago, on a whole second. */
const ago = (minutes: number) => new Date(start - minutes * minute).toISOString();
const lastHours = (hours: number) => ({ from: ago(hours * 60), to: ago(0) });

/** Stores a point of a device: minutes ago, at a latitude. */
const point = (device: string, customer: string | null, minutes: number, lat: number, source = 'gnss') =>
  app.sql(
    `insert into position (device_id, at, lat, lng, source, project_id, customer_id) values ($1, $2, $3, 118.8, $4, 1, $5)`,
    [device, ago(minutes), lat, source, customer],
  );
/** Sets the time of the device's binding to the customer, minutes ago. */
async function bound(device: string, customer: string, from: number, until: number | null) {
  await app.sql('delete from equipment_binding where equipment_id = $1 and customer_id = $2', [device, customer]);
  await app.sql(
    'insert into equipment_binding (equipment_id, customer_id, bound_at, unbound_at) values ($1, $2, $3, $4)',
    [device, customer, ago(from), until === null ? null : ago(until)],
  );
}
async function worn(minutes: number) {
  const customer = await aCustomer(app);
  const { id: device } = await aDevice(app, { customer });
  await bound(device, customer, minutes, null);
  return { customer, device };
}

const track = (input: InputOf<typeof locationApi.getTrack>, token = app.admin) =>
  app.call(locationApi.getTrack, input, token);
/** Returns the latitudes of a track. */
function latsOf({ lat }: OutputOf<typeof locationApi.getTrack>): number[] {
  return lat.map((_, i) => lat.slice(0, i + 1).reduce((sum, step) => sum + step) / 1e6);
}

describe('a track', () => {
  test('has the points of all devices while they were bound, a replaced one too, and none of a former wearer', async () => {
    const { customer, device: old } = await worn(300);
    const former = await aCustomer(app);
    const { id: next } = await aDevice(app, { customer });
    await bound(old, former, 600, 300);
    await bound(old, customer, 300, 100);
    await bound(next, customer, 100, null);
    await point(old, former, 400, 1);
    await point(old, customer, 299, 2);
    await point(old, customer, 200, 3);
    await point(next, customer, 90, 4);
    // A point that only the binding or only its row gives to the customer is nobody's.
    await point(old, former, 150, 5);
    await point(old, customer, 50, 6);
    await point(next, null, 40, 7);
    const answer = await track({ customerId: customer, ...lastHours(24) });
    expect(latsOf(answer)).toEqual([2, 3, 4]);
    expect(answer).toMatchObject({
      t0: Date.parse(ago(299)),
      dt: [0, 99 * 60, 110 * 60],
      device: [0, 0, 1],
      more: false,
    });
    expect(answer.devices.map(({ id }) => id)).toEqual([old, next]);
    expect(latsOf(await track({ customerId: customer, ...lastHours(24), equipmentId: next }))).toEqual([4]);
    expect(latsOf(await track({ customerId: former, ...lastHours(24) }))).toEqual([1]);
  });

  test('is empty where there was no fix, and refused without consent, from the next call on', async () => {
    const { customer, device } = await worn(100);
    expect(await track({ customerId: customer, ...lastHours(1) })).toMatchObject({ t0: null, dt: [], devices: [] });
    await point(device, customer, 10, 1);
    expect((await track({ customerId: customer, ...lastHours(1) })).dt).toEqual([0]);
    await app.sql(`update consent set withdrawn_at = now(), reason = '本人要求' where customer_id = $1`, [customer]);
    for (const [endpoint, more] of [
      [locationApi.getTrack, {}],
      [locationApi.exportTrack, { format: 'gpx' }],
      [locationApi.exportTrack, { format: 'xlsx' }],
    ] as const)
      expect(await app.tryCall(endpoint, { customerId: customer, ...lastHours(1), ...more }, app.admin)).toMatchObject({
        status: 409,
        msg: '定位同意已撤回',
      });
  });

  test.each([
    ['8 days', () => ({ from: ago(8 * 1440), to: ago(0) }), 'to'],
    ['that ends before it starts', () => ({ from: ago(0), to: ago(5) }), 'to'],
    ['of a day in the future', () => ({ from: ago(-1440), to: ago(-2000) }), 'from'],
    ['until the day after tomorrow', () => ({ from: ago(60), to: ago(-2880) }), 'to'],
  ])('of a time of %s is refused at the field', async (_, time, field) => {
    const { customer } = await worn(10);
    for (const [endpoint, more] of [
      [locationApi.getTrack, {}],
      [locationApi.exportTrack, { format: 'xlsx' }],
    ] as const)
      expect(await app.tryCall(endpoint, { customerId: customer, ...time(), ...more }, app.admin)).toMatchObject({
        status: 400,
        data: { errors: [{ field }] },
      });
  });

  test('is for those with the right, within their scope, and each look is in the command log', async () => {
    const { customer } = await worn(10);
    const input = { customerId: customer, ...lastHours(1) };
    const roleId = await aRole(app, { scope: 'department', permissions: ['location:list', 'location:track'] });
    const { token, id } = await aUser(app, { roleId, department: await aDepartment(app) });
    expect(await app.tryCall(locationApi.getTrack, input, token)).toMatchObject({ status: 404 });
    expect(await app.tryCall(locationApi.exportTrack, { ...input, format: 'gpx' }, token)).toMatchObject({
      status: 403,
    });
    const user = await aUser(app, { role: 'admin' });
    await track(input, user.token);
    await track(input, user.token);
    const logged = (user: string) =>
      app.sql('select action, object_type, object_id, code from cmd_log where user_id = $1 and action = $2', [
        user,
        'getTrack',
      ]);
    const look = { object_type: 'customer', object_id: customer };
    expect(await logged(user.id)).toMatchObject([look, look]);
    expect(await logged(id)).toMatchObject([look]);
  });
});

test('an export has the points of the line, with raw all of them and why some are out of the line', async () => {
  const { customer, device } = await worn(100);
  for (const [minutes, lat, source] of [
    [52, 28.9, 'gnss'],
    [50, 28.9, 'gnss'],
    [48, 28.9001, 'cell'],
    [46, 28.9002, 'beidou'],
    [20, 28.9003, 'gnss'],
  ] as const)
    await point(device, customer, minutes, lat, source);
  const input = { customerId: customer, ...lastHours(1) };
  const exported = async (more: object) => {
    const { fileId, count } = await app.call(locationApi.exportTrack, { ...input, format: 'xlsx', ...more }, app.admin);
    return { count, rows: (await downloadRows(app, fileId ?? '')).slice(1) };
  };
  const line = await exported({});
  expect(line.rows[0]).toEqual(['时间', '纬度', '经度', '精度（米）', '方式', '速度（km/h）', '设备', '不计入的原因']);
  expect([line.count, line.rows.slice(1).map((row) => row[4])]).toEqual([4, ['GPS', 'GPS', '北斗', 'GPS']]);
  expect((await exported({ raw: true })).rows[3]?.slice(4)).toMatchObject([
    '基站LBS',
    null,
    expect.any(String),
    '精度不足',
  ]);
  const { fileId } = await app.call(locationApi.exportTrack, { ...input, format: 'gpx' }, app.admin);
  const gpx = Buffer.from(await download(app, fileId ?? '')).toString();
  expect(gpx.match(/<trkpt lat="28.9002" lon="118.8"><time>/g)).toHaveLength(1);
  expect([gpx.match(/<trkpt/g)?.length, gpx.match(/<trkseg>/g)?.length]).toEqual([4, 2]);
});
