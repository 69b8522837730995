import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { encodeWatch } from '#devices/watch/frame.ts';
import { until } from './until.ts';

/** Default position of a watch. */
const somewhere = { lat: 31.230416, lng: 121.473701 };

/**
 * Returns the body of a position frame: `220322,055105` for the instant, then the position. Status in hex: bit 16 is
 * SOS, bit 21 a fall; levels in percent.
 */
export function placed(
  at: Date,
  status = '00000000',
  place = somewhere,
  { battery, signal } = { battery: 76, signal: 80 },
): string {
  const [year = '', month, day, hour, minute, second] = at.toISOString().slice(2, 19).split(/\D/);
  const lat = `${Math.abs(place.lat).toFixed(6)},${place.lat < 0 ? 'S' : 'N'}`;
  const lng = `${Math.abs(place.lng).toFixed(6)},${place.lng < 0 ? 'W' : 'E'}`;
  return `${day}${month}${year},${hour}${minute}${second},A,${lat},${lng},0,0,10,8,${signal},${battery},0,0,${status}`;
}

/** A watch on a real socket. */
export class TestWatch {
  text = '';
  readonly socket: Socket;
  readonly #number: string;
  #index = Math.floor(Math.random() * 60_000);

  private constructor(socket: Socket, number: string) {
    this.socket = socket;
    this.#number = number;
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      this.text += bytes.toString('latin1');
    });
  }

  /** `from`: another loopback address, e.g. 127.0.0.2. */
  static async open(port: number, number: string, from = '127.0.0.1'): Promise<TestWatch> {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    await once(socket, 'connect');
    return new TestWatch(socket, number);
  }

  /** Sends a frame with a new index; returns the index, in hex. */
  send(content: string, index = (++this.#index % 65_536).toString(16).toUpperCase().padStart(4, '0')): string {
    this.socket.write(encodeWatch('3G', this.#number, content, index));
    return index;
  }

  /** Resolves when the frame with this index is answered, which means stored. */
  async answered(index: string): Promise<void> {
    await until(`the answer to frame ${index} of ${this.#number}`, () => this.text.includes(`*${index}*`));
  }

  /** Sends an alarm frame and waits for its answer. */
  async press(status = '00010000', at = new Date()): Promise<void> {
    await this.answered(this.send(`AL,${placed(at, status)}`));
  }

  close(): void {
    this.socket.destroy();
  }
}
