import { type EventEmitter, once } from 'node:events';
import mqtt, { type MqttClient } from 'mqtt';
import { gatewayApi } from '#features/gateway/contract.ts';
import type { TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice, next, type TestDevice } from '#server/testing/rows.ts';

/** Returns an address of Zigbee as a label prints it. */
export const anAddress = () => `0x${String(next()).padStart(16, 'A')}`;

/** Sends with QoS 1; resolves at the PUBACK. The retain bit means nothing. */
export const say = (client: MqttClient, topic: string, body: unknown) =>
  client.publishAsync(topic, JSON.stringify(body), { qos: 1, retain: true });

/** Gateways of a test on real sockets, and their children. */
export class TestGateways {
  readonly #app: TestApp;
  readonly #clients: MqttClient[] = [];

  constructor(app: TestApp) {
    this.#app = app;
  }

  add(model: string): Promise<TestDevice> {
    return aDevice(this.#app, { model, sn: `GW${next()}0000` });
  }

  /** Connects as a device or gateway; without a password the name is a token. */
  async connect(username: string, password?: string): Promise<MqttClient> {
    const client = mqtt.connect({
      port: this.#app.ports.mqtt,
      host: '127.0.0.1',
      username,
      ...(password && { password }),
      reconnectPeriod: 0,
    });
    this.#clients.push(client);
    client.on('error', () => undefined);
    await once(client as unknown as EventEmitter, 'connect');
    return client;
  }

  speak({ sn, secret }: TestDevice): Promise<MqttClient> {
    return this.connect(sn, secret ?? '');
  }

  /** Registers a child behind the gateway for a new customer, by the number as its label prints it. */
  async addChild(gateway: TestDevice, number: string, model = 'z2m'): Promise<{ id: string; customerId: string }> {
    const customerId = await aCustomer(this.#app);
    const input = { gatewayId: gateway.id, number, model, customerId };
    return { id: (await this.#app.call(gatewayApi.addChild, input, this.#app.admin)).id, customerId };
  }

  warnsOf(customer: string): Promise<{ type: string }[]> {
    return this.#app.sql<{ type: string }>('select type from warn where customer_id = $1 order by id', [customer]);
  }

  async close(): Promise<void> {
    for (const client of this.#clients) await client.endAsync(true);
  }
}
