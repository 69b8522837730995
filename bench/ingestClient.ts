/**
 * Simulates thousands of devices on one port in a separate process: their cost is not the server's, and each process
 * has its limit of sockets. Runs one command of its parent after the other.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as rest } from 'node:timers/promises';
import { type Wire, wires } from './wires.ts';

export type ClientCommand =
  | { kind: 'open'; protocol: string; port: number; count: number }
  /**
   * All devices report as fast as they are answered, with `ahead` rows of positions in flight on all connections
   * together.
   */
  | { kind: 'chatter'; seconds: number; ahead: number }
  /** Devices send this many positions a second from now on, until they are closed. */
  | { kind: 'report'; perSecond: number }
  /** This many devices send single bytes of a frame from now on, and reconnect when they are cut. */
  | { kind: 'drip'; count: number }
  | { kind: 'close' };

export interface CommandResult {
  /** Messages acknowledged by `chatter` and their duration, ms; or how often a slow device was cut. */
  messages: number;
  ms: number;
  cut: number;
}

/** Positions in a row before the frame with the answer that confirms that all are stored. */
const positions = 9;
/** Connections opened at a time. */
const opening = 100;

class Device {
  socket: Socket;
  readonly number: string;
  readonly #wire: Wire;
  #serial = 1;
  #marks = 0;
  #wanted = 0;
  #waiting: { resolve(): void; reject(error: Error): void } | null = null;
  /** Device clock, ms: device time must not be in the future, so it starts four minutes ago. */
  #clock = Date.now() - 240_000;

  constructor(wire: Wire, number: string, socket: Socket) {
    this.#wire = wire;
    this.number = number;
    this.socket = socket;
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      this.#marks += wire.marks(bytes);
      if (this.#marks < this.#wanted) return;
      this.#waiting?.resolve();
      this.#waiting = null;
    });
    socket.on('close', () => this.#waiting?.reject(new Error(`the server cut ${number}`)));
  }

  get waits(): boolean {
    return this.#waiting !== null;
  }

  /** Sends frames and waits for their answers. */
  ask(bytes: Buffer, marks: number): Promise<void> {
    this.#wanted += marks;
    this.socket.write(bytes);
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  }

  hello(): Promise<void> {
    return this.ask(this.#wire.hello(this.number), this.#wire.answered.hello);
  }

  /** Sends nine positions and a heartbeat, one second of the device clock apart; resolves when they are stored. */
  row(): Promise<void> {
    const frames = Array.from({ length: positions }, () => this.#next());
    const { position, last } = this.#wire.answered;
    const end = this.#wire.last(this.number, new Date(this.#clock), this.#serial++);
    return this.ask(Buffer.concat([...frames, end]), positions * position + last);
  }

  /** Sends the present position without waiting for an answer. */
  report(): void {
    this.#wanted += this.#wire.answered.position;
    this.socket.write(this.#wire.position(this.number, new Date(), this.#serial++));
  }

  #next(): Buffer {
    this.#clock += 1000;
    return this.#wire.position(this.number, new Date(this.#clock), this.#serial++);
  }
}

let devices: Device[] = [];
let target = { protocol: 'watch', port: 0 };
let cut = 0;
const timers = new Set<NodeJS.Timeout>();

async function openDevice(index: number): Promise<Device> {
  const wire = wires[target.protocol];
  if (!wire) throw new Error(`nobody speaks ${target.protocol}`);
  const socket = connect(target.port, '127.0.0.1');
  const device = new Device(wire, wire.number(index), socket);
  await once(socket, 'connect');
  await device.hello();
  return device;
}

async function openAll(count: number): Promise<void> {
  for (let from = 0; from < count; from += opening) {
    const batch = Array.from({ length: Math.min(opening, count - from) }, (_, index) => openDevice(from + index));
    devices.push(...(await Promise.all(batch)));
  }
}

/** Runs over all connections in turn, this many at a time. */
async function chatter(seconds: number, ahead: number): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let next = 0;
  let messages = 0;
  const worker = async (): Promise<void> => {
    while (performance.now() < end) {
      const device = devices[next++ % devices.length];
      if (!device || device.waits) continue;
      await device.row();
      messages += positions + 1;
    }
  };
  await Promise.all(Array.from({ length: ahead }, worker));
  return messages;
}

function report(perSecond: number): void {
  let next = 0;
  const started = performance.now();
  timers.add(
    setInterval(() => {
      const due = ((performance.now() - started) / 1000) * perSecond;
      for (; next < due; next++) devices[next % devices.length]?.report();
    }, 10),
  );
}

/** Sends the beginning of a frame, one byte each 200 ms: the connection is cut after the timeout, and opened again. */
async function drip(index: number): Promise<void> {
  while (devices.length > 0) {
    const device = await openDevice(index);
    const begun = wires[target.protocol]?.position(device.number, new Date(), 1).subarray(0, -2) ?? Buffer.alloc(0);
    let offset = 0;
    const timer = setInterval(() => device.socket.write(begun.subarray(offset, ++offset)), 200);
    timers.add(timer);
    await once(device.socket, 'close');
    clearInterval(timer);
    timers.delete(timer);
    cut++;
  }
}

async function closeAll(): Promise<void> {
  for (const timer of timers) clearInterval(timer);
  timers.clear();
  const open = devices;
  devices = [];
  await Promise.all(
    open.map(async ({ socket }) => {
      socket.destroy();
      if (!socket.closed) await once(socket, 'close');
    }),
  );
  await rest(500);
}

async function execute(command: ClientCommand): Promise<CommandResult> {
  const started = performance.now();
  let messages = 0;
  if (command.kind === 'open') {
    target = command;
    await openAll(command.count);
  } else if (command.kind === 'chatter') messages = await chatter(command.seconds, command.ahead);
  else if (command.kind === 'report') report(command.perSecond);
  else if (command.kind === 'drip') {
    const first = devices.length;
    for (let index = 0; index < command.count; index++) void drip(first + index);
  } else await closeAll();
  return { messages, ms: performance.now() - started, cut };
}

process.on('message', (command: ClientCommand) => {
  execute(command).then(
    (done) => process.send?.(done),
    (error: unknown) => {
      throw error;
    },
  );
});
process.once('disconnect', () => process.exit());
