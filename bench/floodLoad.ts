/**
 * Connections that send signs of life of numbers which nobody has registered as fast as the port takes them, read what is
 * answered, and come again when they are cut: in a process of their own, for they sit at another machine.
 */
import { connect } from 'node:net';
import { wires } from './wires.ts';

export interface FloodOrder {
  count: number;
  /** By protocol; the connections are shared out among them. */
  ports: Readonly<Record<string, number>>;
}

/** Numbers that no part of the bench registers. */
const first = 900_000;
const frames = 2000;
/** Written so far by all of them, bytes. */
let sent = 0;

function flood(protocol: string, port: number, n: number): void {
  const wire = wires[protocol];
  if (!wire) throw new Error(`nobody speaks ${protocol}`);
  const bytes = Buffer.concat(Array.from({ length: frames }, () => wire.hello(wire.number(first + n))));
  const socket = connect(port, '127.0.0.1');
  const write = (): void => {
    while (!socket.destroyed && socket.write(bytes, () => (sent += bytes.length)));
  };
  socket.on('connect', write);
  socket.on('drain', write);
  socket.resume();
  socket.on('error', () => undefined);
  socket.on('close', () => setTimeout(() => flood(protocol, port, n), 100));
}

process.once('message', ({ count, ports }: FloodOrder) => {
  const all = Object.entries(ports);
  for (let n = 0; n < count; n++) {
    const [protocol, port] = all[n % all.length] ?? ['', 0];
    flood(protocol, port, n);
  }
  setInterval(() => process.send?.(sent), 100);
});
process.once('disconnect', () => process.exit());
