/**
 * Simulates the watches of people in a separate process: they report where they are, a fix away now and then, and some
 * walk out. Runs one command of its parent after the other.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as rest } from 'node:timers/promises';
import { encodeWatch } from '#devices/watch/frame.ts';
import { inParallel } from '../../test/support/pool.ts';
import { positionFields } from '../../test/support/watch.ts';
import { serveCommands } from '../support/commands.ts';
import { homeOf, leavers, metre, numberOf } from './people.ts';

export type PlacesCommand =
  /** Connects the watches of people `from` and following, who report by turns, this many a second all together. */
  | { kind: 'open'; port: number; from: number; count: number; perSecond: number }
  /** Counts from here. */
  | { kind: 'count' }
  /** The last people, who have not reported, go out, this many a second. */
  | { kind: 'leave'; perSecond: number }
  | { kind: 'close' };

export interface PlacesResult {
  /** Positions acknowledged since the last count, and the seconds of it. */
  acknowledged: number;
  seconds: number;
  /** When the fix that confirms was sent, by the number of the watch; ms since 1970. */
  confirmed: Record<string, number>;
}

/** Noise of a fix, metres, and the share of fixes that are off by 0.5 to 2 km. */
const noise = 15;
const jumps = 0.01;
/** Time between the first two fixes outside, ms. */
const secondAfter = 31_000;

const gauss = () => Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());

let counts = { acknowledged: 0, since: 0 };
let people: Person[] = [];
let reporting: NodeJS.Timeout | undefined;

class Person {
  readonly number: string;
  readonly socket: Socket;
  readonly #home: { lat: number; lng: number };
  #waiting: (() => void)[] = [];
  #text = '';
  /** Metres from home. */
  #away = 0;

  constructor(index: number, socket: Socket) {
    this.number = numberOf(index);
    this.#home = homeOf(index);
    this.socket = socket;
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => this.#read(bytes.toString('latin1')));
  }

  #read(text: string): void {
    const frames = (this.#text + text).split(']');
    this.#text = frames.pop() ?? '';
    for (const frame of frames) {
      if (frame.endsWith('*LK')) this.#waiting.shift()?.();
      // Asked for where it is: says that it heard, and where it is.
      else if (frame.endsWith('*CR')) {
        this.#send('CR');
        void this.report(0);
      }
    }
  }

  #send(content: string): void {
    this.socket.write(encodeWatch('3G', this.number, content));
  }

  /** Sends a heartbeat; resolves when all before it is stored. */
  stored(): Promise<void> {
    this.#send('LK,0,0,80');
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Sends where the person is. */
  async report(jumping: number): Promise<void> {
    const jump = Math.random() < jumping ? 500 + 1500 * Math.random() : 0;
    const angle = Math.random() * 2 * Math.PI;
    const north = this.#away + noise * gauss() + jump * Math.sin(angle);
    const east = noise * gauss() + jump * Math.cos(angle);
    const place = { lat: this.#home.lat + north * metre.lat, lng: this.#home.lng + east * metre.lng };
    this.#send(`UD,${positionFields(new Date(), 0, place)}`);
    const counted = counts;
    await this.stored();
    counted.acknowledged++;
  }

  /** Goes out, with a fix 900 m from home and another half a minute later. @returns when that one was sent */
  async leave(): Promise<number> {
    this.#away = 900;
    await this.report(0);
    await rest(secondAfter);
    this.#away += 40;
    const at = Date.now();
    await this.report(0);
    return at;
  }
}

async function openPerson(port: number, index: number): Promise<Person> {
  const socket = connect(port, '127.0.0.1');
  const person = new Person(index, socket);
  await once(socket, 'connect');
  await person.stored();
  return person;
}

function startReporting(reporters: readonly Person[], perSecond: number): void {
  const started = performance.now();
  let next = 0;
  reporting = setInterval(() => {
    for (const due = ((performance.now() - started) / 1000) * perSecond; next < due; next++)
      void reporters[next % reporters.length]?.report(jumps);
  }, 10);
}

async function leave(perSecond: number): Promise<Record<string, number>> {
  const leaving = people.slice(-leavers).map(async (person, index) => {
    await rest((index / perSecond) * 1000);
    return [person.number, await person.leave()] as const;
  });
  return Object.fromEntries(await Promise.all(leaving));
}

async function execute(command: PlacesCommand): Promise<PlacesResult> {
  const { acknowledged, since } = counts;
  const result = { acknowledged, seconds: (performance.now() - since) / 1000, confirmed: {} };
  if (command.kind === 'open') {
    const indexes = Array.from({ length: command.count }, (_, index) => command.from + index);
    await inParallel(indexes, 100, async (index) => people.push(await openPerson(command.port, index)));
    startReporting(people.slice(0, -leavers), command.perSecond);
  } else if (command.kind === 'count') counts = { acknowledged: 0, since: performance.now() };
  else if (command.kind === 'leave') return { ...result, confirmed: await leave(command.perSecond) };
  else await closeAll();
  return result;
}

async function closeAll(): Promise<void> {
  clearInterval(reporting);
  const open = people;
  people = [];
  await Promise.all(
    open.map(async ({ socket }) => {
      socket.destroy();
      if (!socket.closed) await once(socket, 'close');
    }),
  );
}

serveCommands(execute);
