/**
 * Simulates gateways and devices over MQTT in a separate process: their cost is not the server's. Runs one command of its
 * parent after the other.
 */
import { type EventEmitter, once } from 'node:events';
import { setTimeout as rest } from 'node:timers/promises';
import { connect, type MqttClient } from 'mqtt';
import { mqttSecret } from '../../test/support/customers.ts';
import { inParallel } from '../../test/support/pool.ts';
import { serveCommands } from '../support/commands.ts';
import { addressOf, gatewaySn, ownSn } from './gatewayRows.ts';

export type GatewayCommand =
  /** Connects gateways or devices, which send from now on; those that are open stay so. Gateways list `each` children. */
  | { kind: 'open'; of: 'gateways' | 'own'; port: number; count: number; keepalive: number; each?: number }
  /** Sends messages for some seconds, `ahead` of them without an answer. */
  | { kind: 'send'; seconds: number; ahead: number; each: number }
  /** Sends so many messages a second from now on; `stop` returns the times until their PUBACK. */
  | { kind: 'report'; perSecond: number; each: number }
  | { kind: 'stop' }
  /** A child presses. */
  | { kind: 'press'; child: number; each: number }
  /** A gateway sends its list of devices, as large as Zigbee2MQTT sends it of many; not waited for. */
  | { kind: 'list'; gateway: number; children: number }
  | { kind: 'close' };

export interface GatewayResult {
  /** Messages acknowledged a second; of `send` and `stop`. */
  rate: number;
  /** Times until PUBACK, ms; of `send` and `stop`. */
  acknowledged: number[];
}

const opening = 50;
/** Those that send, and all that are open. */
let clients: MqttClient[] = [];
let all: MqttClient[] = [];
let speaks: 'gateways' | 'own' = 'own';
let sent = 0;
let reporting: { timer: NodeJS.Timeout; since: number; acknowledged: number[] } | null = null;

async function open({
  of,
  port,
  count,
  keepalive,
  each = 0,
}: Extract<GatewayCommand, { kind: 'open' }>): Promise<void> {
  speaks = of;
  const snOf = of === 'gateways' ? gatewaySn : ownSn;
  const numbers = Array.from({ length: count }, (_, index) => index);
  const opened: MqttClient[] = [];
  await inParallel(numbers, opening, async (index) => {
    const username = snOf(index);
    const login = { clientId: username, username, password: mqttSecret };
    const client = connect({ host: '127.0.0.1', port, ...login, reconnectPeriod: 0, keepalive });
    client.on('error', () => undefined);
    await once(client as unknown as EventEmitter, 'connect');
    opened[index] = client;
    const children = Array.from({ length: each }, (_, child) => index * each + child);
    if (each > 0) await client.publishAsync('zigbee2mqtt/bridge/devices', listOf(children), { qos: 1 });
  });
  clients = opened;
  all.push(...opened);
}

/** Sends the next message, of the same readings in either format: gateways and children in turn. */
async function sendNext(each: number): Promise<number> {
  const nth = sent++;
  const index = nth % clients.length;
  const client = clients[index];
  const value = 15 + (nth % 100) / 10;
  const started = performance.now();
  if (speaks === 'own') {
    const readings = [
      { kind: 'room_temperature', value, unit: 'Cel' },
      { kind: 'humidity', value: 40 + value, unit: '%' },
      { kind: 'signal', value: 50, unit: '%' },
    ];
    const message = { id: String(nth), battery: 80, readings };
    await client?.publishAsync(`equipment/${ownSn(index)}/up`, JSON.stringify(message), { qos: 1 });
  } else {
    const child = addressOf(index * each + (Math.floor(nth / clients.length) % each));
    const state = { battery: 80, humidity: 40 + value, linkquality: 128, temperature: value, voltage: 3000 };
    await client?.publishAsync(`zigbee2mqtt/${child}`, JSON.stringify(state), { qos: 1 });
  }
  return performance.now() - started;
}

async function send(seconds: number, ahead: number, each: number): Promise<GatewayResult> {
  const started = performance.now();
  const acknowledged: number[] = [];
  const worker = async () => {
    while (performance.now() < started + seconds * 1000) acknowledged.push(await sendNext(each));
  };
  await Promise.all(Array.from({ length: ahead }, worker));
  return { rate: acknowledged.length / ((performance.now() - started) / 1000), acknowledged };
}

function report(perSecond: number, each: number): void {
  const since = performance.now();
  const acknowledged: number[] = [];
  let due = 0;
  const timer = setInterval(() => {
    for (; due < ((performance.now() - since) / 1000) * perSecond; due++)
      sendNext(each).then(
        (time) => acknowledged.push(time),
        () => undefined,
      );
  }, 10);
  reporting = { timer, since, acknowledged };
}

function stop(): GatewayResult {
  if (!reporting) return { rate: 0, acknowledged: [] };
  const { timer, since, acknowledged } = reporting;
  clearInterval(timer);
  reporting = null;
  return { rate: acknowledged.length / ((performance.now() - since) / 1000), acknowledged };
}

/** Returns the list of these children, each with many properties as they are exposed: 6 kB. */
function listOf(children: readonly number[]): string {
  const exposes = Array.from({ length: 30 }, (_, n) => ({
    ...{ access: 7, description: 'Property of a device, described at length', label: `Label ${n}`, type: 'numeric' },
    ...{ name: `property_${n}`, property: `property_${n}`, unit: 'x', value_max: 100, value_min: 0 },
  }));
  const device = (n: number) => ({
    ...{ ieee_address: addressOf(n), friendly_name: addressOf(n), type: 'EndDevice', power_source: 'Battery' },
    definition: { model: 'TS0201', vendor: 'Tuya', exposes },
  });
  return JSON.stringify(children.map(device));
}

/** Made once: what it costs is not the server's. */
let list = '';
function largeList(children: number): string {
  list ||= listOf(Array.from({ length: children }, (_, child) => 1_000_000 + child));
  return list;
}

async function execute(command: GatewayCommand): Promise<GatewayResult> {
  const none = { rate: 0, acknowledged: [] };
  if (command.kind === 'open') await open(command);
  else if (command.kind === 'send') return send(command.seconds, command.ahead, command.each);
  else if (command.kind === 'report') report(command.perSecond, command.each);
  else if (command.kind === 'stop') return stop();
  else if (command.kind === 'press') {
    const gateway = clients[Math.floor(command.child / command.each)];
    gateway?.publish(`zigbee2mqtt/${addressOf(command.child)}`, '{"action":"sos"}', { qos: 1 });
  } else if (command.kind === 'list')
    clients[command.gateway]?.publish('zigbee2mqtt/bridge/devices', largeList(command.children), { qos: 1 });
  else {
    await Promise.all(all.map((client) => client.endAsync(true)));
    all = [];
    await rest(500);
  }
  return none;
}

serveCommands(execute);
