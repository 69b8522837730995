import type { Logger } from 'pino';
import type { ConnectionState } from '#devices/connectionState.ts';
import type { StreamProtocol } from '#devices/framer.ts';
import type { Arrived } from './arrived.ts';
import { isUrgent } from './lanes.ts';
import { decodeSafely, type Read } from './safeDecode.ts';

/**
 * Searches the frames beyond a connection's quota for an urgent alarm; earlier frames pass with it, because frames of a
 * device keep their order. Uses its own state, so that the connection later reads each frame as new.
 */
export class AlarmAhead {
  #protocol: StreamProtocol;
  #log: Logger;
  #session: ConnectionState | null = null;
  #looked = 0;
  #passing = 0;

  constructor(protocol: StreamProtocol, log: Logger) {
    this.#protocol = protocol;
    this.#log = log;
  }

  /** True if the first waiting frame precedes an alarm, or is one. */
  get passes(): boolean {
    return this.#passing > 0;
  }

  /** Number of frames that were looked at and not taken. */
  get looked(): number {
    return this.#looked;
  }

  /** Looks at one more waiting frame of the connection. */
  look(arrived: Arrived, { number, profile }: ConnectionState): void {
    const next = arrived.at(this.#looked);
    if (!next) return;
    this.#looked += 1;
    this.#session ??= this.#protocol.createState();
    Object.assign(this.#session, { number, profile });
    if (this.#isCall(next, this.#session)) this.#passing = this.#looked;
  }

  /** Records that the first waiting frame was taken. */
  recordTaken(): void {
    this.#looked = Math.max(0, this.#looked - 1);
    this.#passing = Math.max(0, this.#passing - 1);
    if (this.#looked === 0) this.#session = null;
  }

  #isCall({ event, receivedAt }: Read, state: ConnectionState): boolean {
    if (event.kind !== 'frame') return false;
    const { messages } = decodeSafely(this.#protocol, event.bytes, state, receivedAt, this.#log);
    return messages.some(({ alarms }) => isUrgent(alarms));
  }
}
