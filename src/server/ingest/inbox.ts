import type { ConnectionState } from '#devices/connectionState.ts';
import type { StreamProtocol } from '#devices/framer.ts';
import { AlarmAhead } from './alarmAhead.ts';
import { Arrived } from './arrived.ts';
import { type Allowance, allowed, FrameQuota, strange, usual } from './frameQuota.ts';
import type { Read } from './safeDecode.ts';
import type { TransportContext } from './transport.ts';

/** Bytes that are read of a device past its quota, beyond which it is not read: an alarm may be behind what it stored. */
const maxAheadBytes = 128 * 1024;

/** What came on a connection, and how much of it may be taken now. */
export class Inbox {
  readonly arrived: Arrived;
  #protocol: StreamProtocol;
  #context: TransportContext;
  #session: ConnectionState;
  #quota = new FrameQuota();
  #ahead: AlarmAhead;
  #isHurried = false;
  #isOver = false;
  #timer: NodeJS.Timeout | undefined;
  #onRoom: () => void;

  /**
   * @param state of the connection, with the number and the model of its device once they are known
   * @param onRoom called back when the quota lets another frame through
   */
  constructor(protocol: StreamProtocol, context: TransportContext, state: ConnectionState, onRoom: () => void) {
    this.arrived = new Arrived(protocol.createFramer());
    this.#protocol = protocol;
    this.#context = context;
    this.#session = state;
    this.#ahead = new AlarmAhead(protocol, context.log);
    this.#onRoom = onRoom;
  }

  /** The server ends: what was read is taken without a quota. */
  hurry(): void {
    this.#isHurried = true;
  }

  /** Whether nobody knows its device, as far as can be said: of a registered one that shows with its first message. */
  get isStrange(): boolean {
    const { number } = this.#session;
    return number === null || this.#context.isRegistered?.(this.#protocol.name, number) === false;
  }

  /** Whether the next frame may be taken; where it has to wait for the quota, `onRoom` is called back in time. */
  isOpen(): boolean {
    if (this.#isHurried || this.#ahead.passes) return true;
    const wait = this.#quota.wait(this.#allowance(), this.#context.now());
    if (wait > 0)
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        this.#onRoom();
      }, Math.ceil(wait)).unref();
    return wait === 0;
  }

  /** Notes that it is past the quota; true the first time that something waits. */
  markOver(): boolean {
    if (this.#isOver || !this.arrived.waits) return false;
    this.#isOver = true;
    return true;
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  /** Whether a frame can be taken or looked at now. */
  hasWork(): boolean {
    return this.arrived.waits && (this.isOpen() || this.#mayLook());
  }

  /** Past the quota: whether more is read all the same. */
  canReadAhead(): boolean {
    return !this.isStrange && this.arrived.bytes < maxAheadBytes;
  }

  /** The frame to be taken now; undefined where it is not cut yet, or was only looked at. */
  first(): Read | undefined {
    if (this.isOpen()) return this.arrived.at(0);
    this.#ahead.look(this.arrived, this.#session);
    return undefined;
  }

  /** Takes the first frame. */
  shift(): void {
    this.arrived.shift();
    this.#quota.take();
    this.#ahead.recordTaken();
  }

  #mayLook(): boolean {
    const { looked } = this.#ahead;
    return looked < this.#quota.credit(this.#allowance()) && this.arrived.reaches(looked);
  }

  /** By its model, and less where nobody knows its device. */
  #allowance(): Allowance {
    if (this.isStrange) return strange;
    const { maxPerMinute } = this.#session.profile;
    return maxPerMinute === undefined ? usual : allowed(maxPerMinute);
  }
}
