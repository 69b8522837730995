import type { Logger } from 'pino';
import { type Message, toMessage } from '#devices/message.ts';
import type { ChildNote, DeviceLogin } from './deviceLogin.ts';

/** Minimum distance of two signs of life of a gateway, and interval in which noted ones are sent, ms. */
const signEvery = 20_000;
const lookEvery = 5000;
/** Interval of writing children and beats, ms. */
const childrenEvery = 60_000;
const beatsEvery = 600_000;
/** Maximum messages that a child loses between two notes: a wider gap is no loss that anybody counts. */
const maxLost = 1_000_000;
/** Maximum children in memory per gateway; further ones are not counted. */
const maxChildren = 10_000;

type Gateway = Pick<DeviceLogin, 'id' | 'sn' | 'protocol'>;

/** Storage of what is noted. */
export interface NoteStore {
  noteChildren(notes: readonly ChildNote[]): Promise<void>;
  /** Adds the signs of life of the ten minutes that begin at `at`, ms. */
  noteBeats(beats: readonly { gatewayId: string; beats: number }[], at: number): Promise<void>;
}

interface Noted {
  gateway: Gateway;
  /** Last time it was heard, and the last one that was sent, ms. */
  heardAt: number;
  sentAt: number;
  beats: number;
  children: Map<string, ChildNote>;
}

/**
 * What gateways say by keep-alives and messages, in memory: a sign of life at most every 20 s goes through the gateway's
 * lane, beats and children are written in one statement now and then. So no message of a child waits for its gateway.
 */
export class GatewayNotes {
  #submit: (message: Message) => Promise<void>;
  #store: NoteStore;
  #log: Pick<Logger, 'warn'>;
  #noted = new Map<string, Noted>();
  #timers: NodeJS.Timeout[] = [];
  #beatTimer: NodeJS.Timeout | undefined;

  constructor(submit: (message: Message) => Promise<void>, store: NoteStore, log: Pick<Logger, 'warn'>) {
    this.#submit = submit;
    this.#store = store;
    this.#log = log;
  }

  start(now: () => number = Date.now): void {
    const each = (ms: number, run: () => unknown) => this.#timers.push(setInterval(run, ms).unref());
    each(lookEvery, () => this.sendSigns(now()));
    each(childrenEvery, () => this.writeChildren());
    this.#planBeats(now);
  }

  /** Writes beats at the end of each ten minutes of the clock: in a phase of its own it could skip some. */
  #planBeats(now: () => number): void {
    const run = () => {
      this.#planBeats(now);
      return this.writeBeats(now());
    };
    this.#beatTimer = setTimeout(run, beatsEvery - (now() % beatsEvery) + 1000).unref();
  }

  /** Writes what is noted and stops. */
  async stop(now = Date.now()): Promise<void> {
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
    clearTimeout(this.#beatTimer);
    await Promise.all([this.writeChildren(), this.writeBeats(now)]);
  }

  /** Notes that a gateway was heard at `now`, ms. */
  heard(gateway: Gateway, now: number): void {
    const noted = this.#of(gateway);
    noted.heardAt = now;
    this.#sendIfDue(noted, now);
  }

  /**
   * Notes a message of a child.
   * @param counter uplink counter of LoRaWAN; null without one
   * @param isHeard false: the message does not show that the child is alive
   */
  child(
    gateway: Gateway,
    number: string,
    at: number,
    { counter, isHeard }: { counter: number | null; isHeard: boolean },
  ) {
    const { children } = this.#of(gateway);
    const known = children.get(number);
    if (!known && children.size >= maxChildren) return;
    const note = known ?? { gatewayId: gateway.id, number, at: null, counter: null, received: 0, lost: 0 };
    children.set(number, note);
    if (isHeard) note.at = Math.max(note.at ?? at, at);
    // The same counter again is a retransmission; a lower one a restart of the child.
    if (counter === null || counter === note.counter) return;
    if (note.counter !== null && counter > note.counter)
      note.lost = Math.min(maxLost, note.lost + counter - note.counter - 1);
    note.received += 1;
    note.counter = counter;
  }

  /** Sends the noted signs of life that are due. */
  sendSigns(now: number): void {
    for (const noted of this.#noted.values()) this.#sendIfDue(noted, now);
  }

  async writeChildren(): Promise<void> {
    const notes = [...this.#noted.values()].flatMap(({ children }) =>
      [...children.values()].filter(({ at, received }) => at !== null || received > 0),
    );
    if (notes.length === 0) return;
    const written = notes.map((note) => ({ ...note }));
    // The counter stays: the next one is compared with it.
    for (const note of notes) Object.assign(note, { at: null, received: 0, lost: 0 });
    await this.#store.noteChildren(written).catch((error: unknown) => this.#failed(error));
  }

  async writeBeats(now: number): Promise<void> {
    const beats = [...this.#noted.values()].flatMap(({ gateway, beats }) =>
      beats > 0 ? { gatewayId: gateway.id, beats } : [],
    );
    for (const [id, noted] of this.#noted) {
      noted.beats = 0;
      if (noted.heardAt < now - beatsEvery * 6) this.#noted.delete(id);
    }
    if (beats.length === 0) return;
    const from = Math.floor((now - beatsEvery / 2) / beatsEvery) * beatsEvery;
    await this.#store.noteBeats(beats, from).catch((error: unknown) => this.#failed(error));
  }

  #of(gateway: Gateway): Noted {
    const noted = this.#noted.get(gateway.id) ?? { gateway, heardAt: 0, sentAt: 0, beats: 0, children: new Map() };
    noted.gateway = gateway;
    this.#noted.set(gateway.id, noted);
    return noted;
  }

  #sendIfDue(noted: Noted, now: number): void {
    const { gateway, heardAt, sentAt } = noted;
    if (heardAt <= sentAt || now - sentAt < signEvery) return;
    noted.sentAt = now;
    noted.beats += 1;
    const { protocol, sn: number } = gateway;
    const empty = { body: Buffer.alloc(0), decoded: null, error: null };
    const receivedAt = new Date(heardAt).toISOString();
    const sign: Message = {
      ...toMessage({ source: protocol, protocol, number, receivedAt, ...empty }),
      isSignOfLife: true,
    };
    this.#submit(sign).catch((error: unknown) => this.#failed(error));
  }

  #failed(error: unknown): void {
    this.#log.warn({ err: error }, 'sign of a gateway not stored');
  }
}
