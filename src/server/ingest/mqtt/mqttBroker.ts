import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Aedes } from 'aedes';
import type { CommandInput } from '#devices/framer.ts';
import type { Port } from '#server/core/config.ts';
import { guardDoor } from '#server/net/door.ts';
import { type ConnectionSlot, Doors } from '#server/net/doors.ts';
import { handshakeTime, limitHandshakes } from '#server/net/handshakes.ts';
import type { Tls } from '#server/net/tls.ts';
import type { Outgoing } from '../downlink.ts';
import type { DeviceLogin } from '../gateway/deviceLogin.ts';
import type { GatewayNotes } from '../gateway/gatewayNotes.ts';
import type { PayloadStore } from '../gateway/payload.ts';
import { type DrainOptions, settledWithin, type TransportContext } from '../transport.ts';
import { type Child, type Encode, Gatekeeper } from './gatekeeper.ts';
import type { GateLimits } from './mqttGate.ts';

const protocol = 'mqtt';

export interface MqttBrokerOptions extends TransportContext {
  host: string;
  /** 0: any free port. */
  port: Port;
  /** Port and settings of the same broker over TLS. */
  secure?: { tls: Tls; port: Port; isProxy(address: string): boolean } | undefined;
  /**
   * Returns the device of these credentials, or null; a password of '' means that the name is a token. If it rejects,
   * the connection is closed without an answer.
   */
  authenticate(username: string, password: string): Promise<DeviceLogin | null>;
  /** Storage of what gateways say besides messages; absent: it is dropped. */
  payloads?: PayloadStore | undefined;
  notes?: GatewayNotes | undefined;
  /** Records that a gateway has connected from an address, or that its connection has ended. */
  noteLink?: ((gatewayId: string, address: string | null) => Promise<void>) | undefined;
  limits?: Partial<GateLimits>;
}

export interface MqttBroker {
  /** 0 while it is closed. */
  readonly port: number;
  readonly securePort: number;
  connections(): number;
  /** Ids of the connected devices and gateways. */
  connectedIds(): string[];
  /**
   * Encodes a command for a connected device, or for a child behind a connected gateway.
   * @returns null if the device is not connected here, does not listen, or its format does not support the command
   */
  prepare(id: string, child: Child | null, input: CommandInput, serial: number): Outgoing | null;
  /** Encodes a message for a connected device in its format; null as for `prepare`. */
  prepareBy(id: string, encode: Encode): Outgoing | null;
  /** Ends the connections whose logins are not valid any more. */
  endInvalid(isValid: (logins: readonly DeviceLogin[]) => Promise<ReadonlySet<string>>): Promise<void>;
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
      done(null, keeper.canSubscribe(client, subscription) ? subscription : null);
    },
  });
  isolate(broker);
  broker.on('clientReady', (client) => keeper.opened(client));
  broker.on('ping', (_packet, client) => keeper.heard(client));
  broker.on('unsubscribe', (topics, client) => keeper.unsubscribed(client, topics));
  broker.on('clientError', (_client, error) => options.log.debug({ err: error, protocol }, 'device connection failed'));
  broker.on('connectionError', (_client, error) => options.log.debug({ err: error, protocol }, 'device refused'));
  return broker;
}

/** Cuts the clients off from each other: nothing that one publishes reaches another, whatever they subscribe to. */
function isolate(broker: Aedes): void {
  const publish = broker.publish.bind(broker);
  const nowhere = (_topic: string, _deliver: unknown, done?: () => void) => done?.();
  type Done = (error?: Error) => void;
  Object.assign(broker, {
    subscribe: nowhere,
    unsubscribe: nowhere,
    publish: (packet: Parameters<typeof publish>[0], from: unknown, done?: Done) =>
      typeof from === 'function' ? publish(packet, from as Done) : done?.(),
  });
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
    connectedIds: () => keeper.connectedIds(),
    prepare: (...of) => keeper.prepare(...of),
    prepareBy: (...of) => keeper.prepareBy(...of),
    endInvalid: (isValid) => keeper.endInvalid(isValid),
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
