import { connect, type Socket } from 'node:net';
import pino from 'pino';
import { Registry } from 'prom-client';
import { expect } from 'vitest';
import { watchProtocol } from '#devices/watch/watch.ts';
import { listenTcp, type TcpListener, type TcpListenerOptions } from '#server/ingest/tcp/tcpListener.ts';
import { createDeviceMetrics } from '#server/ingest/transport.ts';
import { DeviceStore } from './deviceStore.ts';

/** Cleanup steps after a test. */
export const cleanUp: (() => unknown)[] = [];

/** Closes what the test opened, in reverse order; for `afterEach`. */
export async function closePorts(): Promise<void> {
  for (const step of cleanUp.splice(0).reverse()) await step();
}

export interface WatchPort {
  store: DeviceStore;
  listener: TcpListener;
  lines: Record<string, unknown>[];
  refused(reason: string): Promise<number>;
  /** Returns the bytes read. */
  bytes(): Promise<number>;
}

/** Opens a watch port with storage in memory. */
export async function openPort(options: Partial<TcpListenerOptions> = {}): Promise<WatchPort> {
  const store = new DeviceStore();
  const lines: Record<string, unknown>[] = [];
  const log = pino({ base: null }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const registry = new Registry();
  const listener = await listenTcp({
    protocol: watchProtocol,
    host: '127.0.0.1',
    port: 0,
    submit: store.submit,
    pressure: store.pressure,
    log,
    metrics: createDeviceMetrics(registry),
    now: Date.now,
    ...options,
  });
  cleanUp.push(() => listener.close());
  const refused = async (reason: string): Promise<number> => {
    const metric = await registry.getSingleMetric('device_refused_total')?.get();
    return metric?.values.find((value) => value.labels.reason === reason)?.value ?? 0;
  };
  const bytes = async (): Promise<number> => {
    const metric = await registry.getSingleMetric('device_bytes_total')?.get();
    return metric?.values[0]?.value ?? 0;
  };
  return { store, listener, lines, refused, bytes };
}

/** A watch with the data it received, and the end of its connection. */
export class Watch {
  socket: Socket;
  text = '';
  closed: Promise<unknown>;
  #waiting: (() => void)[] = [];

  constructor(port: WatchPort, from = '127.0.0.1') {
    this.socket = connect({ port: port.listener.port, host: '127.0.0.1', localAddress: from });
    this.socket.on('error', () => undefined);
    this.socket.on('data', (bytes) => {
      this.text += bytes.toString('latin1');
      for (const wake of this.#waiting.splice(0)) wake();
    });
    this.closed = new Promise((resolve) => this.socket.once('close', resolve));
    cleanUp.push(() => this.socket.destroy());
  }

  send(...frames: (string | Buffer)[]): this {
    for (const frame of frames) this.socket.write(frame);
    return this;
  }

  async reads(text: string): Promise<void> {
    while (this.text.length < text.length) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    expect(this.text).toBe(text);
  }
}
