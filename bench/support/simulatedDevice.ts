import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { inParallel } from '../../test/support/pool.ts';
import { type Wire, wires } from './wires.ts';

/** Positions in a row before the frame with the answer that confirms that all are stored. */
const positions = 9;
export const rowLength = positions + 1;
/** Connections opened at a time. */
const opening = 100;

export class Device {
  readonly socket: Socket;
  readonly number: string;
  /** Messages confirmed as stored. */
  stored = 0;
  readonly #wire: Wire;
  #serial = 1;
  #marks = 0;
  #wanted = 0;
  #waiting: { marks: number; resolve(): void; reject(error: Error): void }[] = [];
  /** Device clock, ms: device time must not be in the future, so it starts four minutes ago. */
  #clock = Date.now() - 240_000;
  /** Distributes the confirmations of reporting devices over ten reports. */
  #reports = Math.floor(Math.random() * rowLength);

  constructor(wire: Wire, number: string, socket: Socket) {
    this.#wire = wire;
    this.number = number;
    this.socket = socket;
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      this.#marks += wire.marks(bytes);
      while ((this.#waiting[0]?.marks ?? Number.POSITIVE_INFINITY) <= this.#marks) this.#waiting.shift()?.resolve();
    });
    socket.on('close', () => {
      for (const { reject } of this.#waiting) reject(new Error(`the server cut ${number}`));
    });
  }

  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  hello(): Promise<void> {
    return this.#ask(this.#wire.hello(this.number), this.#wire.answered.hello);
  }

  /** Sends nine positions and a heartbeat, one second of the device clock apart; resolves when they are stored. */
  async row(): Promise<void> {
    const frames = Array.from({ length: positions }, () => {
      this.#clock += 1000;
      return this.#wire.position(this.number, new Date(this.#clock), this.#serial++);
    });
    const { position, last } = this.#wire.answered;
    const end = this.#wire.last(this.number, new Date(this.#clock), this.#serial++);
    await this.#ask(Buffer.concat([...frames, end]), positions * position + last);
    this.stored += rowLength;
  }

  /** Sends the present position, after each tenth a heartbeat; does not wait for the answer. */
  report(): void {
    const { position, last } = this.#wire.answered;
    const frame = this.#wire.position(this.number, new Date(), this.#serial++);
    this.#wanted += position;
    this.socket.write(frame);
    if (++this.#reports % rowLength > 0) return;
    const confirmed = this.#ask(this.#wire.last(this.number, new Date(), this.#serial++), last);
    confirmed.then(
      () => (this.stored += rowLength),
      () => undefined,
    );
  }

  /** Sends frames and waits for their answers. */
  #ask(bytes: Buffer, marks: number): Promise<void> {
    this.#wanted += marks;
    this.socket.write(bytes);
    return new Promise((resolve, reject) => this.#waiting.push({ marks: this.#wanted, resolve, reject }));
  }
}

/** Connects a device that has sent a heartbeat and stays connected. */
export async function openDevice(protocol: string, port: number, number: string): Promise<Device> {
  const wire = wires[protocol];
  if (!wire) throw new Error(`nobody speaks ${protocol}`);
  const socket = connect(port, '127.0.0.1');
  const device = new Device(wire, number, socket);
  await once(socket, 'connect');
  await device.hello();
  return device;
}

export async function openDevices(protocol: string, port: number, numbers: readonly string[]): Promise<Device[]> {
  const devices: Device[] = [];
  await inParallel(numbers, opening, async (number) => devices.push(await openDevice(protocol, port, number)));
  return devices;
}
