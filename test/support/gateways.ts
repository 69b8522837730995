import { createHash } from 'node:crypto';
import { connect, type MqttClient } from 'mqtt';
import { mqttSecret, type RegisteredCustomer } from './customers.ts';
import { onDatabase } from './database.ts';

/** Formats in which a gateway says over MQTT that a child was pressed; `at` in ms. */
const formats: Readonly<
  Record<
    string,
    { numberOf(device: string): string; press(number: string, at: number): readonly [topic: string, body: object] }
  >
> = {
  z2m: {
    numberOf: (device) => `0x${device.padStart(16, '0')}`,
    press: (number, at) => [
      `zigbee2mqtt/${number}`,
      { action: 'sos', battery: 80, last_seen: new Date(at).toISOString() },
    ],
  },
  lorawan: {
    numberOf: (device) => device.padStart(16, '0'),
    press: (number, at) => [
      `application/a1/device/${number}/event/up`,
      {
        deduplicationId: `press ${number}`,
        time: new Date(at).toISOString(),
        deviceInfo: { devEui: number },
        object: { sos: true },
      },
    ],
  },
  thingsboard: {
    numberOf: (device) => `Button ${device}`,
    press: (number, ts) => ['v1/gateway/telemetry', { [number]: [{ ts, values: { sos: true } }] }],
  },
};

const names = Object.keys(formats);
const gatewaySn = (format: string) => `GATEWAY-${format}`;

const register = `
  with plan as (select * from unnest($2::text[], $3::text[]) as p (sn, number)),
  gateway as (
    insert into equipment (sn, model_id, name, state, secret_hash, department_id, project_id)
    select $1, m.id, $1, 'in_use', $5::bytea, p.department_id, p.id
    from model m, (select id, department_id from project where deleted_at is null order by id limit 1) p
    where m.code = $4 || '_gateway' and m.deleted_at is null returning id, project_id),
  state as (insert into device_state (device_id, project_id) select id, project_id from gateway),
  moved as (
    update equipment e set gateway_id = gateway.id, model_id = m.id from gateway, plan, model m
    where e.sn = plan.sn and m.code = $4 and m.deleted_at is null returning e.id, e.sn)
  update equipment_identifier i
  set protocol = $4, number = case when $4 = 'thingsboard' then gateway.id || '/' else '' end || plan.number
  from moved join plan using (sn), gateway where i.equipment_id = moved.id`;

/** Person whose device stands behind a gateway. */
export interface PersonBehind {
  person: RegisteredCustomer;
  format: string;
}

/** Puts the devices of these people behind a gateway of each format, in turn. */
export async function putBehindGateways(
  databaseUrl: string,
  people: readonly RegisteredCustomer[],
): Promise<Map<string, PersonBehind>> {
  const behind = people.map((person, index) => ({ person, format: names[index % names.length] ?? '' }));
  await onDatabase(databaseUrl, async (client) => {
    for (const [format, { numberOf }] of Object.entries(formats)) {
      const numbers = behind.filter((one) => one.format === format).map(({ person }) => person.number);
      const secret = createHash('sha256').update(mqttSecret).digest();
      await client.query(register, [gatewaySn(format), numbers, numbers.map(numberOf), format, secret]);
    }
  });
  return new Map(behind.map((one) => [one.person.customerId, one]));
}

/** Gateways of each format: they connect again by themselves and send again what had no PUBACK. */
export class TestGateways {
  readonly #clients: ReadonlyMap<string, MqttClient>;

  constructor(port: number) {
    const login = { password: mqttSecret, reconnectPeriod: 100, connectTimeout: 5000 };
    const open = (format: string) => {
      const username = gatewaySn(format);
      const client = connect({ ...{ host: '127.0.0.1', port, clientId: username, username }, ...login });
      client.on('error', () => undefined);
      return [format, client] as const;
    };
    this.#clients = new Map(names.map(open));
  }

  /** Resolves when the press is acknowledged. */
  async press({ person, format }: PersonBehind): Promise<void> {
    const { numberOf, press } = formats[format] ?? {};
    if (!numberOf || !press) throw new Error(`no gateway speaks ${format}`);
    const [topic, body] = press(numberOf(person.number), Date.now());
    const payload = JSON.stringify(body);
    // The client gives up what it is handed while it sends again and the connection ends once more.
    const publish = async (): Promise<unknown> =>
      this.#clients
        .get(format)
        ?.publishAsync(topic, payload, { qos: 1 })
        .catch((error: Error) => (error.message === 'Connection closed' ? publish() : Promise.reject(error)));
    await publish();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#clients.values()].map((client) => client.endAsync(true)));
  }
}
