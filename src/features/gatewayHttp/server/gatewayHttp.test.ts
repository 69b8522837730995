import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { commandApi } from '#features/equipmentCommand/contract.ts';
import { logApi } from '#features/equipmentLog/contract.ts';
import { testApi } from '#features/equipmentTest/contract.ts';
import { log } from '#server/core/log.ts';
import { lanes } from '#server/ingest/startIngest.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice, next, type TestDevice } from '#server/testing/rows.ts';
import { endWaiting, waitingDevices } from './waiting.ts';

let app: TestApp;
let gateway: TestDevice;
beforeAll(async () => {
  app = await startApp();
  for (const protocol of ['scaip', 'lorawan'])
    await app.sql(
      `insert into model (code, name, kind, protocol, interval_seconds, offline_seconds, capabilities) values ($1, $1, 'gateway', $2, 60, 180, '{}')`,
      [`test_${protocol}_gateway`, protocol],
    );
  gateway = await aGateway('scaip');
});
afterAll(() => app.stop());

async function aGateway(protocol: string): Promise<TestDevice> {
  const device = await aDevice(app, { model: `test_${protocol}_gateway`, sn: `GW${next()}00000` });
  await app.sql('insert into gateway (id) values ($1) on conflict (id) do nothing', [device.id]);
  return device;
}

/** Registers a unit of a customer behind the gateway. */
async function aUnit(of: TestDevice, model = 'scaip') {
  const customer = await aCustomer(app);
  const unit = await aDevice(app, { model, sn: `UN${next()}00000`, customer });
  await app.sql('update equipment set gateway_id = $2 where id = $1', [unit.id, of.id]);
  return { ...unit, customer };
}

interface Post {
  path: string;
  body?: string;
  type?: string;
  headers?: Record<string, string>;
  from?: string;
}

const post = ({ path, body = '', type = 'application/json', headers = {}, from }: Post) =>
  app.ask({
    path,
    body,
    headers: { 'Content-Type': type, 'X-Requested-With': null, ...headers },
    ...(from === undefined ? {} : { from }),
  });

const warnsOf = (customer: string) =>
  app.sql<{ type: string; repeat_count: number }>(
    'select type, repeat_count from warn where customer_id = $1 order by id',
    [customer],
  );
const rawsOf = (id: string) => app.sql('select error from raw_message where device_id = $1 order by received_at', [id]);

/** Runs while nothing can be stored. */
async function whilePaused<T>(run: () => Promise<T>): Promise<T> {
  const open = lanes();
  if (!open) throw new Error('no lanes');
  const { paused } = open;
  open.paused = () => true;
  try {
    return await run();
  } finally {
    open.paused = paused;
  }
}

const mrq = (cid: string, rest = '', ref = '7') => `<mrq><ref>${ref}</ref><cid>${cid}</cid><dty>3</dty>${rest}</mrq>`;
const scaip = (body: string, by: { of?: TestDevice; token?: string; from?: string } = {}) =>
  post({
    path: `/open/scaip/${(by.of ?? gateway).sn}`,
    body,
    type: 'application/scaip+xml',
    headers: { 'X-Token': by.token ?? (by.of ?? gateway).secret ?? '' },
    ...(by.from === undefined ? {} : { from: by.from }),
  });
const head = '<?xml version="1.0" encoding="UTF-8"?>';

describe('SCAIP', () => {
  test('an alarm is answered after its commit, with voice and the interval of the model in minutes', async () => {
    const unit = await aUnit(gateway);
    await app.sql(`update model set interval_seconds = 7200 where code = 'scaip'`);
    const answer = await scaip(mrq(unit.sn));
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(`${head}<mrs><ref>7</ref><snu>0</snu><mre>1</mre><cre>61</cre><hbi>120</hbi></mrs>`);
    expect(await warnsOf(unit.customer)).toMatchObject([{ type: 'sos', repeat_count: 0 }]);
  });

  test('the same request again gets the same answer, and nothing is stored', async () => {
    const unit = await aUnit(gateway);
    const [first, second] = [await scaip(mrq(unit.sn)), await scaip(mrq(unit.sn))];
    expect(second.text).toBe(first.text);
    expect(await warnsOf(unit.customer)).toMatchObject([{ type: 'sos', repeat_count: 0 }]);
    expect(await rawsOf(unit.id)).toHaveLength(1);
  });

  test('a heartbeat is accepted without media; unit and gateway were heard, and the gateway speaks HTTP', async () => {
    const unit = await aUnit(gateway);
    const body = mrq(unit.sn, '<mty>PI</mty>').replaceAll('mrq>', 'scaip>');
    expect((await scaip(body, { from: '127.0.0.55' })).text).toBe(`${head}<scaip><ref>7</ref><snu>0</snu></scaip>`);
    await vi.waitFor(async () => {
      const heard = await app.sql(
        'select 1 from device_state where device_id in ($1, $2) and last_seen_at is not null',
        [unit.id, gateway.id],
      );
      expect(heard).toHaveLength(2);
      const [link] = await app.sql('select way, address from gateway_link where gateway_id = $1', [gateway.id]);
      expect(link).toEqual({ way: 'http', address: '127.0.0.55' });
    });
  });

  test.each([
    ['a DOCTYPE', `<!DOCTYPE mrq>${mrq('1')}`, 2, ''],
    ['no cid', '<mrq><ref>5</ref><dty>3</dty></mrq>', 7, '<ref>5</ref>'],
    ['65 KB', mrq('1', `<dte>${'x'.repeat(66_000)}</dte>`), 1, '<ref>7</ref>'],
  ])('%s is refused, and only the reason is stored, as a message of the gateway', async (_what, body, snu, ref) => {
    const mine = await aGateway('scaip');
    const answer = await scaip(body, { of: mine });
    expect([answer.status, answer.text]).toEqual([200, `${head}<mrs>${ref}<snu>${snu}</snu></mrs>`]);
    const raws = await rawsOf(mine.id);
    expect(raws).toHaveLength(1);
    expect(raws[0]?.error).not.toBeNull();
  });

  test('a body that is never read to its end is too long', async () => {
    const answer = await scaip(mrq('1', 'x'.repeat(300_000)));
    expect([answer.status, answer.text]).toEqual([413, `${head}<mrs><snu>1</snu></mrs>`]);
  });

  test('a wrong secret, no secret and another gateway’s are refused, and after ten tries nothing is looked at', async () => {
    const [mine, other] = [await aGateway('scaip'), await aGateway('lorawan')];
    const { from } = { from: '127.0.0.77' };
    for (const token of ['', 'wrong', other.secret ?? ''])
      expect((await scaip(mrq('1'), { of: mine, token, from })).status).toBe(401);
    expect((await scaip(mrq('1'), { of: other, from })).status).toBe(401);
    for (let n = 0; n < 7; n++) await scaip(mrq('1'), { of: mine, token: 'wrong', from });
    expect((await scaip(mrq('1'), { of: mine, from })).status).toBe(429);
    expect((await scaip(mrq('1'), { of: mine, from: '127.0.0.78' })).status).toBe(200);
  });

  test('the secret may stand in the header Authorization or in the address', async () => {
    const path = `/open/scaip/${gateway.sn}`;
    const body = mrq('x1', '<mty>PI</mty>');
    const statuses = [
      await post({ path: `${path}?token=${gateway.secret}`, body, type: 'text/xml' }),
      await post({ path, body, headers: { Authorization: `Bearer ${gateway.secret}` } }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 200]);
  });

  test('what cannot be stored is not treated, and the unit may send it again', async () => {
    const unit = await aUnit(gateway);
    const answer = await whilePaused(() => scaip(mrq(unit.sn)));
    expect([answer.status, answer.text]).toEqual([503, `${head}<mrs><ref>7</ref><snu>5</snu></mrs>`]);
    expect((await scaip(mrq(unit.sn))).status).toBe(200);
    expect(await warnsOf(unit.customer)).toMatchObject([{ type: 'sos', repeat_count: 0 }]);
  });

  test('a test call is a call for help in an open test window, else a call of which nobody knows', async () => {
    const unit = await aUnit(gateway);
    await app.call(testApi.startEquipmentTest, { id: unit.id }, app.admin);
    for (const ref of ['1', '2']) await scaip(mrq(unit.sn, '<stc>102</stc>', ref));
    expect(await app.sql('select type, test from warn where equipment_id = $1 order by id', [unit.id])).toEqual([
      { type: 'sos', test: true },
      { type: 'unknown', test: false },
    ]);
  });

  test('a unit that its gateway may register rings as itself from its first alarm', async () => {
    const other = await aGateway('scaip');
    await app.sql('update gateway set may_create = true where id = $1', [other.id]);
    expect((await scaip(mrq('first-1'), { of: other })).text).toContain('<snu>0</snu>');
    const rung = await app.sql(
      'select w.type from warn w join equipment e on e.id = w.equipment_id where e.gateway_id = $1',
      [other.id],
    );
    expect(rung).toEqual([{ type: 'sos' }]);
  });

  test('a unit that is registered nowhere, or behind another gateway, is an unknown number of this one', async () => {
    const other = await aGateway('scaip');
    const unit = await aUnit(gateway);
    for (const cid of ['stranger-1', unit.sn])
      expect((await scaip(mrq(cid), { of: other })).text).toContain('<snu>0</snu><mre>1</mre>');
    expect(await warnsOf(unit.customer)).toEqual([]);
    const { rows } = await app.list(logApi.getUnknownList, { gatewayId: other.id }, app.admin);
    expect(rows.map(({ number, alarms }) => [number, alarms]).sort()).toEqual(
      [
        ['stranger-1', ['sos']],
        [unit.sn, ['sos']],
      ].sort(),
    );
  });
});

describe('ChirpStack over HTTP', () => {
  const devEui = '24E124535B316056';
  const event = (rest: object) =>
    JSON.stringify({ time: new Date().toISOString(), deviceInfo: { applicationId: 'a', devEui }, ...rest });
  const send = (of: TestDevice, body: string, query = '?event=up') =>
    post({ path: `/open/chirpstack/${of.sn}${query}`, body, headers: { 'X-Token': of.secret ?? '' } });

  test('an uplink is answered after its commit, once however often it comes', async () => {
    const mine = await aGateway('lorawan');
    const unit = await aUnit(mine, 'lorawan');
    await app.sql('update equipment_identifier set number = $2 where equipment_id = $1', [
      unit.id,
      devEui.toLowerCase(),
    ]);
    const body = event({
      deduplicationId: 'd1',
      fPort: 85,
      fCnt: 4,
      object: { button_event: { status: 'short press' }, battery: 80 },
    });
    for (let n = 0; n < 2; n++) expect((await send(mine, body)).status).toBe(200);
    expect(await rawsOf(unit.id)).toHaveLength(1);
    expect(await warnsOf(unit.customer)).toMatchObject([{ type: 'sos', repeat_count: 0 }]);
  });

  test('no event 400, no JSON stored raw, too large 413, without a database 503, a wrong secret 401', async () => {
    const mine = await aGateway('lorawan');
    expect((await send(mine, '{}', '')).status).toBe(400);
    expect((await send(mine, '{"a')).status).toBe(200);
    expect(await rawsOf(mine.id)).toMatchObject([{ error: 'not JSON' }]);
    expect((await send(mine, 'x'.repeat(300_000))).status).toBe(413);
    expect((await whilePaused(() => send(mine, event({})))).status).toBe(503);
    expect((await send({ ...mine, secret: 'wrong' }, event({}))).status).toBe(401);
  });
});

describe('ThingsBoard over HTTP', () => {
  async function aTokenDevice() {
    const customer = await aCustomer(app);
    const device = await aDevice(app, { model: 'thingsboard', sn: `TB${next()}00000`, customer });
    return { ...device, customer, path: `/api/v1/${device.secret}` };
  }

  test('telemetry is answered after its commit', async () => {
    const { id, customer, path } = await aTokenDevice();
    expect((await post({ path: `${path}/telemetry`, body: '{"sos":true,"big":9007199254740993}' })).status).toBe(200);
    expect(await warnsOf(customer)).toMatchObject([{ type: 'sos' }]);
    const { rows } = await app.list(logApi.getEquipmentLogList, { sn: undefined, protocol: 'thingsboard' }, app.admin);
    expect(rows.find(({ equipmentId }) => equipmentId === id)).toMatchObject({ topic: 'telemetry' });
  });

  test('no JSON is stored raw with the reason', async () => {
    const { id, path } = await aTokenDevice();
    expect((await post({ path: `${path}/telemetry`, body: '{"a"' })).status).toBe(200);
    expect(await rawsOf(id)).toEqual([{ error: 'not JSON' }]);
  });

  test('an unknown token gets 401, one of a deleted device too, a body too large 413, without a database 503', async () => {
    const { id, path } = await aTokenDevice();
    const telemetry = `${path}/telemetry`;
    expect((await post({ path: telemetry, body: 'x'.repeat(70_000) })).status).toBe(413);
    expect((await whilePaused(() => post({ path: telemetry, body: '{"a":1}' }))).status).toBe(503);
    await app.sql('update equipment set deleted_at = now() where id = $1', [id]);
    const from = '127.0.0.79';
    expect((await post({ path: telemetry, body: '{"a":1}', from })).status).toBe(401);
    expect((await post({ path: '/api/v1/unknown/telemetry', body: '{"a":1}', from })).status).toBe(401);
    for (let n = 0; n < 9; n++) await post({ path: telemetry, body: '{}', from });
    expect((await post({ path: telemetry, body: '{}', from })).status).toBe(429);
    // A gateway's secret is no token, and the token no secret of a gateway.
    expect((await post({ path: `/api/v1/${gateway.secret}/telemetry`, body: '{}' })).status).toBe(401);
  });

  test('attributes that a device reports are its own, and are read again', async () => {
    const { path } = await aTokenDevice();
    expect((await post({ path: `${path}/attributes`, body: '{"model":"x","list":[1]}' })).status).toBe(200);
    const answer = await app.ask({ method: 'GET', path: `${path}/attributes?clientKeys=model,list` });
    expect(JSON.parse(answer.text)).toEqual({ client: { model: 'x', list: [1] } });
  });

  test('a device reads its attributes by side', async () => {
    const { id, path } = await aTokenDevice();
    const other = await aTokenDevice();
    for (const [device, side, key] of [
      [id, 'client', 'a'],
      [id, 'client', 'b'],
      [id, 'shared', 'c'],
      [other.id, 'client', 'a'],
    ])
      await app.sql('insert into device_attribute (equipment_id, side, key, value) values ($1, $2, $3, $4)', [
        device,
        side,
        key,
        JSON.stringify(`${device}-${key}`),
      ]);
    const get = async (query: string) =>
      JSON.parse((await app.ask({ method: 'GET', path: `${path}/attributes${query}` })).text) as unknown;
    expect(await get('?clientKeys=a,z')).toEqual({ client: { a: `${id}-a` } });
    expect(await get('')).toEqual({ client: { a: `${id}-a`, b: `${id}-b` }, shared: { c: `${id}-c` } });
  });

  test('a device calls the server', async () => {
    const { path } = await aTokenDevice();
    const answers = [];
    for (const method of ['getSessionLimits', 'other'])
      answers.push((await post({ path: `${path}/rpc`, body: JSON.stringify({ method, params: {} }) })).text);
    expect(answers).toEqual([
      '{"maxPayloadSize":2000000,"maxInflightMessages":32,"rateLimits":{}}',
      '{"error":"unsupported"}',
    ]);
  });

  test('a device that waits gets its command alone, and its answer closes it', async () => {
    const [mine, other] = [await aTokenDevice(), await aTokenDevice()];
    const wait = (path: string) => app.ask({ method: 'GET', path: `${path}/rpc?timeout=20000` });
    const [received, replaced] = [wait(mine.path), wait(other.path)];
    await app.sql(`update model set profile = '{"commands":{"restart":"reboot"}}' where code = 'thingsboard'`);
    await app.call(commandApi.sendCommand, { id: mine.id, command: 'restart' }, app.admin);
    const { id, ...call } = JSON.parse((await received).text) as { id: number };
    expect(call).toEqual({ method: 'reboot', params: {} });
    // A newer request of a device takes the place of the older one.
    expect((await app.ask({ method: 'GET', path: `${other.path}/rpc?timeout=1` })).status).toBe(408);
    expect((await replaced).status).toBe(408);
    expect((await post({ path: `${other.path}/rpc/${id}`, body: '{"ok":true}' })).status).toBe(200);
    expect((await post({ path: `${mine.path}/rpc/x`, body: '{}' })).status).toBe(400);
    expect((await post({ path: `${mine.path}/rpc/${id}`, body: '{"ok":true}' })).status).toBe(200);
    const { rows } = await app.list(commandApi.getCommandList, { equipmentId: mine.id }, app.admin);
    expect(rows).toMatchObject([{ state: 'acknowledged', answer: '{"ok":true}' }]);
  });

  test('a token stands in no log line and no metric', async () => {
    const { secret, path } = await aTokenDevice();
    const lines: string[] = [];
    const levels = ['warn', 'error', 'info'] as const;
    const spies = levels.map((level) =>
      vi.spyOn(log, level).mockImplementation((...args: unknown[]) => {
        lines.push(JSON.stringify(args));
      }),
    );
    await post({ path: `${path}/telemetry`, body: 'x'.repeat(70_000), from: '127.0.0.80' });
    await post({ path: `${path}/nothing`, body: '{}' });
    await whilePaused(() => post({ path: `${path}/telemetry`, body: '{}' }));
    await post({ path: `${path}x/telemetry`, body: '{}' });
    for (const spy of spies) spy.mockRestore();
    const metrics = await app.ask({ method: 'GET', path: '/metrics', token: app.admin });
    expect(`${lines.join()}${metrics.text}`).not.toContain(secret);
    expect(lines.join()).toContain('/api/v1/:token/telemetry');
  });
});

test('a stop ends the requests that wait for a command', async () => {
  const { secret } = await aDevice(app, { model: 'thingsboard', sn: `TB${next()}00000` });
  const waited = app.ask({ method: 'GET', path: `/api/v1/${secret}/rpc?timeout=30000` });
  await vi.waitFor(() => expect(waitingDevices.numbers()).toHaveLength(1));
  endWaiting();
  expect((await waited).status).toBe(408);
  expect(waitingDevices.numbers()).toEqual([]);
});
