import { setTimeout as sleep } from 'node:timers/promises';
import { type AlarmType, alarmsIn, type Message } from '#devices/message.ts';
import { asAlarm } from '#server/core/alarmPriority.ts';
import { isDataError, isDiskFull, isTransient, sqlState } from '#server/core/retry.ts';
import { NotStored } from './transport.ts';

export interface LaneOptions {
  /** Number of parallel batches. A device always uses the same lane. */
  lanes?: number;
  /** Maximum messages of a batch. */
  maxMessages?: number;
  /** Maximum bytes of message bodies in a batch; a larger message is a batch of one. */
  maxBytes?: number;
  /** Bytes in memory above which transports stop reading; above twice as many `submit` rejects. */
  maxWaitingBytes?: number;
  /** Stores all or none, in the given order. Called again with the same messages after transient errors. */
  commitBatch(messages: Message[]): Promise<void>;
  /** Stores the one message that made `commitBatch` fail, raw with its error. */
  commitBad(message: Message, error: Error): Promise<void>;
  /** Called for every failed batch; `again`: it will be retried. */
  onError?(error: Error, messages: number, again: boolean): void;
  /** First and longest wait between retries, ms. */
  retryWait?: readonly [first: number, longest: number];
  /** Time without a commit after which transports stop reading, ms. */
  stallAfter?: number;
}

export interface Lanes {
  /** Resolves when the message is stored; rejects if it will not be: then do not answer the device. */
  submit(message: Message): Promise<void>;
  /** Returns whether transports should stop reading; `onDrain` reports when to continue. */
  paused(): boolean;
  /** Calls back each time reading may continue; returns the unsubscribe function. */
  onDrain(callback: () => void): () => void;
  /** Resolves when no message waits or is being committed. */
  idle(): Promise<void>;
  /** Returns milliseconds since commits began to fail; 0 if they succeed. */
  failingFor(): number;
  waiting(): { messages: number; bytes: number };
  /** Rejects waiting messages, stops retries, resolves when running commits have returned. */
  close(): Promise<void>;
}

/** Error of `submit` when too many messages wait. */
export class LanesFull extends Error {
  constructor() {
    super('too many messages wait to be stored');
  }
}

interface Entry {
  message: Message;
  device: string;
  urgent: boolean;
  bytes: number;
  /** Approximate memory, bytes: the body in hex twice (raw and body) and the decoded fields. */
  footprint: number;
  resolve(): void;
  reject(error: Error): void;
}

const urgentTypes: readonly AlarmType[] = ['sos', 'fall', 'smoke', 'gas', 'unknown'];

/** Returns whether any of the alarms is urgent: its message goes first. */
export function isUrgent(alarms: readonly AlarmType[]): boolean {
  return alarms.some((type) => urgentTypes.includes(type));
}

/**
 * Creates lanes that batch messages as the database's pace allows, without a timer (scale.md, "Ingest batches itself").
 */
export function createLanes(options: LaneOptions): Lanes {
  const gauge = new Gauge(options.maxWaitingBytes ?? 16_000_000, options.stallAfter ?? 5000);
  const lanes = Array.from({ length: options.lanes ?? 2 }, () => new Lane(options, gauge));

  return {
    submit(message) {
      return new Promise((resolve, reject) => {
        const entry = entryOf(message, resolve, reject);
        if (gauge.full) reject(new LanesFull());
        else laneOf(lanes, entry.device)?.add(entry);
      });
    },
    paused: () => gauge.paused(),
    onDrain: (callback) => gauge.onDrain(callback),
    idle: () => gauge.idle(),
    failingFor: () => gauge.failingFor(),
    waiting: () => ({ messages: gauge.messages, bytes: gauge.bytes }),
    close: async () => {
      await Promise.all(lanes.map((lane) => lane.close()));
    },
  };
}

function entryOf(message: Message, resolve: () => void, reject: (error: Error) => void): Entry {
  return {
    message,
    device: `${message.deviceRef.protocol}:${message.deviceRef.gateway ?? ''}:${message.deviceRef.number}`,
    urgent: isUrgent(alarmsIn(message)),
    bytes: message.body.length / 2,
    footprint: message.body.length * 2 + 2048,
    resolve,
    reject,
  };
}

function isAlarm({ message }: Entry): boolean {
  return alarmsIn(message).length > 0;
}

/** Selects the lane by FNV-1a over the device: always the same. */
function laneOf(lanes: readonly Lane[], device: string): Lane | undefined {
  let hash = 0x811c9dc5;
  for (let index = 0; index < device.length; index++)
    hash = Math.imul(hash ^ device.charCodeAt(index), 0x01000193) >>> 0;
  return lanes[hash % lanes.length];
}

/** Total of messages and bytes in all lanes. */
class Gauge {
  messages = 0;
  bytes = 0;
  #failingSince = 0;
  #paused = false;
  #limit: number;
  #stallAfter: number;
  #drained = new Set<() => void>();
  #idle: (() => void)[] = [];

  constructor(limit: number, stallAfter: number) {
    this.#limit = limit;
    this.#stallAfter = stallAfter;
  }

  get #stalled(): boolean {
    return this.#failingSince !== 0 && this.failingFor() >= this.#stallAfter;
  }

  get full(): boolean {
    return this.bytes > this.#limit * 2;
  }

  add(entry: Entry): void {
    this.messages++;
    this.bytes += entry.footprint;
  }

  remove(entry: Entry): void {
    this.messages--;
    this.bytes -= entry.footprint;
    this.#checkDrain();
    if (this.messages > 0) return;
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  failed(): void {
    this.#failingSince ||= performance.now();
  }

  succeeded(): void {
    this.#failingSince = 0;
  }

  failingFor(): number {
    return this.#failingSince === 0 ? 0 : performance.now() - this.#failingSince;
  }

  paused(): boolean {
    if (this.bytes > this.#limit || this.#stalled) this.#paused = true;
    return this.#paused;
  }

  onDrain(callback: () => void): () => void {
    this.#drained.add(callback);
    return () => this.#drained.delete(callback);
  }

  idle(): Promise<void> {
    if (this.messages === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  /** Resumes reading at half the limit, so that it does not toggle with each batch. */
  #checkDrain(): void {
    if (!this.#paused || this.bytes > this.#limit / 2 || this.#stalled) return;
    this.#paused = false;
    for (const callback of this.#drained) callback();
  }
}

class Lane {
  #options: LaneOptions;
  #gauge: Gauge;
  #waiting: Entry[] = [];
  #urgent = 0;
  #running: Promise<void> | null = null;
  /** Commits urgent messages that come while a batch is being committed: beside it, not after it. */
  #hurrying: Promise<void> | null = null;
  /** Devices of the batches that are being committed: their next messages wait. */
  #committing = new Set<string>();
  #closed = new AbortController();

  constructor(options: LaneOptions, gauge: Gauge) {
    this.#options = options;
    this.#gauge = gauge;
  }

  add(entry: Entry): void {
    if (this.#closed.signal.aborted) {
      entry.reject(new Error('closed'));
      return;
    }
    this.#gauge.add(entry);
    this.#waiting.push(entry);
    if (entry.urgent) this.#urgent++;
    this.#start();
  }

  #start(): void {
    if (this.#waiting.length > 0) this.#running ??= this.#run(false);
    if (this.#urgent > 0) this.#hurrying ??= this.#run(true);
  }

  async close(): Promise<void> {
    this.#closed.abort();
    for (const entry of this.#waiting.splice(0)) this.#settle(entry, new Error('closed'));
    await Promise.all([this.#running, this.#hurrying]);
  }

  async #run(onlyUrgent: boolean): Promise<void> {
    // Messages of the same read join the first batch.
    await Promise.resolve();
    for (let batch = this.#take(onlyUrgent); batch.length > 0; batch = this.#take(onlyUrgent)) {
      const devices = new Set(batch.map(({ device }) => device));
      const commit = (): Promise<void> => this.#commit(batch);
      for (const device of devices) this.#committing.add(device);
      await (batch.some((entry) => entry.urgent) ? asAlarm(commit) : commit());
      for (const device of devices) this.#committing.delete(device);
      // What waited for these devices goes on, though the other loop may have ended.
      this.#start();
    }
    if (onlyUrgent) this.#hurrying = null;
    else this.#running = null;
  }

  #take(onlyUrgent: boolean): Entry[] {
    const free = this.#waiting.filter(({ device }) => !this.#committing.has(device));
    const { ahead, after } = this.#urgent > 0 ? byUrgency(free) : { ahead: [], after: free };
    const order = onlyUrgent ? ahead : [...ahead, ...after];
    const batch = order.slice(0, fitting(order, this.#options.maxMessages ?? 500, this.#options.maxBytes ?? 1_000_000));
    const taken = new Set(batch);
    this.#waiting = this.#waiting.filter((entry) => !taken.has(entry));
    this.#urgent -= batch.filter((entry) => entry.urgent).length;
    return batch;
  }

  async #commit(batch: Entry[]): Promise<void> {
    const mixed = batch.some((entry) => !isAlarm(entry));
    const work = () => this.#options.commitBatch(batch.map((entry) => entry.message));
    const error = await this.#try(batch.length, work, mixed);
    if (mixed && error && isDiskFull(error)) {
      await this.#commitAlarms(batch);
      return;
    }
    if (!error || this.#closed.signal.aborted || isTransient(error)) {
      for (const entry of batch) this.#settle(entry, error);
      return;
    }
    const [only] = batch;
    if (batch.length === 1 && only) {
      await this.#keepBad(only, error);
      return;
    }
    const half = batch.length >> 1;
    await this.#commit(batch.slice(0, half));
    await this.#commit(batch.slice(half));
  }

  /**
   * Commits only the alarms of a batch while the disk is full; the other messages are rejected, for the device to
   * repeat.
   */
  async #commitAlarms(batch: Entry[]): Promise<void> {
    for (const entry of batch) if (!isAlarm(entry)) this.#settle(entry, new NotStored('the database has no room'));
    const alarms = batch.filter(isAlarm);
    if (alarms.length > 0) await this.#commit(alarms);
  }

  /**
   * Stores a message with faulty data as bad, which acknowledges it; not after other errors, e.g. a missing permission.
   */
  async #keepBad(entry: Entry, error: Error): Promise<void> {
    const isDataFault = isDataError(error) || sqlState(error) === '';
    const outcome = isDataFault ? await this.#try(1, () => this.#options.commitBad(entry.message, error)) : error;
    this.#settle(entry, outcome);
  }

  /**
   * Retries until success (null), a permanent error, or the lanes close (the last error). A full disk is not retried if
   * `givesWay`: the batch has messages that yield to alarms.
   */
  async #try(messages: number, work: () => Promise<void>, givesWay = false): Promise<Error | null> {
    const [first, longest] = this.#options.retryWait ?? [50, 2000];
    for (let wait = first; ; wait = Math.min(wait * 2, longest)) {
      const error = await work().then(
        () => null,
        (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown))),
      );
      if (!error) {
        this.#gauge.succeeded();
        return null;
      }
      const again = isTransient(error) && !this.#closed.signal.aborted && !(givesWay && isDiskFull(error));
      if (again) this.#gauge.failed();
      this.#options.onError?.(error, messages, again);
      if (!again) return error;
      await sleep(wait, undefined, { signal: this.#closed.signal }).catch(() => undefined);
      if (this.#closed.signal.aborted) return error;
    }
  }

  #settle(entry: Entry, error: Error | null): void {
    if (error) entry.reject(error);
    else entry.resolve();
    this.#gauge.remove(entry);
  }
}

/** Parts urgent messages, each after the earlier ones of its device, from the others: the order per device stays. */
function byUrgency(waiting: readonly Entry[]): { ahead: Entry[]; after: Entry[] } {
  const lastUrgent = new Map<string, number>();
  for (const [index, entry] of waiting.entries()) if (entry.urgent) lastUrgent.set(entry.device, index);
  const isAhead = (entry: Entry, index: number): boolean => index <= (lastUrgent.get(entry.device) ?? -1);
  return { ahead: waiting.filter(isAhead), after: waiting.filter((entry, index) => !isAhead(entry, index)) };
}

function fitting(order: readonly Entry[], maxMessages: number, maxBytes: number): number {
  let bytes = 0;
  for (const [index, entry] of order.entries()) {
    bytes += entry.bytes;
    if (index > 0 && (index >= maxMessages || bytes > maxBytes)) return index;
  }
  return order.length;
}
