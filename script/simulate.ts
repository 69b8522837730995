/**
 * Simulates demo watches in a separate process, with the real protocol over the real port. The first line of standard
 * input is `{"host", "port", "watches": [{"number", "lat", "lng"}]}` (WGS-84); later lines `pause` and `resume` stop
 * and start the alarms. Exits when standard input ends. Environment: SIMULATE_REPORT_SECONDS (60) between the reports
 * of a watch, SIMULATE_ALARM_SECONDS (240) between the alarms of all watches.
 */
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { encodeWatch } from '#devices/watch/frame.ts';

interface Home {
  number: string;
  lat: number;
  lng: number;
}

interface Plan {
  host: string;
  port: number;
  watches: Home[];
}

const sos = 0x0001_0000;
const fall = 0x0020_0000;
/** Degrees of latitude of a metre. */
const metre = 1 / 111_195;
/** Metres walked between two reports, and by which a position is off. */
const stride = 60;
const jitter = 8;
/** Probability of setting out per report, and the metres at which a walk turns back. */
const setsOutEach = 1 / 90;
const farthest = 900;
/** Probability of a battery drop by 1 % per report, and the level, %, at which the watch is charged. */
const fallsEach = 0.02;
const emptiest = 15;

function seconds(name: string, fallback: number): number {
  const value = Number(process.env[name]);
  return value > 0 ? value : fallback;
}

const reportEvery = seconds('SIMULATE_REPORT_SECONDS', 60) * 1000;
const alarmEvery = seconds('SIMULATE_ALARM_SECONDS', 240) * 1000;
/** Number of reports between two heartbeats or two measurements. */
const heartbeatReports = 5;
/** Maximum delay before a watch reconnects, ms. */
const maxWaitMs = 60_000;

function pick<T>(list: readonly T[]): T | undefined {
  return list[Math.floor(Math.random() * list.length)];
}

/** Returns an evenly distributed number around the middle, at most `spread` away. */
function around(middle: number, spread: number): number {
  return middle + (Math.random() * 2 - 1) * spread;
}

class Watch {
  #home: Home;
  #plan: Plan;
  #socket: Socket | null = null;
  #lat: number;
  #lng: number;
  /** Where the wearer walks to; null at home. */
  #goal: Pick<Home, 'lat' | 'lng'> | null = null;
  #battery = Math.round(around(75, 20));
  #signal = Math.round(around(70, 20));
  #steps = 0;
  #reports = 0;
  #wait = 1000;
  /** An unanswered alarm: sent again after a reconnection. */
  #alarm: Buffer | null = null;

  constructor(home: Home, plan: Plan) {
    this.#home = home;
    this.#plan = plan;
    this.#lat = home.lat;
    this.#lng = home.lng;
    setTimeout(() => this.#connect(), Math.random() * Math.min(reportEvery, 5000));
    setTimeout(() => this.#report(), around(reportEvery, reportEvery * 0.2));
  }

  press(bits: number): void {
    this.#alarm = this.#frame(`AL,${this.#position(bits)}`);
    this.#socket?.write(this.#alarm);
  }

  #connect(): void {
    const socket = connect(this.#plan.port, this.#plan.host);
    socket.on('connect', () => {
      this.#socket = socket;
      this.#wait = 1000;
      this.#heartbeat();
      if (this.#alarm) socket.write(this.#alarm);
    });
    socket.on('data', (bytes) => {
      if (bytes.includes('*AL]')) this.#alarm = null;
      if (bytes.includes('*CR]')) this.#locate();
    });
    // `close` is emitted as well.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#socket = null;
      setTimeout(() => this.#connect(), around(this.#wait, this.#wait * 0.3));
      this.#wait = Math.min(this.#wait * 2, maxWaitMs);
    });
  }

  #report(): void {
    this.#walk();
    this.#send(`UD,${this.#position(0)}`);
    this.#reports++;
    if (this.#reports % heartbeatReports === 0) this.#heartbeat();
    if (this.#reports % heartbeatReports === 2) this.#send(`heart,${Math.round(around(74, 12))}`);
    setTimeout(() => this.#report(), around(reportEvery, reportEvery * 0.2));
  }

  /** Answers a position request: the bare confirmation at once, the position after a delay like a real watch. */
  #locate(): void {
    this.#send('CR');
    setTimeout(() => this.#send(`UD,${this.#position(0)}`), around(4000, 2000));
  }

  #heartbeat(): void {
    this.#send(`LK,${this.#steps},0,${this.#battery}`);
  }

  /** Walks a stride to the goal, from there home; at home sets out now and then. */
  #walk(): void {
    const { lat, lng } = this.#home;
    if (!this.#goal && Math.random() < setsOutEach)
      this.#goal = { lat: around(lat, farthest * metre), lng: around(lng, farthest * metre) };
    if (this.#goal) {
      const [dLat, dLng] = [this.#goal.lat - this.#lat, this.#goal.lng - this.#lng];
      const share = Math.min(1, (stride * metre) / Math.hypot(dLat, dLng));
      this.#lat += dLat * share;
      this.#lng += dLng * share;
      if (share === 1) this.#goal = this.#goal.lat === lat && this.#goal.lng === lng ? null : { lat, lng };
    }
    this.#steps += Math.round(Math.random() * 60);
    if (Math.random() < fallsEach) this.#battery = this.#battery > emptiest ? this.#battery - 1 : 100;
    this.#signal = Math.round(Math.min(100, Math.max(20, around(this.#signal, 4))));
  }

  /** Returns position parameters of protocols.md P1 with the given status word. */
  #position(status: number): string {
    const [, year, month, day, hour, minute, second] = new Date().toISOString().match(/\d\d/g) ?? [];
    const [lat, lng] = [around(this.#lat, jitter * metre), around(this.#lng, jitter * metre)];
    const latitude = `${Math.abs(lat).toFixed(6)},${lat < 0 ? 'S' : 'N'}`;
    const longitude = `${Math.abs(lng).toFixed(6)},${lng < 0 ? 'W' : 'E'}`;
    const state = `${this.#battery},${this.#steps},0,${status.toString(16).toUpperCase().padStart(8, '0')}`;
    return `${day}${month}${year},${hour}${minute}${second},A,${latitude},${longitude},0,0,10,8,${this.#signal},${state},0,0`;
  }

  #frame(content: string): Buffer {
    return encodeWatch('3G', this.#home.number, content);
  }

  #send(content: string): void {
    this.#socket?.write(this.#frame(content));
  }
}

function simulate(plan: Plan): { pause(): void; resume(): void } {
  const watches = plan.watches.map((home) => new Watch(home, plan));
  let paused = false;
  const alarm = (): void => {
    if (!paused) pick(watches)?.press(Math.random() < 0.7 ? sos : fall);
    setTimeout(alarm, around(alarmEvery, alarmEvery * 0.3));
  };
  // The first alarm comes early, so that a new user sees one.
  setTimeout(alarm, alarmEvery / 8);
  return {
    pause: () => {
      paused = true;
    },
    resume: () => {
      paused = false;
    },
  };
}

let running: ReturnType<typeof simulate> | undefined;
const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  if (!running) running = simulate(JSON.parse(line) as Plan);
  else if (line === 'pause') running.pause();
  else if (line === 'resume') running.resume();
});
lines.on('close', () => process.exit(0));
