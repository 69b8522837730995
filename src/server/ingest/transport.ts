import type { Logger } from 'pino';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Message } from '#devices/message.ts';
import type { Profile } from '#devices/profile.ts';
import type { Doors } from '#server/net/doors.ts';
import type { FrameBudget } from './frameBudget.ts';
import type { TurnBudget } from './turnBudget.ts';

/** What a transport stands on: it knows nothing else of storage. */
export interface TransportContext {
  /** Resolves when the message is safe; only then may the device be answered. */
  submit(message: Message): Promise<void>;
  /** Whether to stop reading, and when to go on. */
  pressure: { paused(): boolean; onDrain(callback: () => void): () => void };
  log: Logger;
  metrics: DeviceMetrics;
  /** What the model of a device says of its messages; absent: every device is read by its protocol's default. */
  profileOf?(protocol: string, number: string): Promise<Profile>;
  /** Whether a number of which a message was stored is registered; absent: each is. */
  isRegistered?(protocol: string, number: string): boolean;
  /** The places of the ports of a node; a port by itself has its own. */
  doors?: Doors;
  /** Shared by the ports of a node; a port by itself has one of its own. */
  frames?: FrameBudget;
  /** The time that all sockets have in a turn of the event loop; shared likewise. */
  turns?: TurnBudget;
  /** Milliseconds since 1970. */
  now(): number;
}

/** A message is not stored for now, nor to be answered; its connection goes on. */
export class NotStored extends Error {}

export interface DrainOptions {
  /** Connections are ended over so many milliseconds, lest all come back at once. */
  spread: number;
  /** After so many milliseconds what is left is cut. */
  max: number;
}

export type DeviceMetrics = ReturnType<typeof createDeviceMetrics>;

/** Counters of all device ports, by protocol. */
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

/** The counters of one protocol, to be looked up once. */
export function countersOf({ metrics }: TransportContext, protocol: string) {
  return {
    messages: metrics.messages.labels({ protocol }),
    bytes: metrics.bytes.labels({ protocol }),
    committed: metrics.committed.labels({ protocol }),
  };
}

/** A device number as a log may show it: its last four digits. */
export function maskNumber(number: string | null): string | undefined {
  return number === null ? undefined : `…${number.slice(-4)}`;
}

/** Resolves true when `work` is done, false when `ms` passed before. */
export async function settledWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const done = await Promise.race([work.then(() => true), late]);
  clearTimeout(timer);
  return done;
}
