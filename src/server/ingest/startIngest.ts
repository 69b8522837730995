// ingest: device listeners, the MQTT broker and its gate, lanes, quotas, commands to devices.

import { register } from 'prom-client';
import type { Message } from '#devices/message.ts';
import type { Profile } from '#devices/profile.ts';
import { streamProtocols } from '#devices/streams.ts';
import type { Config } from '#server/core/config.ts';
import { log } from '#server/core/log.ts';
import { onPool } from '#server/db/db.ts';
import { wake } from '#server/db/wake.ts';
import { isDiskShort, recordDatabaseError } from '#server/files/disk.ts';
import type { Doors } from '#server/net/doors.ts';
import { addressTest } from '#server/net/proxy.ts';
import type { Tls } from '#server/net/tls.ts';
import { closeDownlinks, openDownlink, openMqttDownlink } from './downlink.ts';
import { FrameBudget } from './frameBudget.ts';
import { type DeviceLogin, loginTopic } from './gateway/deviceLogin.ts';
import { GatewayNotes, type NoteStore } from './gateway/gatewayNotes.ts';
import type { PayloadContext, PayloadStore } from './gateway/payload.ts';
import { createLanes, type Lanes } from './lanes.ts';
import { listenMqtt, type MqttBroker } from './mqtt/mqttBroker.ts';
import { Quota } from './quota.ts';
import { listenTcp } from './tcp/tcpListener.ts';
import { createDeviceMetrics, type DeviceMetrics, type DrainOptions, maskNumber, NotStored } from './transport.ts';
import { TurnBudget } from './turnBudget.ts';

/** Storage of messages for ingest: a feature's extension `deviceStore`. */
export interface DeviceStore extends PayloadStore, NoteStore {
  commitBatch(messages: Message[]): Promise<void>;
  commitBad(message: Message, error: Error): Promise<void>;
  /** Returns whether the number is unregistered and over its rate per minute; `now` in ms. */
  isHeldBack(message: Message, now: number): boolean;
  /** Returns whether a number with a stored message is registered. */
  isRegistered(protocol: string, number: string): boolean;
  /** Returns the profile of the device's model, behind the gateway if one is given; at most a minute old. */
  profileOf(protocol: string, number: string, gateway?: string): Promise<Profile>;
  /** Returns the device of MQTT credentials, or null; a password of '' means that the name is a token. */
  authenticate(username: string, password: string): Promise<DeviceLogin | null>;
  /** Returns the ids of the logins whose devices still have the same secret, format and base topic. */
  validLogins(logins: readonly DeviceLogin[]): Promise<ReadonlySet<string>>;
  /** Records that a gateway has connected over MQTT from an address; null: its connection has ended. */
  noteLink(gatewayId: string, address: string | null): Promise<void>;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureExtensions {
    deviceStore: DeviceStore;
  }
}

export interface Ingest {
  ports: { name: string; port: number }[];
  drain(max: number, spread: number): Promise<void>;
  finish(): Promise<void>;
}

let current: Lanes | undefined;
let payloads: PayloadContext | undefined;

/** Returns the lanes of this node, for messages over HTTP; undefined if ingest is off. */
export function lanes(): Lanes | undefined {
  return current;
}

/** Returns what stores payloads of gateways and devices over HTTP; undefined if ingest is off. */
export function payloadContext(): PayloadContext | undefined {
  return payloads;
}

/** Maximum hex digits of a heartbeat, which is stored even while the disk is nearly full. */
const maxHeartbeat = 1024;

/** Returns whether a message is a heartbeat: no position, no readings, short. */
function isHeartbeat({ decoded, body }: Message): boolean {
  return decoded !== null && !decoded.position && decoded.readings.length === 0 && body.length <= maxHeartbeat;
}

/**
 * Applies quota and rate; only alarms and heartbeats while the disk is nearly full. Over quota or rate it resolves
 * without storing: unanswered, the device would repeat the message before its next alarm.
 */
function withLimits(
  config: Config,
  { isHeldBack }: DeviceStore,
  submit: Lanes['submit'],
  metrics: DeviceMetrics,
): Lanes['submit'] {
  const quota = new Quota({ messages: config.deviceMessages, bytes: config.deviceMegabytes * 1_000_000 });
  return async (incoming) => {
    if (incoming.isSignOfLife) return submit(incoming);
    const { protocol, number } = incoming.deviceRef;
    const now = Date.now();
    if (isHeldBack(incoming, now)) {
      metrics.refused.inc({ protocol, reason: 'stranger' });
      return;
    }
    const { message, urgent, firstOver: told } = quota.check(incoming, now);
    if (told) log.warn({ protocol, number: maskNumber(number), address: incoming.address }, 'device over its quota');
    if (!message) metrics.refused.inc({ protocol, reason: 'quota' });
    else if (urgent || isHeartbeat(message) || !isDiskShort()) await submit(message);
    else {
      metrics.refused.inc({ protocol, reason: 'disk' });
      throw new NotStored('the disk is nearly full');
    }
  };
}

/** Interval in which connections are checked for a secret that was changed unnoticed, ms. */
const checkLogins = 60_000;

/** Ends connections over MQTT when their device is deleted or gets another secret or base topic. */
function followLogins(listener: MqttBroker, { validLogins }: DeviceStore): () => void {
  const check = () =>
    listener
      .endInvalid((logins) => onPool('direct', () => validLogins(logins)))
      .catch((error: unknown) => log.warn({ err: error }, 'logins of devices not checked'));
  const timer = setInterval(check, checkLogins).unref();
  const unsubscribe = wake.subscribe(loginTopic, check);
  return () => {
    clearInterval(timer);
    unsubscribe();
  };
}

/** Opens all device ports except `off`. */
export async function startIngest(config: Config, store: DeviceStore, doors: Doors, tls?: Tls): Promise<Ingest> {
  const metrics = createDeviceMetrics(register);
  const open = createLanes({
    commitBatch: store.commitBatch,
    commitBad: store.commitBad,
    onError: (error, messages, again) => {
      recordDatabaseError(error);
      log.warn({ err: error, messages, again }, 'batch not stored');
    },
  });
  const limitedLanes: Lanes = { ...open, submit: withLimits(config, store, open.submit, metrics) };
  current = limitedLanes;
  const shared = {
    host: config.host,
    submit: limitedLanes.submit,
    pressure: limitedLanes,
    log,
    metrics,
    profileOf: store.profileOf,
    isRegistered: store.isRegistered,
    doors,
    frames: new FrameBudget(),
    turns: new TurnBudget(),
    now: () => Date.now(),
  };
  const notes = new GatewayNotes(limitedLanes.submit, store, log);
  notes.start();
  payloads = { ...shared, payloads: store, notes };
  const stops: (() => void)[] = [];
  const ports: Ingest['ports'] = [];
  const listeners: { drain(options: DrainOptions): Promise<void> }[] = [];
  for (const protocol of streamProtocols) {
    const port = config.devicePorts[protocol.name];
    if (port === 'off') continue;
    const isProxy = config.proxyProtocol.has(protocol.name) ? addressTest(config.trustProxy) : undefined;
    const listener = await listenTcp({ ...shared, protocol, port, isProxy });
    openDownlink(protocol.name, listener);
    ports.push({ name: `${protocol.title} TCP`, port: listener.port });
    listeners.push(listener);
  }
  if (config.mqttPort !== 'off' || config.mqttsPort !== 'off') {
    const secure = tls && { tls, isProxy: addressTest(config.trustProxy), port: config.mqttsPort };
    const { authenticate, noteLink } = store;
    const own = { ...payloads, authenticate, noteLink };
    const listener = await listenMqtt({ ...shared, ...own, port: config.mqttPort, secure });
    stops.push(followLogins(listener, store), openMqttDownlink(listener));
    if (listener.port) ports.push({ name: 'MQTT', port: listener.port });
    if (listener.securePort) ports.push({ name: 'MQTTS', port: listener.securePort });
    listeners.push(listener);
  }
  return {
    ports,
    drain: async (max, spread) => {
      closeDownlinks();
      for (const stop of stops.splice(0)) stop();
      await Promise.all(listeners.map((listener) => listener.drain({ max, spread })));
      await notes.stop();
    },
    finish: async () => {
      await limitedLanes.idle();
      await limitedLanes.close();
      current = undefined;
      payloads = undefined;
    },
  };
}
