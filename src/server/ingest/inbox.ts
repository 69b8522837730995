import type { ConnectionState } from '#devices/connectionState.ts';
import type { StreamProtocol } from '#devices/framer.ts';
import { AlarmAhead } from './alarmAhead.ts';
import { Arrived } from './arrived.ts';
import { type Allowance, allowed, FrameQuota, strange, usual } from './frameQuota.ts';
import type { Read } from './safeDecode.ts';
import type { TransportContext } from './transport.ts';

/** Bytes read ahead of a device over its quota: an alarm may be behind its backlog. */
const maxAheadBytes = 128 * 1024;

/** Received frames of a connection, and how many may be taken now. */
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
   * @param state connection state, with number and profile of the device once known
   * @param onRoom called when the quota allows another frame
   */
  constructor(protocol: StreamProtocol, context: TransportContext, state: ConnectionState, onRoom: () => void) {
    this.arrived = new Arrived(protocol.createFramer());
    this.#protocol = protocol;
    this.#context = context;
    this.#session = state;
    this.#ahead = new AlarmAhead(protocol, context.log);
    this.#onRoom = onRoom;
  }

  /** Lifts the quota for the frames already read, at shutdown. */
  hurry(): void {
    this.#isHurried = true;
  }

  /** True if the device is not known to be registered; a registered one is known after its first stored message. */
  get isStrange(): boolean {
    const { number } = this.#session;
    return number === null || this.#context.isRegistered?.(this.#protocol.name, number) === false;
  }

  /** Returns whether the next frame may be taken; if it must wait for the quota, `onRoom` is called in time. */
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

  /** Marks the connection as over quota; true the first time a frame waits. */
  markOver(): boolean {
    if (this.#isOver || !this.arrived.waits) return false;
    this.#isOver = true;
    return true;
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  /** Returns whether a frame can be taken or looked at now. */
  hasWork(): boolean {
    return this.arrived.waits && (this.isOpen() || this.#mayLook());
  }

  /** Returns whether to read more while over quota. */
  canReadAhead(): boolean {
    return !this.isStrange && this.arrived.bytes < maxAheadBytes;
  }

  /** Returns the frame to take now; undefined if it is not cut yet, or was only looked at. */
  first(): Read | undefined {
    if (this.isOpen()) return this.arrived.at(0);
    this.#ahead.look(this.arrived, this.#session);
    return undefined;
  }

  /** Removes the first frame and counts it. */
  shift(): void {
    this.arrived.shift();
    this.#quota.take();
    this.#ahead.recordTaken();
  }

  #mayLook(): boolean {
    const { looked } = this.#ahead;
    return looked < this.#quota.credit(this.#allowance()) && this.arrived.reaches(looked);
  }

  /** Returns the quota by model; a lower one for an unknown device. */
  #allowance(): Allowance {
    if (this.isStrange) return strange;
    const { maxPerMinute } = this.#session.profile;
    return maxPerMinute === undefined ? usual : allowed(maxPerMinute);
  }
}
