import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer as createTlsServer } from 'node:tls';
import type { Aedes, AuthenticateError, Client, PublishPacket } from 'aedes';
import { decodeNativeMqtt, nativeTopic } from '#devices/json/nativeMqtt.ts';
import { toMessage } from '#devices/message.ts';
import type { Port } from '#server/core/config.ts';
import { guardDoor } from '#server/net/door.ts';
import { type ConnectionSlot, Doors } from '#server/net/doors.ts';
import { FailureLimiter } from '#server/net/failureLimiter.ts';
import { handshakeTime, limitHandshakes } from '#server/net/handshakes.ts';
import type { Tls } from '#server/net/tls.ts';
import { FrameBudget } from '../frameBudget.ts';
import { LogLimiter } from '../logLimiter.ts';
import { type DrainOptions, maskNumber, NotStored, settledWithin, type TransportContext } from '../transport.ts';
import { TurnBudget } from '../turnBudget.ts';
import { type GateLimits, gateLimits, MqttGate } from './mqttGate.ts';

const protocol = 'mqtt';
/** Limits of subscriptions, which are kept in memory. */
const maxSubscriptions = 16;
const maxTopic = 128;
/** Maximum wrong credentials a minute: per device and address, and per address. */
const wrongOfDevice = 10;
const wrongOfAddress = 300;
const minute = 60_000;

export interface MqttBrokerOptions extends TransportContext {
  host: string;
  /** 0: any free port. */
  port: Port;
  /** Port and settings of the same broker over TLS. */
  secure?: { tls: Tls; port: Port; isProxy(address: string): boolean } | undefined;
  /** Returns the device of these credentials, or null. If it rejects, the connection is closed without an answer. */
  authenticate(username: string, password: string): Promise<{ sn: string } | null>;
  limits?: Partial<GateLimits>;
}

export interface MqttBroker {
  /** 0 while it is closed. */
  readonly port: number;
  readonly securePort: number;
  connections(): number;
  /**
   * Stops accepting and reading, acknowledges received messages, ends the connections; resolves when all are closed.
   */
  drain(options: DrainOptions): Promise<void>;
  /** Closes all connections at once. */
  close(): Promise<void>;
}

async function createBroker(keeper: Gatekeeper, options: MqttBrokerOptions): Promise<Aedes> {
  const { Aedes } = await import('aedes');
  const broker = await Aedes.createBroker({
    connectTimeout: 60_000,
    drainTimeout: 30_000,
    preConnect: (_client, packet, done) => {
      // No session outlives its connection, otherwise its memory would be unlimited. The id is set at the login.
      packet.clean = true;
      packet.clientId = '';
      done(null, true);
    },
    authenticate: (client, username, password, done) => {
      keeper.logIn(client, username ?? '', password?.toString('utf8') ?? '').then(
        (refusal) => done(refusal, refusal === null),
        // No CONNACK: many devices treat a refusal as final, but reconnect after a cut.
        () => client.close(),
      );
    },
    authorizePublish: (client, packet, done) => {
      keeper.publish(client, packet).then(
        () => done(null),
        (error: Error) => done(error),
      );
    },
    authorizeSubscribe: (client, subscription, done) => {
      done(null, keeper.canSubscribe(client, subscription.topic) ? subscription : null);
    },
    // Reports of devices are for the server; only commands go to the device.
    authorizeForward: (_client, packet) => (packet.topic.endsWith('/up') ? null : packet),
  });
  broker.on('clientReady', (client) => keeper.opened(client));
  broker.on('clientError', (_client, error) => options.log.debug({ err: error, protocol }, 'device connection failed'));
  broker.on('connectionError', (_client, error) => options.log.debug({ err: error, protocol }, 'device refused'));
  return broker;
}

interface Listening {
  server: Server;
  port: number;
  /** Resolves when the server and all its connections are closed. */
  closed: Promise<void>;
}

/** Limits the connections of a server and handles those reported by `event`. */
type Guard = (server: Server, event: 'connection' | 'secureConnection') => Server;

/** Starts to listen; null if the port is off; rejects if the port is unavailable. */
async function listening(
  { host }: Pick<MqttBrokerOptions, 'host'>,
  server: Server,
  port: Port,
): Promise<Listening | null> {
  if (port === 'off') return null;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
  const closed = new Promise<void>((resolve) => server.once('close', () => resolve()));
  return { server, port: (server.address() as AddressInfo).port, closed };
}

async function listenSecure(options: MqttBrokerOptions, guard: Guard): Promise<Listening | null> {
  const { secure } = options;
  if (!secure || secure.port === 'off') return null;
  const settings = { ...secure.tls.options(), handshakeTimeout: handshakeTime, allowHalfOpen: true };
  const server = createTlsServer(settings);
  guard(server, 'secureConnection');
  limitHandshakes(server, secure.isProxy);
  secure.tls.follow(server);
  return listening(options, server, secure.port);
}

/**
 * Opens the ports of the embedded broker; resolves when it listens, rejects if a port is unavailable. The broker (17
 * MB) is loaded with the first connection.
 */
export async function listenMqtt(options: MqttBrokerOptions): Promise<MqttBroker> {
  const keeper = new Gatekeeper(options);
  const doors = options.doors ?? new Doors();
  let broker: Promise<Aedes> | undefined;
  const accept = (socket: Socket, place: ConnectionSlot | undefined) => {
    if (!place) {
      // Cut for lack of slots, or already closed.
      socket.on('error', () => undefined).destroy();
      return;
    }
    const gate = keeper.accept(socket, place);
    broker ??= createBroker(keeper, options);
    broker.then(
      (open) => open.handle(gate),
      (error: Error) => gate.destroy(error),
    );
  };
  const guard: Guard = (server, event) => {
    const placeOf = guardDoor(server, doors, () => keeper.refuseFull());
    server.on(event, (socket: Socket) => accept(socket, placeOf(socket)));
    return server;
  };
  const plain = await listening(options, guard(createServer({ allowHalfOpen: true }), 'connection'), options.port);
  const secure = await listenSecure(options, guard).catch(async (error: unknown) => {
    plain?.server.close();
    throw error;
  });
  const servers = [plain, secure].filter((server) => server !== null);
  const stopDrain = options.pressure.onDrain(() => keeper.proceed());
  const end = async (): Promise<void> => {
    await Promise.all(servers.map(({ closed }) => closed));
    stopDrain();
    const open = await broker;
    if (open) await new Promise<void>((resolve) => open.close(() => resolve()));
  };

  return {
    port: plain?.port ?? 0,
    securePort: secure?.port ?? 0,
    connections: () => keeper.size,
    async drain({ spread, max }) {
      for (const { server } of servers) server.close();
      if (!(await settledWithin(keeper.end(spread), max))) keeper.destroy();
      await end();
    },
    async close() {
      for (const { server } of servers) server.close();
      keeper.destroy();
      await end();
    },
  };
}

function refusal(returnCode: 4 | 5): AuthenticateError {
  return Object.assign(new Error('refused'), { returnCode });
}

/** Open connections and their devices. */
class Gatekeeper {
  #options: MqttBrokerOptions;
  #limits: GateLimits;
  #gates = new Map<MqttGate, ConnectionSlot>();
  #sn = new WeakMap<Client, string>();
  #topics = new WeakMap<Client, Set<string>>();
  #logged = new WeakSet<object>();
  #frames: FrameBudget;
  #turns: TurnBudget;
  #lines: LogLimiter;
  #wrongHere = new FailureLimiter(wrongOfDevice, minute);
  #wrongFrom = new FailureLimiter(wrongOfAddress, minute);

  constructor(options: MqttBrokerOptions) {
    this.#options = options;
    this.#frames = options.frames ?? new FrameBudget();
    this.#turns = options.turns ?? new TurnBudget();
    this.#lines = new LogLimiter(options.now);
    this.#limits = { ...gateLimits, ...options.limits };
  }

  get size(): number {
    return this.#gates.size;
  }

  accept(socket: Socket, place: ConnectionSlot): MqttGate {
    place.use();
    const gate: MqttGate = new MqttGate(socket, this.#limits, {
      paused: () => this.#options.pressure.paused(),
      refused: (reason) => this.#refuse(reason, null, gate),
      held: (bytes) => this.#frames.hold(gate, bytes),
      turns: this.#turns,
    });
    this.#gates.set(gate, place);
    this.#count();
    gate.once('close', () => {
      this.#gates.delete(gate);
      this.#count();
    });
    return gate;
  }

  /** Resolves to null, or to the refusal; rejects if the login cannot be checked now. */
  async logIn(client: Client, username: string, password: string): Promise<AuthenticateError | null> {
    if (username === '' || password === '') {
      this.#refuse('login', username, client.conn);
      return refusal(4);
    }
    const address = client.conn instanceof MqttGate ? client.conn.address : '';
    const judge = () => Promise.race([this.#options.authenticate(username, password), this.#tooLate()]);
    const device = await this.#wrongFrom.judge(address, async () => {
      const result = await this.#wrongHere.judge(`${address} ${username}`, judge);
      // A limited attempt is no failure of the address: one device with an old password does not lock out its
      // neighbours.
      return result === 'limited' ? { limited: true as const } : result;
    });
    if (device === 'limited' || (device && 'limited' in device)) {
      this.#refuse('tries', username, client.conn);
      throw new Error('too many wrong tries');
    }
    if (!device) {
      this.#refuse('login', username, client.conn);
      return refusal(5);
    }
    this.#sn.set(client, device.sn);
    // One connection per device: the newest replaces the older one, whatever the client id.
    client.id = device.sn;
    return null;
  }

  async #tooLate(): Promise<never> {
    await sleep(this.#limits.time, undefined, { ref: false });
    throw new Error('login took too long');
  }

  opened(client: Client): void {
    if (!(client.conn instanceof MqttGate)) return;
    this.#gates.get(client.conn)?.prove();
    client.conn.open();
  }

  /** Resolves when the message is stored: only then the broker acknowledges it. */
  async publish(client: Client | null, packet: PublishPacket): Promise<void> {
    const sn = client ? this.#sn.get(client) : undefined;
    const gate = client?.conn;
    try {
      if (sn === undefined || packet.topic !== nativeTopic(sn)) {
        this.#refuse('topic', sn ?? null, gate);
        throw new Error('topic not allowed');
      }
      // A retained message would stay in memory.
      packet.retain = false;
      await this.#submit(sn, Buffer.from(packet.payload), gate).catch((error: unknown) => {
        // QoS 0 expects no acknowledgement; with QoS > 0 the connection ends, and the device sends again.
        if (!(error instanceof NotStored) || packet.qos > 0) throw error;
      });
      // The broker keeps a message of QoS 2 until its release.
      packet.payload = '';
    } finally {
      // A last will is published after its connection has closed.
      if (gate instanceof MqttGate && !gate.destroyed) gate.answered();
    }
  }

  async #submit(sn: string, body: Buffer, from: object | undefined): Promise<void> {
    const { now, metrics } = this.#options;
    const receivedAt = now();
    metrics.messages.inc({ protocol });
    metrics.bytes.inc({ protocol }, body.length);
    // Without a profile the message is still stored.
    const profile = await this.#options.profileOf?.(protocol, sn).catch(() => ({}));
    const { message: decoded, error } = decodeNativeMqtt(sn, body, profile);
    if (error) this.#refuse('malformed', sn, from);
    await this.#options.submit(
      toMessage({
        source: protocol,
        protocol,
        number: sn,
        body,
        receivedAt: new Date(receivedAt).toISOString(),
        decoded,
        error,
      }),
    );
    metrics.committed.observe({ protocol }, (now() - receivedAt) / 1000);
  }

  canSubscribe(client: Client, topic: string): boolean {
    const sn = this.#sn.get(client);
    const topics = this.#topics.get(client) ?? new Set();
    const allowed =
      sn !== undefined &&
      topic.startsWith(`equipment/${sn}/`) &&
      topic.length <= maxTopic &&
      topics.add(topic).size <= maxSubscriptions;
    if (allowed) this.#topics.set(client, topics);
    else this.#refuse('topic', sn ?? null, client.conn);
    return allowed;
  }

  proceed(): void {
    for (const gate of this.#gates.keys()) gate.proceed();
  }

  /** Acknowledges received messages, then ends the connections one after the other over `spread` ms. */
  async end(spread: number): Promise<void> {
    const all = [...this.#gates.keys()];
    await Promise.all(
      all.map(async (gate, index) => {
        const closed = new Promise((resolve) => gate.once('close', resolve));
        await gate.finish();
        // The broker writes the acknowledgement some turns after the answer.
        await settledWithin(closed, Math.max(20, (spread * index) / all.length));
        gate.destroy();
      }),
    );
  }

  destroy(): void {
    for (const gate of this.#gates.keys()) gate.destroy();
  }

  /** Counts a connection that was cut for lack of slots. */
  refuseFull(): void {
    this.#refuse('too_many', null, undefined);
  }

  /** Counts a refusal; logs the first one of a connection. */
  #refuse(reason: string, number: string | null, connection: object | undefined): void {
    this.#options.metrics.refused.inc({ protocol, reason });
    if (connection && this.#logged.has(connection)) return;
    if (connection) this.#logged.add(connection);
    const logFields = this.#lines.take(connection instanceof MqttGate ? connection.address : null);
    if (logFields)
      this.#options.log.warn({ protocol, reason, number: maskNumber(number), ...logFields }, 'device refused');
  }

  #count(): void {
    this.#options.metrics.connections.set({ protocol }, this.#gates.size);
  }
}
