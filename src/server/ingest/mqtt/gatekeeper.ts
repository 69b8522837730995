import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AuthenticateError, Client, PublishPacket, Subscription } from 'aedes';
import type { Format, FormatReply } from '#devices/format.ts';
import { formatOf } from '#devices/formats.ts';
import type { CommandInput } from '#devices/framer.ts';
import type { ConnectionSlot } from '#server/net/doors.ts';
import { FailureLimiter } from '#server/net/failureLimiter.ts';
import type { Outgoing } from '../downlink.ts';
import { FrameBudget } from '../frameBudget.ts';
import type { DeviceLogin } from '../gateway/deviceLogin.ts';
import { type PayloadSource, storePayload } from '../gateway/payload.ts';
import { LogLimiter } from '../logLimiter.ts';
import { maskNumber, NotStored, settledWithin } from '../transport.ts';
import { TurnBudget } from '../turnBudget.ts';
import type { MqttBrokerOptions } from './mqttBroker.ts';
import { type GateLimits, gateLimits, MqttGate } from './mqttGate.ts';

const protocol = 'mqtt';
/** Maximum wrong credentials a minute: per device and address, and per address. */
const wrongOfDevice = 10;
const wrongOfAddress = 300;
const minute = 60_000;
/** Secrets of devices: 24 bytes in base64url. */
const secretForm = /^[\w-]{32}$/;

/** Child behind a connected gateway. */
export interface Child {
  number: string;
  /** Name in the gateway's topics; null: as the gateway has listed it, if it has. */
  wireName: string | null;
}

/** Encodes a message for a connected login; null if its format has none. */
export type Encode = (format: Format, login: DeviceLogin) => FormatReply | null;

/** Connection after its login: what it is, and what it listens to. */
interface Session extends PayloadSource {
  client: Client;
  /** Granted filters with their QoS. They stand here alone: the broker forwards nothing. */
  granted: Map<string, 0 | 1>;
}

function refusal(returnCode: 4 | 5): AuthenticateError {
  return Object.assign(new Error('refused'), { returnCode });
}

/** Returns whether a filter (`a/+/b`, `a/#`) covers a topic. */
function covers(filter: string, topic: string): boolean {
  const [parts, levels] = [filter.split('/'), topic.split('/')];
  for (const [index, part] of parts.entries()) {
    if (part === '#') return true;
    if (levels[index] === undefined || (part !== '+' && part !== levels[index])) return false;
  }
  return parts.length === levels.length;
}

/** Open connections and their devices. */
export class Gatekeeper {
  #options: MqttBrokerOptions;
  #limits: GateLimits;
  #gates = new Map<MqttGate, ConnectionSlot>();
  #sessions = new WeakMap<Client, Session>();
  /** Newest connection of each device, by its id. */
  #open = new Map<string, Session>();
  /** Last note of a gateway's link: the end of a replaced connection is noted before the new one. */
  #links = new Map<string, Promise<void>>();
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
    // A name without a password, or of a secret's form, may be one: no log shows it.
    const number = password === '' || secretForm.test(username) ? null : username;
    if (username === '') {
      this.#refuse('login', null, client.conn);
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
      this.#refuse('tries', number, client.conn);
      throw new Error('too many wrong tries');
    }
    const format = device ? formatOf(device.protocol) : undefined;
    if (!device || !format) {
      this.#refuse('login', number, client.conn);
      return refusal(5);
    }
    const state = format.createState();
    for (const [name, listed] of device.names) state.names.set(name, listed);
    const reported = new Set(device.names.map(([, listed]) => listed));
    this.#sessions.set(client, { client, login: device, format, state, reported, granted: new Map() });
    // One connection per device: the newest replaces the older one, whatever the client id.
    client.id = device.sn;
    return null;
  }

  async #tooLate(): Promise<never> {
    await sleep(this.#limits.time, undefined, { ref: false });
    throw new Error('login took too long');
  }

  opened(client: Client): void {
    const gate = client.conn;
    const session = this.#sessions.get(client);
    if (!(gate instanceof MqttGate) || !session) return;
    this.#gates.get(gate)?.prove();
    const { login } = session;
    this.#open.set(login.id, session);
    gate.once('close', () => {
      if (this.#open.get(login.id) !== session) return;
      this.#open.delete(login.id);
      this.#noteLink(login, null);
    });
    this.#noteLink(login, gate.address);
    this.heard(client);
    gate.open(login.isGateway ? this.#limits.gatewayPacket : this.#limits.packet);
  }

  /** Notes that a gateway was heard: its keep-alive and its messages are signs of life. */
  heard(client: Client): void {
    const login = this.#sessions.get(client)?.login;
    if (login?.isGateway) this.#options.notes?.heard(login, this.#options.now());
  }

  #noteLink({ id, isGateway }: DeviceLogin, address: string | null): void {
    const { noteLink, log } = this.#options;
    if (!isGateway || !noteLink) return;
    const noted = (this.#links.get(id) ?? Promise.resolve())
      .then(() => noteLink(id, address))
      .catch((error: unknown) => log.warn({ err: error }, 'link of a gateway not noted'))
      .then(() => {
        if (this.#links.get(id) === noted) this.#links.delete(id);
      });
    this.#links.set(id, noted);
  }

  /** Resolves when the message is stored: only then the broker acknowledges it. */
  async publish(client: Client | null, packet: PublishPacket): Promise<void> {
    const session = client ? this.#sessions.get(client) : undefined;
    const gate = client?.conn;
    // The broker publishes a last will when the connection has closed, by the packet that came with the login.
    const isWill = client !== null && (client as unknown as { will: unknown }).will === packet;
    const replies: FormatReply[] = [];
    try {
      if (!session) throw new Error('no login');
      if (!isWill) this.heard(session.client);
      if (this.#mayPublish(session, packet.topic, gate)) replies.push(...(await this.#store(session, packet, isWill)));
      // A retained message would stay in memory, and so would one of QoS 2 until its release.
      packet.retain = false;
      packet.payload = '';
    } finally {
      // A last will is published after its connection has closed.
      if (gate instanceof MqttGate && !gate.destroyed) gate.answered();
    }
    if (session) for (const reply of replies) this.#outgoing(session, reply)?.write();
  }

  /** Returns false for a topic that is acknowledged and dropped: a gateway publishes for others, too. */
  #mayPublish({ format, login }: Session, topic: string, gate: object | undefined): boolean {
    // MQTT forbids NUL, which PostgreSQL does not store.
    if (!topic.includes('\0') && format.mayPublish(topic, login)) return true;
    if (login.isGateway) {
      this.#options.metrics.refused.inc({ protocol, reason: 'foreign' });
      return false;
    }
    this.#refuse('topic', login.sn, gate);
    throw new Error('topic not allowed');
  }

  async #store(session: Session, { topic, payload, qos }: PublishPacket, isWill: boolean): Promise<FormatReply[]> {
    const body = Buffer.isBuffer(payload) ? payload : Buffer.from(payload);
    const stored = storePayload(this.#options, session, { topic, body, at: this.#options.now(), isWill });
    return stored.catch((error: unknown): FormatReply[] => {
      // QoS 0 expects no acknowledgement; with QoS > 0 the connection ends, and the device sends again.
      if (!(error instanceof NotStored) || qos > 0) throw error;
      return [];
    });
  }

  /** Grants the filters of the login's format, exactly as they are written there. */
  canSubscribe(client: Client, { topic, qos }: Pick<Subscription, 'topic' | 'qos'>): boolean {
    const session = this.#sessions.get(client);
    const isAllowed = session?.format.filters(session.login).includes(topic) === true;
    if (isAllowed) session.granted.set(topic, qos > 0 ? 1 : 0);
    else this.#refuse('topic', session?.login.sn ?? null, client.conn);
    return isAllowed;
  }

  unsubscribed(client: Client, topics: readonly string[]): void {
    const granted = this.#sessions.get(client)?.granted;
    for (const topic of topics) granted?.delete(topic);
  }

  connectedIds(): string[] {
    return [...this.#open.keys()];
  }

  prepare(id: string, child: Child | null, input: CommandInput, serial: number): Outgoing | null {
    const wireName = child && (child.wireName ?? this.#wireName(id, child.number));
    return this.prepareBy(id, (format, login) => {
      const to = { number: child?.number ?? login.sn, login, ...(wireName && { wireName }) };
      return format.encodeCommand?.(to, input, serial) ?? null;
    });
  }

  /** Returns the name by which the gateway has listed a child. */
  #wireName(id: string, number: string): string | undefined {
    const names = this.#open.get(id)?.state.names;
    return names && [...names].find(([, listed]) => listed === number)?.[0];
  }

  prepareBy(id: string, encode: Encode): Outgoing | null {
    const session = this.#open.get(id);
    const message = session ? encode(session.format, session.login) : null;
    return session && message ? this.#outgoing(session, message) : null;
  }

  /** Returns a message for this one client; null if it does not listen to the topic. */
  #outgoing({ client, granted }: Session, { topic, payload }: FormatReply): Outgoing | null {
    const grants = [...granted].flatMap(([filter, qos]) => (covers(filter, topic) ? qos : []));
    if (grants.length === 0) return null;
    const qos = grants.includes(1) ? 1 : 0;
    const write = () => {
      if (client.closed) return false;
      client.publish({ cmd: 'publish', topic, payload, qos, dup: false, retain: false }, () => undefined);
      return true;
    };
    return { bytes: Buffer.from(payload), write };
  }

  /** Ends the connections of logins that are not valid any more. */
  async endInvalid(isValid: (logins: readonly DeviceLogin[]) => Promise<ReadonlySet<string>>): Promise<void> {
    const sessions = [...this.#open.values()];
    if (sessions.length === 0) return;
    const valid = await isValid(sessions.map(({ login }) => login));
    for (const { client, login } of sessions) {
      if (valid.has(login.id)) continue;
      this.#refuse('withdrawn', login.sn, client.conn);
      client.close();
    }
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
