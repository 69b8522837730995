import type { MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { logApi } from '#features/equipmentLog/contract.ts';
import { gatewayApi } from '#features/gateway/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { next, type TestDevice } from '#server/testing/rows.ts';
import { raiseOfflineWarns } from '../maintenance/offlineWarns.ts';
import { anAddress, say, TestGateways } from './testing.ts';

let app: TestApp;
let gateways: TestGateways;
beforeAll(async () => {
  app = await startApp();
  gateways = new TestGateways(app);
});
afterAll(async () => {
  await gateways.close();
  await app.stop();
});

const anEui = () => `24E124${String(next()).padStart(10, '0')}`;
/** A number as it stands on the wire: addresses in small letters. */
const wired = (number: string) => (/^(?:0x|24E124)/.test(number) ? number.toLowerCase() : number);
const uplink = (devEui: string) => ({
  ...{ deduplicationId: `d${next()}`, time: new Date().toISOString(), deviceInfo: { devEui, deviceName: 'Bath' } },
  ...{ fPort: 85, data: Buffer.from('ff2e01', 'hex').toString('base64') },
});

async function post({ secret }: TestDevice, path: string, body: string): Promise<void> {
  const type = path.startsWith('scaip') ? 'application/scaip+xml' : 'application/json';
  const headers = { 'Content-Type': type, 'X-Requested-With': null, 'X-Token': secret ?? '' };
  const answer = await app.ask({ path: `/open/${path}`, body, headers });
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status} ${answer.text}`);
}

/** Ways by which a gateway speaks: what a press of a child is there. */
const ways: Readonly<
  Record<
    string,
    { model: string; child: string; number(): string; press(gateway: TestDevice, number: string): Promise<unknown> }
  >
> = {
  Zigbee2MQTT: {
    ...{ model: 'z2m_gateway', child: 'z2m', number: anAddress },
    press: async (gateway, number) => say(await gateways.speak(gateway), `zigbee2mqtt/${number}`, { action: 'sos' }),
  },
  'ThingsBoard over MQTT': {
    ...{ model: 'thingsboard_gateway', child: 'thingsboard', number: () => `床 ${next()}` },
    press: async (gateway, number) =>
      say(await gateways.connect(gateway.secret ?? ''), 'v1/gateway/telemetry', {
        [number]: [{ ts: Date.now(), values: { sos: true } }],
      }),
  },
  'ChirpStack over MQTT': {
    ...{ model: 'lorawan_gateway', child: 'ws101', number: anEui },
    press: async (gateway, number) =>
      say(await gateways.speak(gateway), `application/a1/device/${number.toLowerCase()}/event/up`, uplink(number)),
  },
  'ChirpStack over HTTP': {
    ...{ model: 'lorawan_gateway', child: 'ws101', number: anEui },
    press: (gateway, number) => post(gateway, `chirpstack/${gateway.sn}?event=up`, JSON.stringify(uplink(number))),
  },
  'SCAIP over HTTP': {
    ...{ model: 'scaip_gateway', child: 'scaip', number: () => `CID-${next()}0` },
    press: (gateway, number) =>
      post(gateway, `scaip/${gateway.sn}`, `<mrq><ref>1</ref><cid>${number}</cid><dty>3</dty></mrq>`),
  },
};

describe.each(Object.entries(ways))('%s', (_name, { model, child, number, press }) => {
  test('a press of a gateway’s own child rings for its person, whatever case its label has', async () => {
    const gateway = await gateways.add(model);
    const own = number();
    const { customerId } = await gateways.addChild(gateway, own, child);
    await press(gateway, own);
    expect(await gateways.warnsOf(customerId)).toEqual([{ type: 'sos' }]);
  });

  test('two gateways that each publish the other’s child put nothing on a person: both are listed, and device staff told', async () => {
    const both = [await gateways.add(model), await gateways.add(model)] as const;
    const numbers = [number(), number()] as const;
    const children = [
      await gateways.addChild(both[0], numbers[0], child),
      await gateways.addChild(both[1], numbers[1], child),
    ] as const;
    await press(both[0], numbers[1]);
    await press(both[1], numbers[0]);
    for (const { id, customerId } of children) {
      expect(await gateways.warnsOf(customerId)).toEqual([]);
      expect(await app.sql('select 1 from raw_message where device_id = $1', [id])).toEqual([]);
    }
    for (const [index, { id }] of both.entries()) {
      const named = { number: wired(numbers[1 - index] ?? ''), alarms: ['sos'] };
      expect((await app.list(logApi.getUnknownList, { gatewayId: id }, app.admin)).rows).toMatchObject([named]);
      const listed = await app.list(gatewayApi.getChildList, { gatewayId: id, known: ['new', 'elsewhere'] }, app.admin);
      expect(listed.rows).toMatchObject([{ ...named, known: model === 'thingsboard_gateway' ? 'new' : 'elsewhere' }]);
      const told = await app.sql(
        `select w.type, w.family from warn w join equipment e on e.id = $1
         where (w.subject like 'n:%@' || e.id || ':%' or w.subject = 'u:' || e.id) and w.project_id = e.project_id order by w.family desc`,
        [id],
      );
      expect(told).toEqual([
        { type: 'unknown', family: 'sos' },
        { type: 'other', family: 'device' },
      ]);
    }
  });
});

/** Returns what is known of when these devices were heard. */
const heardOf = (ids: readonly string[]) =>
  app.sql<{ id: string; online: boolean; last_seen_at: Date; returned_at: Date | null; battery: number | null }>(
    'select device_id::text as id, online, last_seen_at, returned_at, battery from device_state where device_id = any($1) order by 1',
    [ids],
  );
/** Moves all that these devices said into the past, and counts the uptime of ingest from before that. */
async function passes(minutes: number, ids: readonly string[]): Promise<void> {
  await app.sql(
    `update device_state set last_seen_at = last_seen_at - make_interval(mins => $2), returned_at = returned_at - make_interval(mins => $2), quiet_until = default
     where device_id = any($1)`,
    [ids, minutes],
  );
  await app.sql(
    `insert into equipment_heartbeat (up_since, beaten_at) values (now() - interval '1 day', now())
     on conflict (id) do update set up_since = excluded.up_since, beaten_at = excluded.beaten_at`,
  );
}

test('Zigbee2MQTT’s start refreshes no child that it has not heard, and rings for nothing but what rose meanwhile', async () => {
  const gateway = await gateways.add('z2m_gateway');
  const ago = new Date(Date.now() - 40 * 60_000).toISOString();
  // Name on the wire, model, state before, and as it is repeated from memory.
  const played = [
    ['厨房/烟感', 'z2m_smoke', { smoke: true, battery: 80 }, {}],
    ['客厅/烟感', 'z2m_smoke', { smoke: false, battery: 81 }, { smoke: true, battery: 50 }],
    ['卫生间', 'z2m_leak', { water_leak: false, tamper: false, battery_low: true }, {}],
    ['大门', 'z2m_door', { contact: true, tamper: true }, { contact: false, last_seen: ago }],
    ['床头/按钮', 'z2m', { action: '', battery: 90 }, {}],
    ['床头', 'z2m_radar', { fall_down_status: 'none', presence: true }, { presence: false, linkquality: 3 }],
  ] as const;
  const children = await Promise.all(
    played.map(async ([name, model, before, after]) => {
      const number = anAddress().toLowerCase();
      const added = await gateways.addChild(gateway, number, model);
      return { ...added, name, number, before, cached: { ...before, ...after } };
    }),
  );
  const ids = children.map(({ id }) => id);
  const devices = [
    { ieee_address: '0x00', friendly_name: 'Coordinator', type: 'Coordinator' },
    ...children.map(({ number, name }) => ({ ieee_address: number, friendly_name: name, type: 'EndDevice' })),
  ];
  const base = 'zigbee2mqtt';
  const first = await gateways.speak(gateway);
  await say(first, `${base}/bridge/devices`, devices);
  for (const { name, before } of children) await say(first, `${base}/${name}`, before);
  await first.endAsync();
  await passes(60, ids);
  const warns = () =>
    app.sql<{ type: string; repeat_count: number }>(
      'select type, repeat_count, customer_id::text as of from warn where customer_id = any($1) order by id',
      [children.map(({ customerId }) => customerId)],
    );
  const [heard, rung] = [await heardOf(ids), await warns()];

  const again = await gateways.speak(gateway);
  await say(again, `${base}/bridge/state`, { state: 'online' });
  await say(again, `${base}/bridge/info`, { version: '2.6.1', permit_join: false });
  await say(again, `${base}/bridge/devices`, devices);
  await say(again, `${base}/bridge/groups`, [{ id: 1, friendly_name: '床头组', members: [] }]);
  await say(again, `${base}/bridge/definitions`, { clusters: {} });
  for (const { name, cached } of children) await say(again, `${base}/${name}`, cached);
  for (const { name } of children) await say(again, `${base}/${name}/availability`, { state: 'online' });
  await say(again, `${base}/bridge/event`, { type: 'device_announce', data: devices[1] });

  const door = ids[3];
  expect(await heardOf(ids)).toEqual(
    heard.map((row) => (row.id === door ? { ...row, last_seen_at: new Date(ago) } : row)),
  );
  expect(await warns()).toEqual([...rung, { type: 'smoke', repeat_count: 0, of: children[1]?.customerId }]);
  const { rows } = await app.list(gatewayApi.getChildList, { gatewayId: gateway.id, limit: 100 }, app.admin);
  expect(rows.map(({ known, reported }) => [known, reported])).toEqual(played.map(() => ['registered', 'online']));
  // An action never comes from memory.
  await say(again, `${base}/床头/按钮`, { action: 'emergency', battery: 90 });
  expect((await warns()).at(-1)).toEqual({ type: 'sos', repeat_count: 0, of: children[4]?.customerId });
});

test('a gateway with 50 children that falls silent is one alarm, which ends with its return; each child waits to be heard', async () => {
  const gateway = await gateways.add('thingsboard_gateway');
  const names = Array.from({ length: 50 }, (_, index) => `传感器 ${index}`);
  const ids: string[] = [];
  for (const number of names) {
    const input = { gatewayId: gateway.id, number, model: 'thingsboard' };
    ids.push((await app.call(gatewayApi.addChild, input, app.admin)).id);
  }
  const tell = (client: MqttClient, children: readonly string[]) =>
    say(client, 'v1/gateway/telemetry', Object.fromEntries(children.map((name) => [name, [{ temperature: 20 }]])));
  const states = async () => {
    const { rows } = await app.list(gatewayApi.getChildList, { gatewayId: gateway.id, limit: 100 }, app.admin);
    return Object.fromEntries([...Map.groupBy(rows, ({ online }) => online)].map(([state, of]) => [state, of.length]));
  };
  const alarms = () =>
    app.sql<{ status: string }>(
      `select status from warn where type = 'offline' and equipment_id = any($1) order by id`,
      [[gateway.id, ...ids]],
    );
  const client = await gateways.connect(gateway.secret ?? '');
  await tell(client, names);
  expect(await states()).toEqual({ online: 50 });
  await client.endAsync();
  await passes(60, [gateway.id, ...ids]);
  await raiseOfflineWarns();
  expect([await states(), await alarms()]).toEqual([{ unknown: 50 }, [{ status: 'pending' }]]);

  const again = await gateways.connect(gateway.secret ?? '');
  await say(again, 'v1/devices/me/telemetry', { uptime: 7 });
  await raiseOfflineWarns();
  expect([await states(), await alarms()]).toEqual([{ unknown: 50 }, [{ status: 'done' }]]);
  await say(again, 'v1/gateway/connect', { device: names[0] });
  expect(await states()).toEqual({ unknown: 50 });
  await tell(again, names.slice(0, 2));
  expect(await states()).toEqual({ online: 2, unknown: 48 });
});
