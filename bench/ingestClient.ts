/**
 * Simulates thousands of devices on one port in a separate process: their cost is not the server's, and each process
 * has its limit of sockets. Runs one command of its parent after the other.
 */
import { once } from 'node:events';
import { setTimeout as rest } from 'node:timers/promises';
import { serveCommands } from './support/commands.ts';
import { type Device, openDevice, openDevices } from './support/simulatedDevice.ts';
import { wires } from './support/wires.ts';
import { chatter, report } from './traffic.ts';

export type ClientCommand =
  | { kind: 'open'; protocol: string; port: number; count: number }
  /** All devices send rows of messages in turn, `ahead` of them in flight on all connections together. */
  | { kind: 'chatter'; seconds: number; ahead: number }
  /** Devices send this many positions a second from now on, until they are closed. */
  | { kind: 'report'; perSecond: number }
  /** This many devices send single bytes of a frame from now on, and reconnect when they are cut. */
  | { kind: 'drip'; count: number }
  | { kind: 'close' };

export interface CommandResult {
  /** Messages that were acknowledged a second; only of `chatter`. */
  rate: number;
  /** Number of slow devices cut so far. */
  cut: number;
}

let devices: Device[] = [];
let target = { protocol: 'watch', port: 0 };
let cut = 0;
let stopReport: () => void = () => undefined;

const numberOf = (index: number) => wires[target.protocol]?.number(index) ?? '';

/** Returns a function that takes the devices in turn, without those that wait for an answer. */
function idleDevices(): () => Device {
  let next = 0;
  return () => {
    for (;;) {
      const device = devices[next++ % devices.length];
      if (device && !device.isWaiting) return device;
    }
  };
}

/** Sends the beginning of a frame, one byte each 200 ms: the connection is cut after the timeout, and opened again. */
async function drip(index: number): Promise<void> {
  while (devices.length > 0) {
    const { number, socket } = await openDevice(target.protocol, target.port, numberOf(index));
    const frame = wires[target.protocol]?.position(number, new Date(), 1).subarray(0, -2) ?? Buffer.alloc(0);
    let offset = 0;
    const timer = setInterval(() => socket.write(frame.subarray(offset, ++offset)), 200);
    await once(socket, 'close');
    clearInterval(timer);
    cut++;
  }
}

async function closeAll(): Promise<void> {
  stopReport();
  const open = devices;
  devices = [];
  await Promise.all(
    open.map(async ({ socket }) => {
      socket.destroy();
      if (!socket.closed) await once(socket, 'close');
    }),
  );
  await rest(500);
}

async function execute(command: ClientCommand): Promise<CommandResult> {
  let rate = 0;
  if (command.kind === 'open') {
    target = command;
    const numbers = Array.from({ length: command.count }, (_, index) => numberOf(index));
    devices = await openDevices(command.protocol, command.port, numbers);
  } else if (command.kind === 'chatter') rate = await chatter(command.seconds, command.ahead, idleDevices());
  else if (command.kind === 'report') stopReport = report(devices, command.perSecond).stop;
  else if (command.kind === 'drip') {
    for (let index = 0; index < command.count; index++) void drip(devices.length + index);
  } else await closeAll();
  return { rate, cut };
}

serveCommands(execute);
