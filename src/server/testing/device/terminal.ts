import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { encode808, readFrame808 } from '#devices/jt808/frame.ts';
import { Jt808Framer } from '#devices/jt808/framer.ts';
import { until } from '../until.ts';

/** Returns a JT/T 808 location body at an instant, in Beijing time. */
export function locationBody(at: Date, alarm = 0, items = ''): Buffer {
  const head = Buffer.alloc(28);
  head.writeUInt32BE(alarm, 0);
  head.writeUInt32BE(3, 4);
  head.writeUInt32BE(31_230_416, 8);
  head.writeUInt32BE(121_473_701, 12);
  const local = new Date(at.getTime() + 480 * 60_000).toISOString();
  head.write(local.slice(2, 19).replace(/\D/g, ''), 22, 'hex');
  return Buffer.concat([head, Buffer.from(items, 'hex')]);
}

/** A JT/T 808 terminal on a real socket. */
export class TestTerminal {
  /** Received messages: id, serial and body in hex. */
  readonly received: { id: number; serial: number; body: string }[] = [];
  readonly socket: Socket;
  readonly #manner: Parameters<typeof encode808>[0];
  #serial = 0;

  private constructor(socket: Socket, number: string) {
    this.socket = socket;
    this.#manner = { flag: 0x7e, version: null, numberBytes: Buffer.from(number.padStart(12, '0'), 'hex') };
    const framer = new Jt808Framer();
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      for (const event of framer.push(bytes)) {
        const frame = readFrame808(event.bytes);
        if (frame) this.received.push({ id: frame.id, serial: frame.serial, body: frame.body.toString('hex') });
      }
    });
  }

  static async open(port: number, number: string): Promise<TestTerminal> {
    const socket = connect({ port, host: '127.0.0.1' });
    await once(socket, 'connect');
    return new TestTerminal(socket, number);
  }

  /** Sends a message; returns its serial. */
  send(id: number, body: Buffer = Buffer.alloc(0)): number {
    const serial = ++this.#serial;
    this.socket.write(encode808(this.#manner, id, serial, body));
    return serial;
  }

  /** Sends a message and waits for its answer, whose body starts with its serial. */
  async ask(id: number, body?: Buffer): Promise<string> {
    const serial = this.send(id, body).toString(16).padStart(4, '0');
    const answer = () => this.received.find((frame) => frame.id >= 0x8000 && frame.body.startsWith(serial));
    await until(`the answer to ${serial}`, () => answer() !== undefined);
    return answer()?.body ?? '';
  }

  close(): void {
    this.socket.destroy();
  }
}
