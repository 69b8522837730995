import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blankDecoded, type Decoded, type Message, toMessage } from '#devices/message.ts';
import { logApi } from '#features/equipmentLog/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice, aProject, next, type TestDevice } from '#server/testing/rows.ts';
import { commitBatch } from './ingest.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  for (const protocol of ['z2m', 'thingsboard'])
    await app.sql(
      `insert into model (code, name, kind, protocol, interval_seconds, offline_seconds, capabilities) values ($1, $1, 'gateway', $2, 60, 180, '{}')`,
      [`test_${protocol}_gateway`, protocol],
    );
});
afterAll(() => app.stop());

const aGateway = (protocol = 'z2m', of = {}) =>
  aDevice(app, { model: `test_${protocol}_gateway`, sn: `GW${next()}00000`, ...of });

/** Registers a device behind the gateway. */
async function aChild(
  gateway: TestDevice,
  { protocol = 'z2m', name = `0x${String(next()).padStart(16, '0')}`, of = {} } = {},
) {
  const child = await aDevice(app, { model: protocol, sn: `CH${next()}00000`, ...of });
  await app.sql('update equipment set gateway_id = $2 where id = $1', [child.id, gateway.id]);
  const number = protocol === 'thingsboard' ? `${gateway.id}/${name}` : name;
  await app.sql('update equipment_identifier set number = $2 where equipment_id = $1', [child.id, number]);
  return { ...child, number: name, protocol };
}

interface Said extends Partial<Decoded> {
  gateway: TestDevice;
  number: string;
  protocol?: string;
  word?: string;
}

function said({ gateway, number, protocol = 'z2m', word = 'state', ...decoded }: Said, at = Date.now()): Message {
  const body = Buffer.from(JSON.stringify({ number, n: next() }));
  return toMessage({
    ...{ source: protocol, protocol, number, gateway: gateway.id, topic: word, body },
    receivedAt: new Date(at).toISOString(),
    decoded: { ...blankDecoded('reading', number, body), ...decoded },
    error: null,
  });
}

const press: Partial<Decoded> = { kind: 'alarm', alarms: ['sos'], press: true };
const smoke = (on: boolean): Partial<Decoded> => ({
  alarms: on ? ['smoke'] : [],
  alarmBits: on ? 1 : 0,
  alarmMask: 1,
  levels: on ? [{ bit: 0, type: 'smoke' }] : [],
});
const other = (mask: number): Partial<Decoded> => ({ alarmBits: 0, alarmMask: mask });

const warnsOf = (customer: string) =>
  app.sql<{ type: string; repeat_count: number; status: string }>(
    'select type, repeat_count, status from warn where customer_id = $1 order by id',
    [customer],
  );
async function stateOf(id: string) {
  type State = { online: boolean; last_seen_at: Date | null; alarm_bits: string; returned_at: Date | null };
  const [row] = await app.sql<State>('select * from device_state where device_id = $1', [id]);
  if (!row) throw new Error('no state');
  return row;
}

describe('a gateway reaches the devices behind it alone', () => {
  test.each(['z2m', 'thingsboard'])(
    '%s: a press of its own child rings for its person, with gateway and word',
    async (protocol) => {
      const gateway = await aGateway(protocol);
      const customer = await aCustomer(app);
      const child = await aChild(gateway, { protocol, of: { customer } });
      await commitBatch([said({ gateway, ...child, ...press })]);
      expect(await warnsOf(customer)).toMatchObject([{ type: 'sos' }]);
      const { rows } = await app.list(logApi.getEquipmentLogList, { gatewayId: gateway.id }, app.admin);
      expect(rows).toMatchObject([{ equipmentId: child.id, topic: 'state', gatewayId: gateway.id }]);
      const [state] = await app.sql<{ last_seen_at: Date | null }>(
        'select last_seen_at from device_state where device_id = $1',
        [gateway.id],
      );
      expect(state?.last_seen_at).toBeNull();
    },
  );

  test.each(['elsewhere', 'nowhere', 'alone'])(
    'a number registered %s is an unknown number of that gateway',
    async (where) => {
      const [mine, theirs] = [await aGateway(), await aGateway('z2m', { project: await aProject(app) })];
      const customer = await aCustomer(app);
      const child = await aChild(theirs, { of: { customer } });
      if (where === 'alone') await app.sql('update equipment set gateway_id = null where id = $1', [child.id]);
      const number = where === 'nowhere' ? `0x${next()}` : child.number;
      await commitBatch([said({ gateway: mine, number, ...press }), said({ gateway: mine, number, ...press })]);
      expect(await warnsOf(customer)).toEqual([]);
      expect((await stateOf(child.id)).last_seen_at).toBeNull();
      const warns = await app.sql<{ type: string; note: string; same: boolean; family: string }>(
        `select w.type, w.family, s.text as note, w.department_id = e.department_id and w.project_id = e.project_id as same
       from warn w join equipment e on e.id = $1 left join lateral (select string_agg(data::text, ' ') as text from warn_step where warn_id = w.id) s on true
       where w.subject in ('n:z2m@' || e.id || ':' || $2, 'u:' || e.id) order by w.type desc`,
        [mine.id, number],
      );
      expect(warns).toMatchObject([
        { type: 'unknown', family: 'sos', same: true },
        { type: 'other', family: 'device', same: true },
      ]);
      const { rows } = await app.list(logApi.getUnknownList, { gatewayId: mine.id }, app.admin);
      expect(rows).toMatchObject([{ number, gatewayId: mine.id, times: 2, alarms: ['sos'] }]);
    },
  );

  test('long names that begin alike are one unknown number', async () => {
    const gateway = await aGateway('thingsboard');
    const names = [1, 2].map((index) => `${'x'.repeat(64)}${index}`);
    await commitBatch(names.map((number) => said({ gateway, number, protocol: 'thingsboard' })));
    const { rows } = await app.list(logApi.getUnknownList, { gatewayId: gateway.id }, app.admin);
    expect(rows).toMatchObject([{ number: 'x'.repeat(64), times: 2 }]);
  });

  test('two ThingsBoard gateways with a child of the same name are two children', async () => {
    const [one, two] = [await aGateway('thingsboard'), await aGateway('thingsboard')];
    const [first, second] = [await aCustomer(app), await aCustomer(app)];
    const named = (of: object) => ({ protocol: 'thingsboard', name: 'Button', of });
    await aChild(one, named({ customer: first }));
    await aChild(two, named({ customer: second }));
    const message = { number: 'Button', protocol: 'thingsboard', ...press };
    await commitBatch([said({ gateway: one, ...message }), said({ gateway: two, ...message })]);
    expect(await warnsOf(first)).toMatchObject([{ type: 'sos', repeat_count: 0 }]);
    expect(await warnsOf(second)).toMatchObject([{ type: 'sos', repeat_count: 0 }]);
  });

  test('a ThingsBoard device with a login of its own is itself behind a gateway, too', async () => {
    const gateway = await aGateway('thingsboard');
    const customer = await aCustomer(app);
    const { sn } = await aChild(gateway, { protocol: 'thingsboard', name: 'Bed', of: { customer } });
    const { deviceRef, ...message } = said({ gateway, number: sn, protocol: 'thingsboard', ...press });
    await commitBatch([{ ...message, deviceRef: { protocol: deviceRef.protocol, number: sn } }]);
    expect(await warnsOf(customer)).toMatchObject([{ type: 'sos' }]);
  });

  test('a number that is taken in later has the warn of its press', async () => {
    const gateway = await aGateway();
    const number = `0x${String(next()).padStart(16, '0')}`;
    await commitBatch([said({ gateway, number, ...press })]);
    const answer = await app.ask({
      path: '/api/equipment/addEquipment',
      token: app.admin,
      body: { sn: `CH${next()}00000`, model: 'z2m', gatewayId: gateway.id, identifiers: [{ protocol: 'z2m', number }] },
    });
    const { id } = answer.data as { id: string };
    expect(await app.sql('select type from warn where equipment_id = $1', [id])).toEqual([{ type: 'unknown' }]);
  });
});

describe('what a message does not mention it does not change', () => {
  test('smoke does not end and does not ring again by messages of another property', async () => {
    const gateway = await aGateway();
    const customer = await aCustomer(app);
    const child = await aChild(gateway, { of: { customer } });
    for (const told of [smoke(true), other(0b10), other(0), smoke(true), other(0b100)])
      await commitBatch([said({ gateway, ...child, ...told })]);
    expect(await warnsOf(customer)).toMatchObject([{ type: 'smoke', repeat_count: 0, status: 'pending' }]);
    expect((await stateOf(child.id)).alarm_bits).toBe('1');
    await commitBatch([said({ gateway, ...child, ...smoke(false) }), said({ gateway, ...child, ...smoke(true) })]);
    expect(await warnsOf(customer)).toMatchObject([{ type: 'smoke', repeat_count: 1 }]);
  });

  test('a backlog has a level word of its own, with the same mask', async () => {
    const gateway = await aGateway();
    const child = await aChild(gateway);
    const late = { backlog: true };
    await commitBatch([
      said({ gateway, ...child, ...smoke(true) }),
      said({ gateway, ...child, ...late, alarmBits: 2, alarmMask: 2 }),
    ]);
    await commitBatch([said({ gateway, ...child, ...late, alarmBits: 0, alarmMask: 4 })]);
    const [row] = await app.sql('select alarm_bits::int, backlog_bits::int from device_state where device_id = $1', [
      child.id,
    ]);
    expect(row).toEqual({ alarm_bits: 1, backlog_bits: 2 });
  });
});

describe('who is alive', () => {
  test('what a gateway repeats from its memory refreshes nobody, and its levels are still judged', async () => {
    const gateway = await aGateway();
    const customer = await aCustomer(app);
    const child = await aChild(gateway, { of: { customer } });
    const cached = { heardAt: null, battery: 50, readings: [{ kind: 'humidity', value: 50, unit: '%', valid: true }] };
    await commitBatch([said({ gateway, ...child, ...cached })]);
    expect(await stateOf(child.id)).toMatchObject({ online: false, last_seen_at: null, battery: null });
    expect(await app.sql('select 1 from reading where device_id = $1', [child.id])).toEqual([]);
    expect(await app.sql(`select 1 from equipment where id = $1 and activated_at is null`, [child.id])).toHaveLength(1);
    await commitBatch([said({ gateway, ...child, ...cached, ...smoke(true) })]);
    expect(await warnsOf(customer)).toMatchObject([{ type: 'smoke' }]);
    expect(await stateOf(child.id)).toMatchObject({ online: false, last_seen_at: null, alarm_bits: '1' });
  });

  test('a time of hearing moves last seen forwards alone, never into the future, and returns nobody who is overdue', async () => {
    const gateway = await aGateway();
    const child = await aChild(gateway);
    const now = Date.now();
    const ago = (ms: number) => new Date(now - ms).toISOString();
    const at = async (heardAt: string) => {
      await commitBatch([said({ gateway, ...child, heardAt }, now)]);
      return stateOf(child.id);
    };
    expect(await at(ago(100_000_000))).toMatchObject({ online: false, last_seen_at: new Date(ago(100_000_000)) });
    expect(await at(ago(5000))).toMatchObject({ online: true, last_seen_at: new Date(ago(5000)) });
    expect(await at(ago(9000))).toMatchObject({ online: true, last_seen_at: new Date(ago(5000)) });
    expect(await at(ago(-60_000))).toMatchObject({ last_seen_at: new Date(now) });
  });

  test('a sign of life refreshes its gateway and leaves nothing else', async () => {
    const gateway = await aGateway();
    const child = await aChild(gateway);
    const sign = (number: string): Message => ({
      ...toMessage({
        source: 'z2m',
        protocol: 'z2m',
        number,
        body: Buffer.alloc(0),
        receivedAt: new Date().toISOString(),
        decoded: null,
        error: null,
      }),
      isSignOfLife: true,
    });
    const addressed = await aDevice(app, {
      model: 'test_z2m_gateway',
      sn: `00158D${String(next()).padStart(10, '0')}`,
    });
    await commitBatch([sign(gateway.sn), sign(addressed.sn), sign('nobody'), said({ gateway, ...child })]);
    for (const { id } of [gateway, addressed]) expect(await stateOf(id)).toMatchObject({ online: true });
    expect(await app.sql('select 1 from raw_message where device_id = $1', [gateway.id])).toEqual([]);
    expect(await app.sql(`select 1 from unknown_message where number = 'nobody'`)).toEqual([]);
    expect(
      await app.sql(`select 1 from equipment where id = $1 and activated_at is not null`, [gateway.id]),
    ).toHaveLength(1);
  });
});
