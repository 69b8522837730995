import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { Holder } from '../frameBudget.ts';
import type { TurnBudget, Worker } from '../turnBudget.ts';

export interface GateLimits {
  /** Maximum bytes of the first packet (CONNECT). */
  first: number;
  /** Maximum bytes of any later packet: of a device, and of a gateway. */
  packet: number;
  gatewayPacket: number;
  /** Maximum time to the full CONNECT, and from the first to the last byte of any packet, ms. */
  time: number;
  /** Maximum PUBLISH packets that wait for their commit. */
  unanswered: number;
}

export const gateLimits: GateLimits = {
  first: 1024,
  packet: 64 * 1024,
  gatewayPacket: 2_000_000,
  time: 10_000,
  unanswered: 64,
};

interface Hooks {
  /** Returns whether to stop taking packets. */
  paused(): boolean;
  refused(reason: string): void;
  /** Reports the bytes held now. */
  held(bytes: number): void;
  /** Time budget shared with all other device sockets. */
  turns: TurnBudget;
}

/** First byte of CONNECT; other packet types are the high four bits. */
const connect = 0x10;
const publish = 3;
const disconnect = 14;

/** Returns the length of the packet at the start of the bytes; null while incomplete, -1 if invalid. */
function packetLength(bytes: Buffer): number | null {
  let length = 0;
  for (let index = 1; index < 5; index++) {
    const byte = bytes[index];
    if (byte === undefined) return null;
    length += (byte & 0x7f) * 128 ** (index - 1);
    if (byte < 0x80) return length + index + 1;
  }
  return -1;
}

/**
 * Filter between the socket and the broker, which has no limits: passes complete packets of limited size, nothing after
 * CONNECT before the login, and a limited number of PUBLISH packets until they are stored.
 */
export class MqttGate extends Duplex implements Holder, Worker {
  /** Remote address; '' if already closed. */
  readonly address: string;
  #socket: Socket;
  #limits: GateLimits;
  /** Maximum bytes of a packet after CONNECT; set by the login. */
  #packet: number;
  #hooks: Hooks;
  #chunks: Buffer[] = [];
  #held = 0;
  /** Length of the first held packet; null while unknown. */
  #length: number | null = null;
  #wanted = false;
  #first = true;
  /** True while the broker has CONNECT and the login is not complete. */
  #loggingIn = false;
  #ended = false;
  #finishing = false;
  #unanswered = 0;
  #timer: NodeJS.Timeout | undefined;
  #answered: (() => void)[] = [];

  constructor(socket: Socket, limits: GateLimits, hooks: Hooks) {
    super({ allowHalfOpen: true });
    this.#socket = socket;
    this.address = socket.remoteAddress ?? '';
    this.#limits = limits;
    this.#packet = limits.packet;
    this.#hooks = hooks;
    socket.setNoDelay(true);
    socket.setKeepAlive(true, 60_000);
    socket.on('data', (bytes) => this.#onData(bytes));
    socket.on('end', () => {
      this.#ended = true;
      this.proceed();
    });
    // Handled by `close`.
    socket.on('error', () => undefined);
    socket.on('close', () => this.destroy());
    this.#arm();
  }

  /**
   * Call after a successful login: later packets may pass.
   * @param packet maximum bytes of each
   */
  open(packet = this.#packet): void {
    this.#packet = packet;
    this.#loggingIn = false;
    this.#check();
    this.proceed();
  }

  /** Call when a PUBLISH is stored or refused. */
  answered(): void {
    this.#unanswered--;
    this.proceed();
    this.#checkAnswered();
  }

  /** Passes held packets in the next turns within the limits; resumes reading when all have passed. */
  proceed(): void {
    if (this.destroyed) return;
    if (this.#mayPass()) this.#hooks.turns.add(this);
    this.#steerReading();
    this.#passEnd();
  }

  /** Passes one packet; returns whether more can pass. */
  work(): boolean {
    this.#pass();
    if (this.#mayPass()) return true;
    if (!this.destroyed) {
      this.#hooks.held(this.#held);
      this.#steerReading();
      this.#passEnd();
    }
    return false;
  }

  /** Stops taking packets; resolves when every passed PUBLISH is answered. */
  finish(): Promise<void> {
    while (this.#mayPass()) this.#pass();
    this.#finishing = true;
    this.#socket.pause();
    this.#disarm();
    if (this.#unanswered === 0) return Promise.resolve();
    return new Promise((resolve) => this.#answered.push(resolve));
  }

  override _read(): void {
    this.#wanted = true;
    this.proceed();
  }

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(bytes, (error) => done(error ?? null));
  }

  override _writev(parts: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#socket.write(Buffer.concat(parts.map(({ chunk }) => chunk)), (error) => done(error ?? null));
  }

  override _final(done: () => void): void {
    this.#socket.end();
    done();
  }

  override _destroy(_error: Error | null, done: (error?: Error | null) => void): void {
    this.#disarm();
    this.#chunks = [];
    this.#hooks.held(0);
    // Written data is still sent; a paused socket would never close, an unresponsive one is cut.
    this.#socket.resume();
    this.#socket.destroySoon();
    setTimeout(() => this.#socket.destroy(), 2000).unref();
    this.#unanswered = 0;
    this.#checkAnswered();
    done(null);
  }

  /** Passes the end of the stream after all packets; an incomplete packet is dropped. */
  #passEnd(): void {
    if (!this.#ended || this.#finishing || this.#isWhole() || this.#unanswered > 0) return;
    this.#finishing = true;
    this.push(null);
  }

  #mayPass(): boolean {
    return this.#wanted && !this.#finishing && !this.destroyed && this.#isWhole() && !this.#mustWait();
  }

  #pass(): void {
    if (this.#mayPass()) this.#wanted = this.push(this.#next());
  }

  #isWhole(): boolean {
    return this.#length !== null && this.#held >= this.#length;
  }

  #checkAnswered(): void {
    if (this.#unanswered > 0) return;
    for (const resolve of this.#answered.splice(0)) resolve();
  }

  #onData(bytes: Buffer): void {
    if (this.#finishing || this.destroyed) return;
    this.#chunks.push(bytes);
    this.#held += bytes.length;
    this.#measure();
    this.proceed();
    this.#hooks.held(this.destroyed ? 0 : this.#held);
  }

  /** Ends the connection to free memory: its bytes are lost, and the device reconnects. */
  crowded(): void {
    this.#end('crowded');
  }

  /** Reads the length of the first packet once its header is complete; refuses one that is too long. */
  #measure(): void {
    if (this.#length !== null || this.#held === 0) return;
    if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks)];
    const [head = Buffer.alloc(0)] = this.#chunks;
    this.#length = packetLength(head);
    if (this.#length === -1 || (this.#first && head[0] !== connect)) this.#end('malformed');
    else this.#check();
  }

  /** Refuses a packet over the limit; that after CONNECT is judged when the login is known. */
  #check(): void {
    const limit = this.#first ? this.#limits.first : this.#packet;
    if (!this.#loggingIn && (this.#length ?? 0) > limit) this.#end('too_long');
  }

  /** Removes and returns the first packet, which is complete. */
  #next(): Buffer {
    const bytes = this.#chunks.length === 1 && this.#chunks[0] ? this.#chunks[0] : Buffer.concat(this.#chunks);
    const length = this.#length ?? 0;
    const packet = bytes.subarray(0, length);
    const rest = bytes.subarray(length);
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#held = rest.length;
    this.#length = null;
    this.#disarm();
    if (this.#typeOf(packet) === publish) this.#unanswered++;
    if (this.#first) this.#loggingIn = true;
    this.#first = false;
    this.#measure();
    return packet;
  }

  #typeOf(packet: Buffer | undefined): number {
    return (packet?.[0] ?? 0) >> 4;
  }

  #mustWait(): boolean {
    if (this.#loggingIn || this.destroyed) return true;
    const type = this.#typeOf(this.#chunks[0]);
    // The broker disconnects at once: earlier PUBLISH packets must be answered first.
    if (type === disconnect) return this.#unanswered > 0;
    if (type !== publish) return false;
    // Only one long packet of a gateway at a time is in memory outside the budget of held bytes.
    const isLong = (this.#length ?? 0) > this.#limits.packet;
    return this.#unanswered >= (isLong ? 1 : this.#limits.unanswered) || this.#hooks.paused();
  }

  #steerReading(): void {
    if (this.#finishing || this.destroyed) return;
    if (this.#isWhole() || this.#loggingIn) {
      // A packet must wait because of the server: no timeout for the device.
      this.#socket.pause();
      this.#disarm();
      return;
    }
    this.#socket.resume();
    if (this.#held > 0 || this.#first) this.#arm();
  }

  #arm(): void {
    this.#timer ??= setTimeout(() => this.#end(this.#held > 0 ? 'slow' : 'silent'), this.#limits.time);
  }

  #end(reason: string): void {
    this.#hooks.refused(reason);
    this.destroy();
  }

  #disarm(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
