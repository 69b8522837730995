import { connect } from 'mqtt';
import { mqttSecret } from './customers.ts';

/** Presses an MQTT button once: QoS 1, sent again on each new connection until the PUBACK arrives. */
export async function pressButton(sn: string, port: number): Promise<void> {
  const client = connect({
    host: '127.0.0.1',
    port,
    clientId: sn,
    username: sn,
    password: mqttSecret,
    reconnectPeriod: 100,
    connectTimeout: 5000,
  });
  // The client reconnects by itself.
  client.on('error', () => undefined);
  const payload = JSON.stringify({ id: 'press-1', ts: new Date().toISOString(), alarms: ['sos'] });
  try {
    await client.publishAsync(`equipment/${sn}/up`, payload, { qos: 1 });
  } finally {
    await client.endAsync(true);
  }
}
