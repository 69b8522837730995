import type { Socket } from 'node:net';
import type { ConnectionState } from '#devices/connectionState.ts';
import { type CommandInput, checksumError, type FrameEvent, type StreamProtocol } from '#devices/framer.ts';
import { toMessage } from '#devices/message.ts';
import type { Outgoing } from '../downlink.ts';
import type { Holder } from '../frameBudget.ts';
import { Inbox } from '../inbox.ts';
import { ProfileCache } from '../profileCache.ts';
import { decodeSafely, peekNumber, type Read } from '../safeDecode.ts';
import { countersOf, NotStored, type TransportContext } from '../transport.ts';
import type { Worker } from '../turnBudget.ts';
import { type Answer, Answers } from './answers.ts';
import type { TcpHooks } from './tcpHooks.ts';
import type { TcpLimits } from './tcpLimits.ts';

/** Bytes kept of the first frame, to frame commands like the device. */
const firstFrameBytes = 64;

/** Socket of a device: reads frames, sends answers in frame order and only after the commit. */
export class TcpConnection implements Holder, Worker {
  number: string | null = null;
  /** Address of the device, also behind a proxy; null if already closed. */
  readonly address: string | null;
  /** Time of the first frame with the number, and of the last frame, ms since 1970; 0 before. */
  namedAt = 0;
  heardAt = 0;
  #socket: Socket;
  #protocol: StreamProtocol;
  #context: TransportContext;
  #limits: TcpLimits;
  #hooks: TcpHooks;
  #inbox: Inbox;
  #session: ConnectionState;
  #kept: ProfileCache;
  #firstFrame: Buffer | null = null;
  #answers = new Answers();
  #recorded = 0;
  #told = false;
  #heard = false;
  /** True once no more bytes are read; the connection ends when all is answered. */
  #finishing = false;
  /** True once waiting frames are dropped. */
  #isDropped = false;
  #flushing = false;
  #frameTimer: NodeJS.Timeout | undefined;
  #silenceTimer: NodeJS.Timeout;
  #answered: (() => void)[] = [];
  /** Counters of this protocol, looked up once. */
  #counted: ReturnType<typeof countersOf>;
  #left = Promise.withResolvers<void>();
  /** Resolves when the socket is closed and all frames are taken or dropped. */
  readonly closed = this.#left.promise;

  constructor(
    socket: Socket,
    address: string | null,
    protocol: StreamProtocol,
    context: TransportContext,
    limits: TcpLimits,
    hooks: TcpHooks,
  ) {
    this.#socket = socket;
    this.address = address;
    this.#protocol = protocol;
    this.#context = context;
    this.#limits = limits;
    this.#hooks = hooks;
    this.#counted = countersOf(context, protocol.name);
    this.#session = protocol.createState();
    this.#inbox = new Inbox(protocol, context, this.#session, () => this.proceed());
    this.#kept = new ProfileCache(context, () => this.proceed());
    this.#silenceTimer = setTimeout(() => this.#onSilence(), limits.silent);
    socket.once('close', () => this.#onClose());
    socket.setNoDelay(true);
    socket.setKeepAlive(true, 60_000);
    socket.on('data', (bytes) => this.#onData(bytes));
    socket.on('drain', () => this.proceed());
    socket.on('end', () => this.#onEnd());
    // Handled by `close`.
    socket.on('error', () => undefined);
  }

  /** Continues with received frames in the next turns within the limits; resumes reading when all are taken. */
  proceed(): void {
    if (this.#canWork()) this.#context.turns?.add(this);
    this.#rest();
  }

  /** Takes one frame, or looks at one that must wait; returns whether more can be done. */
  work(): boolean {
    if (this.#canWork()) this.#workOnce();
    this.#hold();
    if (this.#canWork()) return true;
    this.#rest();
    return false;
  }

  #workOnce(): void {
    const first = this.#inbox.first();
    if (!first) return;
    const number = this.number ?? peekNumber(this.#protocol, first, this.#context.log);
    if (number !== null && this.#kept.renew(this.#protocol.name, number)) return;
    this.#inbox.shift();
    this.#take(first);
  }

  #canWork(): boolean {
    return this.#mayTake() && this.#inbox.hasWork();
  }

  /** Called when no more work is possible now. */
  #rest(): void {
    this.#hold();
    // Frames of a known device are taken in time even after it has hung up; those of an unknown one are dropped.
    const isUnknown = this.#inbox.isStrange && this.#answers.count === 0;
    if (this.#socket.destroyed && isUnknown && !this.#inbox.isOpen()) this.#isDropped = true;
    this.#steerReading();
    this.#checkAnswered();
  }

  /** True once no more bytes are read. */
  get ending(): boolean {
    return this.#finishing;
  }

  /** Stops reading; resolves when all received frames are answered: at the quota's pace, unless `isHurried`. */
  finish(isHurried = false): Promise<void> {
    this.#finishing = true;
    if (isHurried) this.#inbox.hurry();
    this.#socket.pause();
    clearTimeout(this.#frameTimer);
    this.proceed();
    if (this.#isAnswered()) return Promise.resolve();
    return new Promise((resolve) => this.#answered.push(resolve));
  }

  /** Ends the connection: later bytes are discarded, an unresponsive peer is cut. */
  end(): void {
    this.#finishing = true;
    this.#socket.end();
    // A paused socket would never close.
    this.#socket.resume();
    setTimeout(() => this.#socket.destroy(), this.#limits.linger).unref();
  }

  /** Encodes a command; null if the protocol does not support it or the connection is ending. */
  prepare(input: CommandInput, serial: number): Outgoing | null {
    const [number, frame] = [this.number, this.#firstFrame];
    const taking = () => !this.#finishing && this.#socket.writable;
    if (number === null || frame === null || !taking()) return null;
    const bytes = this.#protocol.encodeCommand?.({ number, frame }, input, serial) ?? null;
    if (bytes === null || this.#socket.writableLength > this.#limits.unread) return null;
    const write = (): boolean => {
      if (taking()) this.#socket.write(bytes);
      return taking();
    };
    return { bytes, write };
  }

  /** Answers received frames, then ends. `reason` is counted and logged. */
  retire(reason: string): void {
    this.#refuse(reason);
    this.#finishAndEnd();
  }

  destroy(): void {
    this.#isDropped = true;
    this.#socket.destroy();
  }

  #onData(bytes: Buffer): void {
    if (this.#finishing) return;
    this.#heard = true;
    this.#counted.bytes.inc(bytes.length);
    this.#inbox.arrived.push(bytes, this.#context.now());
    this.proceed();
  }

  #onEnd(): void {
    if (this.#finishing) return;
    this.#inbox.arrived.end(this.#context.now());
    this.#finishAndEnd();
  }

  #finishAndEnd(): void {
    this.finish().then(
      () => this.end(),
      () => this.destroy(),
    );
  }

  /** Ends the connection to free memory: its bytes are lost, and the device reconnects. */
  crowded(): void {
    this.#refuse('crowded');
    this.#finishing = true;
    this.destroy();
  }

  #hold(): void {
    const held = this.#inbox.arrived.bytes + this.#session.heldBytes;
    this.#context.frames?.hold(this, this.#isDropped ? 0 : held);
  }

  #mayTake(): boolean {
    return (
      !this.#kept.asking &&
      this.#answers.count < this.#limits.unanswered &&
      (this.#socket.destroyed || this.#socket.writableLength <= this.#limits.unread) &&
      !this.#isDropped &&
      !this.#context.pressure.paused()
    );
  }

  #steerReading(): void {
    if (this.#finishing && !this.#inbox.arrived.waits) return;
    const isOpen = this.#inbox.isOpen();
    if (!isOpen && this.#inbox.markOver()) this.#refuse('too_fast');
    if (this.#finishing || this.#socket.destroyed) return;
    if (isOpen && this.#mayTake()) {
      this.#readOn();
      return;
    }
    // The server stopped reading: no timeout for the device.
    this.#disarm();
    if (this.#mayTake() && this.#inbox.canReadAhead()) this.#socket.resume();
    else this.#socket.pause();
  }

  #readOn(): void {
    if (this.#inbox.arrived.waits) {
      this.#socket.pause();
      return;
    }
    this.#socket.resume();
    const begun = this.#inbox.arrived.isBegun || (this.#heard && this.number === null);
    if (begun) this.#frameTimer ??= setTimeout(() => this.#onFrameTimeout(), this.#limits.frame);
    else this.#disarm();
  }

  #disarm(): void {
    clearTimeout(this.#frameTimer);
    this.#frameTimer = undefined;
  }

  #onFrameTimeout(): void {
    this.#inbox.arrived.end(this.#context.now());
    this.retire('slow');
  }

  #onSilence(): void {
    // The server has paused reading: the device is not silent.
    if (this.#context.pressure.paused() || this.#answers.count > 0 || this.#inbox.arrived.waits)
      this.#silenceTimer.refresh();
    else this.retire('silent');
  }

  #take({ event, receivedAt }: Read): void {
    if (event.kind === 'error') this.#onBadBytes(event, receivedAt);
    else this.#onFrame(event.bytes, receivedAt);
  }

  #onBadBytes(event: FrameEvent & { kind: 'error' }, receivedAt: number): void {
    this.#record(event.bytes, receivedAt, event.reason);
    if (event.fatal) this.retire(event.reason);
    else this.#refuse(event.reason);
  }

  #onFrame(bytes: Buffer, receivedAt: number): void {
    this.heardAt = receivedAt;
    this.#disarm();
    if (!this.#socket.destroyed) this.#silenceTimer.refresh();
    this.#session.profile = this.#kept.profile;
    const read = decodeSafely(this.#protocol, bytes, this.#session, receivedAt, this.#context.log);
    const { number, messages, reply, error, body } = read;
    const [decoded, ...rest] = messages;
    if (number === null || decoded === undefined || error === checksumError) {
      this.#refuse(error === checksumError ? checksumError : 'malformed');
      this.#record(bytes, receivedAt, error ?? 'malformed');
      return;
    }
    if (this.number === null) this.#name(number, bytes);
    if (this.number !== number) {
      this.#refuse('other_number');
      this.#record(bytes, receivedAt, 'frame of another device');
      return;
    }
    this.#counted.messages.inc();
    this.#submit(body ?? bytes, receivedAt, { decoded, more: rest, error }, reply);
  }

  #name(number: string, frame: Buffer): void {
    this.number = number;
    this.namedAt = this.#context.now();
    if (this.#protocol.encodeCommand) this.#firstFrame = Buffer.from(frame.subarray(0, firstFrameBytes));
    clearTimeout(this.#silenceTimer);
    if (!this.#socket.destroyed) this.#silenceTimer = setTimeout(() => this.#onSilence(), this.#limits.idle);
    this.#hooks.named(this, number);
  }

  /** Stores refused bytes of a known device raw, for inspection. */
  #record(bytes: Buffer, receivedAt: number, error: string): void {
    if (this.number === null || bytes.length === 0 || this.#recorded >= this.#limits.recorded) return;
    this.#recorded++;
    this.#submit(bytes, receivedAt, { decoded: null, error }, null);
  }

  #submit(
    body: Buffer,
    receivedAt: number,
    outcome: Pick<Parameters<typeof toMessage>[0], 'decoded' | 'more' | 'error'>,
    reply: Buffer | null,
  ): void {
    const protocol = this.#protocol.name;
    const answer = this.#answers.add(reply);
    const message = toMessage({
      source: protocol,
      protocol,
      number: this.number ?? '',
      ...(this.address === null ? {} : { address: this.address }),
      ...(this.#hooks.isConflicting(this) ? { conflicting: true as const } : {}),
      body,
      receivedAt: new Date(receivedAt).toISOString(),
      ...outcome,
    });
    this.#context.submit(message).then(
      () => {
        this.#counted.committed.observe((this.#context.now() - receivedAt) / 1000);
        this.#settle(answer, 'stored');
      },
      (error: unknown) => {
        // Only this frame gets no answer: an alarm may be behind it.
        if (error instanceof NotStored) answer.bytes = null;
        this.#settle(answer, error instanceof NotStored ? 'stored' : 'failed');
      },
    );
  }

  #settle(answer: Answer, state: 'stored' | 'failed'): void {
    answer.state = state;
    if (this.#flushing) return;
    this.#flushing = true;
    // Waits for other answers of the same commit: one write for all.
    queueMicrotask(() => {
      this.#flushing = false;
      this.#flush();
    });
  }

  #flush(): void {
    const { ready, isFailed } = this.#answers.take();
    if (ready.length > 0 && this.#socket.writable) this.#socket.write(Buffer.concat(ready));
    if (isFailed) this.#giveUp();
    else this.proceed();
  }

  /**
   * Ends the connection after a message could not be stored: the device would take a later answer for its own, so it
   * gets none and reconnects (protocols.md P0.2).
   */
  #giveUp(): void {
    this.#refuse('not_stored');
    this.#isDropped = true;
    this.#answers.clear();
    this.#checkAnswered();
    this.end();
  }

  #isAnswered(): boolean {
    return this.#isDropped || (!this.#inbox.arrived.waits && (this.#socket.destroyed || this.#answers.count === 0));
  }

  #checkAnswered(): void {
    if (!this.#finishing || !this.#isAnswered()) return;
    for (const resolve of this.#answered.splice(0)) resolve();
    if (this.#socket.closed) this.#leave();
  }

  /** Counts a refusal; reports the first one of a connection. */
  #refuse(reason: string): void {
    this.#context.metrics.refused.inc({ protocol: this.#protocol.name, reason });
    if (!this.#told) this.#hooks.refused(this, reason);
    this.#told = true;
  }

  #onClose(): void {
    this.#finishing = true;
    clearTimeout(this.#silenceTimer);
    this.#disarm();
    this.proceed();
  }

  #leave(): void {
    this.#isDropped = true;
    this.#inbox.close();
    this.#hold();
    this.#hooks.closed(this);
    this.#left.resolve();
  }
}
