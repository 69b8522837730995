import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consentApi } from '#features/consent/contract.ts';
import { locationApi } from '#features/location/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aDevice, aRole, aUser } from '#server/testing/rows.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const home = { lat: 28.9, lng: 118.8 };

/** A customer at home with a watch that reports every ten minutes. */
async function placed(minutes: number | null, place = home, speed = 0) {
  const customer = await aCustomer(app);
  await app.sql('update customer set lat = $2, lng = $3 where id = $1', [customer, home.lat, home.lng]);
  const { id: device, sn } = await aDevice(app, { customer });
  await app.sql(`update device_state set last_seen_at = now(), online = true, battery = 40 where device_id = $1`, [
    device,
  ]);
  if (minutes !== null) await fix(device, minutes, place, speed);
  return { customer, device, sn };
}

/** Sets the newest fix of a device: minutes ago. */
const fix = (device: string, minutes: number, { lat, lng } = home, speed = 0) =>
  app.sql(
    `update device_state set lat = $3, lng = $4, speed = $5, accuracy = 12, position_source = 'gnss', position_at = now() - make_interval(secs => $2::float8 * 60) where device_id = $1`,
    [device, minutes, lat, lng, speed],
  );
const list = async (filters: object, token = app.admin) => app.list(locationApi.getPlaceList, filters, token);
const row = async (customerId: string) => (await list({ customerId })).rows[0];
const map = (filters: object, token = app.admin) => app.call(locationApi.getPlaceMap, filters, token);

/** Takes the location consent back, as the customer's page does. */
async function withdraw(customer: string) {
  const [consent] = await app.sql<{ id: string }>(
    `select id::text from consent where customer_id = $1 and purpose = 'location'`,
    [customer],
  );
  await app.call(consentApi.withdrawConsent, { id: consent?.id ?? '', reason: '本人要求' }, app.admin);
}

describe('the state of a place', () => {
  test('is stale from twice the interval on, 10 minutes at least and 60 at most; age of fix and report stand apart', async () => {
    const { customer, device } = await placed(9.9);
    const interval = (seconds: number) =>
      app.sql('update model set interval_seconds = $2 where id = (select model_id from equipment where id = $1)', [
        device,
        seconds,
      ]);
    const states = [];
    for (const [seconds, minutes] of [
      [60, 9.9],
      [60, 10.1],
      [1200, 39.9],
      [1200, 40.1],
      [7200, 59.9],
      [7200, 60.1],
    ] as const) {
      await interval(seconds);
      await fix(device, minutes);
      states.push((await row(customer))?.state);
    }
    await interval(7200);
    await fix(device, 10.1);
    await app.sql(
      `insert into equipment_command (equipment_id, command, params, valid_until, state) values ($1, 'interval', '{"seconds":60}', now(), 'acknowledged')`,
      [device],
    );
    states.push((await row(customer))?.state);
    await interval(600);
    await fix(device, 60.1);
    expect(states).toEqual(['fresh', 'stale', 'fresh', 'stale', 'fresh', 'stale', 'stale']);
    const { place, lastSeenAt, stale } = (await row(customer)) ?? {};
    expect([stale, place?.kind]).toEqual([true, 'stale']);
    expect(Date.parse(lastSeenAt ?? '') - Date.parse(place?.at ?? '')).toBeGreaterThan(3_500_000);
  });

  test('is an alarm before all others, however old the place is, which the map still says', async () => {
    const { customer } = await placed(600);
    const call = { type: 'sos', level: 1, occurredAt: new Date().toISOString(), note: '来电' } as const;
    await app.call(warnApi.addWarn, { customerId: customer, ...call }, app.admin);
    expect(await row(customer)).toMatchObject({ state: 'alarm', stale: true, warnLevel: 1, warnType: 'sos' });
    expect(await map({ customerId: customer })).toMatchObject({ state: ['alarm'], kind: ['stale'] });
  });

  test('without a fix is where the device hangs, else where the person lives, without a time', async () => {
    const { customer, device } = await placed(null);
    expect(await row(customer)).toMatchObject({ state: 'installed', place: { kind: 'home', at: null, source: null } });
    await app.sql('update equipment set lat = 28.8, lng = 118.7 where id = $1', [device]);
    expect(await row(customer)).toMatchObject({
      state: 'installed',
      place: { kind: 'installed', lat: 28.8, at: null },
    });
    expect(await map({ customerId: customer })).toMatchObject({ at: [null], kind: ['installed'], accuracy: [null] });
  });

  test('is of the device with the newest fix', async () => {
    const { customer } = await placed(30);
    const other = await aDevice(app, { customer });
    await fix(other.id, 2, { lat: 28.95, lng: 118.8 });
    expect(await row(customer)).toMatchObject({ equipmentId: other.id, state: 'fresh', place: { lat: 28.95 } });
  });
});

test('a person without consent stays in the list with the reason, without place, distance, standing and movement', async () => {
  const { customer, device } = await placed(1, home, 4);
  expect(await row(customer)).toMatchObject({ moving: true, speed: 4, agreement: 'valid', near: '在家' });
  await app.sql(`delete from consent where customer_id = $1`, [customer]);
  const nowhere = { place: null, near: null, speed: null, moving: false, fence: { standing: 'off', id: null } };
  expect(await row(customer)).toMatchObject({ ...nowhere, state: 'none', agreement: 'missing', equipmentId: device });
  const person = await app.call(locationApi.getPlace, { customerId: customer }, app.admin);
  expect(person).toMatchObject({
    ...nowhere,
    home: null,
    distance: null,
    devices: [{ canLocate: false, lastFixAt: null }],
  });
});

test('near says the nearest station within 300 m, then direction and distance from home', async () => {
  const { customer, device } = await placed(1, { lat: 28.905, lng: 118.8 });
  expect((await row(customer))?.near).toBe('离家北 560 米');
  const station = await aDepartment(app);
  await app.sql(
    `update department set type = 'station', name = '望湖服务站', lat = 28.906, lng = 118.8 where id = $1`,
    [station],
  );
  expect((await row(customer))?.near).toBe('望湖服务站附近，离家北 560 米');
  await fix(device, 1, { lat: 28.85, lng: 118.85 });
  expect((await row(customer))?.near).toBe('离家东南 7.4 公里');
});

test('a person who rests at a place says since when, on the move and with a gap before nothing', async () => {
  const { customer, device } = await placed(1);
  await app.sql('update equipment_binding set bound_at = $2 where equipment_id = $1', [device, '2026-01-01T00:00:00Z']);
  const visit = (minutes: number, lat: number) =>
    app.sql(
      `insert into position (device_id, at, lat, lng, source, project_id, customer_id) values ($1, now() - make_interval(mins => $2), $3, 118.8, 'gnss', 1, $4)`,
      [device, minutes, lat, customer],
    );
  for (const [minutes, lat] of [
    [40, 28.91],
    [30, 28.9],
    [20, 28.9001],
    [10, 28.9],
    [1, 28.9],
  ] as const)
    await visit(minutes, lat);
  const since = async () => (await app.call(locationApi.getPlace, { customerId: customer }, app.admin)).stillSince;
  expect(Math.round((Date.now() - Date.parse((await since()) ?? '')) / 60_000)).toBe(30);
  await visit(0, 28.93);
  expect(await since()).toBeNull();
});

test('filters of the list select the same people on the map', async () => {
  const walking = await placed(1, home, 3);
  const resting = await placed(1, home, 0.2);
  const old = await placed(70);
  const customers = [walking, resting, old].map(({ customer }) => customer);
  const both = async (filters: object) => {
    const { rows, count } = await list({ ids: customers, ...filters });
    const answer = await map({ ids: customers, ...filters });
    expect(answer.customerId).toEqual(rows.map(({ customerId }) => customerId).sort((a, b) => Number(a) - Number(b)));
    expect(answer.count).toBe(count);
    return answer.customerId;
  };
  expect(await both({})).toEqual(customers);
  expect(await both({ moving: true })).toEqual([walking.customer]);
  expect(await both({ moving: false, state: ['fresh'] })).toEqual([resting.customer]);
  expect(await both({ state: ['stale'] })).toEqual([old.customer]);
  expect(await both({ keyword: old.sn.slice(-8) })).toEqual([old.customer]);
  expect(await both({ from: new Date(Date.now() - 600_000).toISOString() })).toEqual([
    walking.customer,
    resting.customer,
  ]);
  expect(await both({ batteryBelow: 40 })).toEqual([]);
  expect(
    await both({ online: ['online'], kind: ['watch'], source: ['gnss'], fence: ['off'], batteryBelow: 41 }),
  ).toEqual(customers);
  expect((await list({ ids: customers, limit: 0, state: ['stale'] })).count).toBe(1);
});

describe('an open map', () => {
  test('gets everything once, then what has changed, and who is gone from filter, scope or consent', async () => {
    const [first, second, third] = [await placed(1), await placed(1), await placed(1)];
    const filters = { ids: [first, second, third].map(({ customer }) => customer), state: ['fresh' as const] };
    const whole = await map(filters);
    expect(whole).toMatchObject({ reset: true, count: 3, gone: [] });
    await withdraw(second.customer);
    const next = await map({ ...filters, since: whole.cursor });
    expect(next).toMatchObject({ reset: false, customerId: [], gone: [second.customer], count: 2 });
    await fix(third.device, 0, { lat: 28.91, lng: 118.8 });
    await fix(first.device, 90);
    await expect
      .poll(async () => map({ ...filters, since: next.cursor }), { timeout: 10_000 })
      .toMatchObject({ reset: false, customerId: [third.customer], lat: [28.91], gone: [first.customer], count: 1 });
  });

  test('gets everything again with the cursor of other filters, of another user’s scope, or a made up one', async () => {
    const { customer } = await placed(1);
    const { cursor } = await map({ ids: [customer] });
    const roleId = await aRole(app, { scope: 'department', permissions: ['location:list'] });
    const { token } = await aUser(app, { roleId, department: await aDepartment(app) });
    expect(await map({ ids: [customer], state: ['fresh'], since: cursor })).toMatchObject({ reset: true, count: 1 });
    expect(await map({ ids: [customer], since: cursor }, token)).toMatchObject({
      reset: true,
      count: 0,
      customerId: [],
    });
    expect(await map({ ids: [customer], since: 'x' })).toMatchObject({ reset: true });
    const [epoch, version] = cursor.split('.');
    const old = `${epoch}.${version}.${(Date.now() - 600_001).toString(36)}`;
    expect(await map({ ids: [customer], since: old })).toMatchObject({ reset: true });
  });

  test('is in the command log with filters and count each time it gets everything, a person once an hour', async () => {
    const { customer } = await placed(1);
    const user = await aUser(app, { role: 'admin' });
    const { cursor } = await map({ ids: [customer] }, user.token);
    await map({ ids: [customer], since: cursor }, user.token);
    await map({ ids: [customer], since: 'x' }, user.token);
    for (let i = 0; i < 2; i++) await app.call(locationApi.getPlace, { customerId: customer }, user.token);
    const logged = await app.sql(
      'select action, object_type, object_id, input from cmd_log where user_id = $1 order by id',
      [user.id],
    );
    expect(logged.filter(({ action }) => String(action).startsWith('getPlace'))).toMatchObject([
      { action: 'getPlaceMap', input: { ids: [customer], count: 1 } },
      { action: 'getPlace', object_type: 'customer', object_id: customer },
    ]);
  });
});
