import type { Logger } from 'pino';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Message } from '#devices/message.ts';
import type { Profile } from '#devices/profile.ts';
import type { Doors } from '#server/net/doors.ts';
import type { FrameBudget } from './frameBudget.ts';
import type { TurnBudget } from './turnBudget.ts';

/** Dependencies of a transport, its only access to storage. */
export interface TransportContext {
  /** Resolves when the message is stored; only then answer the device. */
  submit(message: Message): Promise<void>;
  /** Back pressure: whether to stop reading, and when to continue. */
  pressure: { paused(): boolean; onDrain(callback: () => void): () => void };
  log: Logger;
  metrics: DeviceMetrics;
  /**
   * Returns the profile of the device's model; absent: the protocol's default for every device.
   * @param gateway id of the gateway that speaks for it: only a device behind it is meant
   */
  profileOf?(protocol: string, number: string, gateway?: string): Promise<Profile>;
  /** Returns whether a number with a stored message is registered; absent: all are. */
  isRegistered?(protocol: string, number: string): boolean;
  /** Connection slots shared by the ports of a node; absent: separate slots. */
  doors?: Doors;
  /** Shared by the ports of a node; absent: a separate one. */
  frames?: FrameBudget;
  /** Time budget per turn of the event loop, shared by all sockets; absent: a separate one. */
  turns?: TurnBudget;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Error for a message that is not stored now and must not be answered; the connection continues. */
export class NotStored extends Error {}

export interface DrainOptions {
  /** Time in ms over which connections are ended, so that they do not all reconnect at once. */
  spread: number;
  /** Time in ms after which the remaining connections are cut. */
  max: number;
}

export type DeviceMetrics = ReturnType<typeof createDeviceMetrics>;

/** Creates the metrics of all device ports, by protocol. */
export function createDeviceMetrics(registry: Registry) {
  const registers = [registry];
  return {
    connections: new Gauge({
      name: 'device_connections',
      help: 'Open device connections',
      labelNames: ['protocol'],
      registers,
    }),
    messages: new Counter({
      name: 'device_messages_total',
      help: 'Messages read from devices',
      labelNames: ['protocol'],
      registers,
    }),
    bytes: new Counter({
      name: 'device_bytes_total',
      help: 'Bytes read from devices',
      labelNames: ['protocol'],
      registers,
    }),
    refused: new Counter({
      name: 'device_refused_total',
      help: 'Frames and connections refused',
      labelNames: ['protocol', 'reason'],
      registers,
    }),
    committed: new Histogram({
      name: 'device_commit_seconds',
      help: 'From the reception of a message to its commit',
      labelNames: ['protocol'],
      buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10],
      registers,
    }),
  };
}

/** Returns the counters of one protocol, for a single lookup. */
export function countersOf({ metrics }: TransportContext, protocol: string) {
  return {
    messages: metrics.messages.labels({ protocol }),
    bytes: metrics.bytes.labels({ protocol }),
    committed: metrics.committed.labels({ protocol }),
  };
}

/** Masks a device number for logs: its last four digits. */
export function maskNumber(number: string | null): string | undefined {
  return number === null ? undefined : `…${number.slice(-4)}`;
}

/** Resolves to true when `work` is done, false after `ms`. */
export async function settledWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const done = await Promise.race([work.then(() => true), late]);
  clearTimeout(timer);
  return done;
}
