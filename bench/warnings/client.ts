/** Simulates the devices of people in a separate process: each sends five signs a minute, some fall ill. */
import type { MqttClient } from 'mqtt';
import { openDevice, sendMessage } from '../../test/support/button.ts';
import { inParallel } from '../../test/support/pool.ts';
import { serveCommands } from '../support/commands.ts';
import { isHigh, numberOf, signsOf } from './signs.ts';

export type SignsCommand =
  | { kind: 'open'; port: number; count: number }
  /** From now on all send by turns, this many messages a second together, and this share of them tells of an illness. */
  | { kind: 'send'; perSecond: number; illShare: number };

/** What happened since the command before. */
export interface SignsResult {
  acknowledged: number;
  seconds: number;
  /** When the message of who fell ill was acknowledged, by the number of the device; ms since 1970. */
  ill: Record<string, number>;
}

const none = () => ({ acknowledged: 0, since: performance.now(), ill: {} as Record<string, number> });

const devices: MqttClient[] = [];
const everIll = new Set<number>();
let counts = none();
let sending: NodeJS.Timeout | undefined;
let next = 0;
let serial = 0;

async function open(port: number, index: number): Promise<void> {
  const device = openDevice(numberOf(index), port);
  devices[index] = device;
  await new Promise<void>((resolve) => device.once('connect', () => resolve()));
}

async function send(index: number, illShare: number): Promise<void> {
  const device = devices[index];
  if (!device) return;
  const falls = !isHigh(index) && !everIll.has(index) && Math.random() < illShare;
  if (falls) everIll.add(index);
  const counted = counts;
  const number = numberOf(index);
  const message = { id: String(serial++), ts: new Date().toISOString(), readings: signsOf(index, everIll.has(index)) };
  await sendMessage(device, number, message);
  counted.acknowledged++;
  if (falls) counted.ill[number] = Date.now();
}

function start(perSecond: number, illShare: number): void {
  const started = performance.now();
  let sent = 0;
  sending = setInterval(() => {
    for (const due = ((performance.now() - started) / 1000) * perSecond; sent < due; sent++)
      void send(next++ % devices.length, illShare);
  }, 10);
}

async function execute(command: SignsCommand): Promise<SignsResult> {
  const { acknowledged, since, ill } = counts;
  const result = { acknowledged, seconds: (performance.now() - since) / 1000, ill };
  counts = none();
  clearInterval(sending);
  if (command.kind === 'send') start(command.perSecond, command.illShare);
  else {
    const indexes = Array.from({ length: command.count }, (_, index) => index);
    await inParallel(indexes, 100, (index) => open(command.port, index));
  }
  return result;
}

serveCommands(execute);
