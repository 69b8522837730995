import type { Logger } from 'pino';
import type { ConnectionState } from '#devices/connectionState.ts';
import type { StreamProtocol } from '#devices/framer.ts';
import type { Arrived } from './arrived.ts';
import { isUrgent } from './lanes.ts';
import { decodeSafely, type Read } from './safeDecode.ts';

/**
 * Looks through what waits past a connection's quota for a call for help: what came before it goes with it, for no frame of a
 * device overtakes another. It reads with a session of its own, so that every frame is still new to the connection's.
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

  /** Whether the first frame that waits stands before an alarm, or is one. */
  get passes(): boolean {
    return this.#passing > 0;
  }

  /** Frames that it has looked at and that have not been taken. */
  get looked(): number {
    return this.#looked;
  }

  /** Looks at one more of what waits on the connection of the session. */
  look(arrived: Arrived, { number, profile }: ConnectionState): void {
    const next = arrived.at(this.#looked);
    if (!next) return;
    this.#looked += 1;
    this.#session ??= this.#protocol.createState();
    Object.assign(this.#session, { number, profile });
    if (this.#isCall(next, this.#session)) this.#passing = this.#looked;
  }

  /** The first frame that waited has been taken. */
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
