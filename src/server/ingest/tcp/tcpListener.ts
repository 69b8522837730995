import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { CommandInput, StreamProtocol } from '#devices/framer.ts';
import { runInBackground } from '#server/core/background.ts';
import { guardDoor } from '#server/net/door.ts';
import { type ConnectionSlot, Doors } from '#server/net/doors.ts';
import { addressOf, behindProxy } from '#server/net/proxy.ts';
import type { Outgoing } from '../downlink.ts';
import { FrameBudget } from '../frameBudget.ts';
import { LogLimiter } from '../logLimiter.ts';
import { type DrainOptions, maskNumber, settledWithin, type TransportContext } from '../transport.ts';
import { TurnBudget } from '../turnBudget.ts';
import { ConnectionRegistry } from './connectionRegistry.ts';
import { TcpConnection } from './tcpConnection.ts';
import { type TcpLimits, tcpLimits } from './tcpLimits.ts';

export interface TcpListenerOptions extends TransportContext {
  protocol: StreamProtocol;
  host: string;
  /** 0: any free port. */
  port: number;
  limits?: Partial<TcpLimits>;
  /**
   * Returns whether an address is a proxy in front of this port. If set, each connection must come from one and start
   * with a PROXY v2 header, otherwise it is cut.
   */
  isProxy?: ((address: string) => boolean) | undefined;
}

export interface TcpListener {
  readonly port: number;
  connections(): number;
  /** Encodes a command for the device's active connection; null if there is none or it does not support it. */
  prepare(number: string, input: CommandInput, serial: number): Outgoing | null;
  /** Returns the connected device numbers. */
  numbers(): string[];
  /** Stops accepting and reading, answers received frames, ends the connections; resolves when all are closed. */
  drain(options: DrainOptions): Promise<void>;
  /** Closes all connections at once. */
  close(): Promise<void>;
}

/** Accept backlog: after a restart all devices connect at once, and one beyond the queue loses seconds. */
const arrivals = 4096;

/** Opens the port of a stream protocol; resolves when it listens, rejects if the port is unavailable. */
export async function listenTcp(options: TcpListenerOptions): Promise<TcpListener> {
  const book = new Book(options);
  // Half-open: a device that has finished sending may still wait for its answers.
  const server = createServer({ allowHalfOpen: true });
  const doors = options.doors ?? new Doors();
  const placeOf = guardDoor(server, doors, (address) => book.refuseFull(address));
  server.on('connection', (socket) => book.accept(socket, placeOf(socket), doors));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: options.port, host: options.host, backlog: arrivals }, () => resolve());
  });
  const closed = new Promise<void>((resolve) => server.once('close', () => resolve()));
  const stopDrain = options.pressure.onDrain(() => book.proceed());

  return {
    port: (server.address() as AddressInfo).port,
    connections: () => book.size,
    prepare: (number, input, serial) => book.prepare(number, input, serial),
    numbers: () => book.numbers(),
    async drain({ spread, max }) {
      server.close();
      if (!(await settledWithin(book.end(spread), max))) book.destroy();
      await closed;
      stopDrain();
    },
    async close() {
      server.close();
      book.destroy();
      await closed;
      stopDrain();
    },
  };
}

/** Open connections of one port. */
class Book {
  #options: TcpListenerOptions;
  #limits: TcpLimits;
  #all = new Set<TcpConnection>();
  /** Sockets that have not sent their PROXY header yet. */
  #arriving = new Set<Socket>();
  /** Slots of connections whose device is not known to be registered. */
  #unproven = new Map<TcpConnection, ConnectionSlot>();
  #connections: ConnectionRegistry;
  #lines: LogLimiter;

  constructor(options: TcpListenerOptions) {
    const submit: TcpListenerOptions['submit'] = async (message) => {
      await options.submit(message);
      if (this.#unproven.size > 0) this.#prove(message.deviceRef.number);
    };
    this.#options = { frames: new FrameBudget(), turns: new TurnBudget(), ...options, submit };
    this.#limits = { ...tcpLimits, ...options.limits };
    this.#connections = new ConnectionRegistry(options);
    this.#lines = new LogLimiter(options.now);
  }

  get size(): number {
    return this.#all.size;
  }

  accept(socket: Socket, place: ConnectionSlot | undefined, doors: Doors): void {
    // Cut for lack of slots.
    if (!place) return;
    // A device's connection is always in use: commands are sent through it.
    place.use();
    if (this.#options.isProxy === undefined) this.#open(socket, place);
    else if (this.#options.isProxy(addressOf(socket) ?? ''))
      runInBackground(this.#admit(socket, place, doors), 'PROXY header');
    else this.#refuse(socket, 'no_proxy');
  }

  async #admit(socket: Socket, place: ConnectionSlot, doors: Doors): Promise<void> {
    this.#arriving.add(socket);
    const address = await behindProxy(socket, this.#limits.frame).finally(() => this.#arriving.delete(socket));
    if (address === null) {
      this.#refuse(socket, 'no_proxy_header');
      return;
    }
    if (socket.destroyed) return;
    doors.countAt(place, address);
    socket.once('close', () => doors.leave(place, address));
    this.#open(socket, place, address).proceed();
  }

  #refuse(socket: Socket, reason: string): void {
    const protocol = this.#options.protocol.name;
    this.#options.metrics.refused.inc({ protocol, reason });
    this.#tell('warn', { reason, address: addressOf(socket) }, 'device refused');
    socket.destroy();
  }

  /** Logs a line about a connection, within the limit. */
  #tell(level: 'info' | 'warn', fields: { address?: string | null; [name: string]: unknown }, text: string): void {
    const logFields = this.#lines.take(fields.address);
    if (logFields) this.#options.log[level]({ protocol: this.#options.protocol.name, ...fields, ...logFields }, text);
  }

  #open(socket: Socket, place: ConnectionSlot, address = addressOf(socket)): TcpConnection {
    const connection = new TcpConnection(socket, address, this.#options.protocol, this.#options, this.#limits, {
      named: (named, number) => this.#onNamed(named, number),
      isConflicting: (candidate) => this.#connections.isConflicting(candidate),
      refused: ({ number, address: from }, reason) =>
        this.#tell('warn', { reason, number: maskNumber(number), address: from }, 'device refused'),
      closed: (closedConnection) => this.#onClosed(closedConnection),
    });
    this.#all.add(connection);
    this.#unproven.set(connection, place);
    this.#count();
    return connection;
  }

  prepare(number: string, input: CommandInput, serial: number): Outgoing | null {
    return this.#connections.active(number)?.prepare(input, serial) ?? null;
  }

  numbers(): string[] {
    return this.#connections.numbers();
  }

  proceed(): void {
    for (const connection of this.#all) connection.proceed();
  }

  /** Answers received frames, then ends the connections one after the other over `spread` ms. */
  async end(spread: number): Promise<void> {
    const all = [...this.#all];
    for (const socket of this.#arriving) socket.destroy();
    await Promise.all(
      all.map(async (connection, index) => {
        await connection.finish(true);
        await settledWithin(connection.closed, (spread * index) / all.length);
        connection.end();
        await connection.closed;
      }),
    );
  }

  destroy(): void {
    for (const socket of this.#arriving) socket.destroy();
    for (const connection of this.#all) connection.destroy();
  }

  /** Counts a connection that was cut for lack of slots. */
  refuseFull(address: string | null): void {
    this.#options.metrics.refused.inc({ protocol: this.#options.protocol.name, reason: 'too_many' });
    this.#tell('warn', { reason: 'too_many', address }, 'device refused');
  }

  /**
   * Marks the connection of a registered number as proven after its first stored message: it is not cut for another
   * one.
   */
  #prove(number: string): void {
    const connection = this.#connections.active(number);
    const place = connection && this.#unproven.get(connection);
    if (!place || this.#options.isRegistered?.(this.#options.protocol.name, number) === false) return;
    this.#unproven.delete(connection);
    place.prove();
  }

  #onNamed(connection: TcpConnection, number: string): void {
    const replaced = this.#connections.add(connection, number);
    const named = { number: maskNumber(number), address: connection.address };
    if (replaced.length > 0) this.#tell('info', named, 'device came again');
    for (const older of replaced) older.retire('replaced');
    if (this.#connections.isConflicting(connection))
      this.#tell('warn', named, 'another address with the number of a device');
  }

  #onClosed(connection: TcpConnection): void {
    this.#all.delete(connection);
    this.#unproven.delete(connection);
    this.#connections.remove(connection);
    this.#count();
  }

  #count(): void {
    this.#options.metrics.connections.set({ protocol: this.#options.protocol.name }, this.#all.size);
  }
}
