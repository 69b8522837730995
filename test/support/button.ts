import { connect, type MqttClient } from 'mqtt';
import { mqttSecret } from './customers.ts';

/** Connects an MQTT device, which reconnects by itself and sends again what had no PUBACK. End it with `true`. */
export function openDevice(sn: string, port: number): MqttClient {
  const client = connect({
    host: '127.0.0.1',
    port,
    clientId: sn,
    username: sn,
    password: mqttSecret,
    reconnectPeriod: 100,
    connectTimeout: 5000,
  });
  client.on('error', () => undefined);
  return client;
}

/** Sends a message with QoS 1; resolves at its PUBACK. */
export async function sendMessage(client: MqttClient, sn: string, message: object): Promise<void> {
  await client.publishAsync(`equipment/${sn}/up`, JSON.stringify(message), { qos: 1 });
}

/** Presses an MQTT button once: QoS 1, sent again on each new connection until the PUBACK arrives. */
export async function pressButton(sn: string, port: number): Promise<void> {
  const client = openDevice(sn, port);
  try {
    await sendMessage(client, sn, { id: 'press-1', ts: new Date().toISOString(), alarms: ['sos'] });
  } finally {
    await client.endAsync(true);
  }
}
