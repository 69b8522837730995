import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { aBrowser, type TestBrowser } from '#server/testing/browserKeys.ts';
import { http } from '#server/testing/http.ts';
import { aDepartment, anAccount, aProject, aUser, type Rows } from '#server/testing/rows.ts';
import { logIn } from './api.ts';
import type { Person } from './customers.ts';
import { inParallel } from './pool.ts';
import { pressUntilAnswered } from './watch.ts';

/** The ways by which the five projects of a storm tell their people, a project each. */
export const ways = ['email', 'web_push', 'webhook', 'sms', 'voice'] as const;
export type Way = (typeof ways)[number];

/** Of the ways that can fail, which one follows. */
export const instead = { sms: 'webhook', voice: 'email' } as const satisfies Partial<Record<Way, Way>>;

/** Whom each alarm is told. */
export const receiversEach = 5;
/** People who press at the same time. */
const width = 100;

/** A message that somebody outside took: by which way, its key with the person's id behind it, and when, ms. */
export interface Receipt {
  channel: Way;
  key: string;
  at: number;
}

const listening = (server: Server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

async function bytesOf(parts: AsyncIterable<unknown>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(part as Buffer);
  return Buffer.concat(all);
}

/** Those outside whom a project writes to, one a way: a mail server, a push service, a web hook and two gateways. */
export class Providers {
  readonly receipts: Receipt[] = [];
  /** The browser of each who has one, by their id. */
  readonly #browsers = new Map<string, TestBrowser>();
  /** SMS are taken and not answered. */
  #hanging = false;
  /** SMS that were taken and not answered. */
  hung = 0;
  readonly #mail = new SMTPServer({
    hideSTARTTLS: true,
    authOptional: true,
    onData: async (stream, _session, done) => {
      const [, name = ''] = /^Message-ID: <([\w-]+)@/im.exec((await bytesOf(stream)).toString()) ?? [];
      this.#took('email', name.replaceAll('-', ':'));
      done();
    },
  });
  readonly #http: Server;
  readonly #voice: Server;

  constructor() {
    const takes: RequestListener = async (request, response) => {
      const [, way = '', to = ''] = (request.url ?? '').split('/');
      const body = await bytesOf(request);
      if (way === 'sms' && this.#hanging) {
        this.hung += 1;
        return;
      }
      const said = way === 'web_push' ? (this.#browsers.get(to)?.open(body) ?? '{}') : body.toString();
      const { key, tag } = JSON.parse(said) as { key?: string; tag?: string };
      this.#took(way as Way, tag ?? (way === 'webhook' ? key : undefined) ?? key ?? '');
      response.writeHead(way === 'web_push' ? 201 : 200).end('{}');
    };
    this.#http = createServer(takes);
    this.#voice = createServer(takes);
  }

  static async open(): Promise<Providers> {
    const made = new Providers();
    await Promise.all([
      new Promise<void>((resolve) => made.#mail.listen(0, '127.0.0.1', resolve)),
      listening(made.#http),
      listening(made.#voice),
    ]);
    return made;
  }

  #took(way: Way, key: string): void {
    this.receipts.push({ channel: way, key, at: Date.now() });
  }

  /** Settings of a channel of that kind which leads here. */
  settings(way: Way): Record<string, unknown> {
    const at = (server: Server) => `http://127.0.0.1:${portOf(server)}/${way}`;
    const gateway = (server: Server) => ({ speaks: 'free', url: at(server), body: '{"key":"{key}","to":"{mobile}"}' });
    return {
      email: {
        ...{ host: '127.0.0.1', port: portOf(this.#mail.server), security: 'none', from: 'alarm@example.cn' },
      },
      web_push: { contact: 'duty@example.cn' },
      webhook: { url: at(this.#http), secret: 'quiet-Harbour-2041' },
      sms: gateway(this.#http),
      voice: gateway(this.#voice),
    }[way];
  }

  /** A browser of that person. */
  browserOf(userId: string): TestBrowser['subscription'] {
    const made = aBrowser(`http://127.0.0.1:${portOf(this.#http)}/web_push/${userId}`);
    this.#browsers.set(userId, made);
    return made.subscription;
  }

  /** From now on SMS hang and nobody listens where calls are asked for. */
  async fail(): Promise<void> {
    this.#hanging = true;
    await close(this.#voice);
  }

  async stop(): Promise<void> {
    await Promise.all([close(this.#http), close(this.#voice), new Promise<void>((done) => this.#mail.close(done))]);
  }
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** A project whose alarms are told by one way to five leaders of whom nobody is logged in. */
interface Place {
  channel: Way;
  project: string;
  department: string;
  leaders: string[];
}

/** What rows of a running product are made through; `end` closes what it opened. */
export async function rowsOf(
  address: string,
  databaseUrl: string,
  password: string,
): Promise<{ rows: Rows; end(): Promise<void> }> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  pool.on('error', () => undefined);
  const login = async (account = 'admin') => (await logIn(address, account, password)).token;
  const rows: Rows = {
    admin: await login(),
    ask: (one) => http(address, one),
    login,
    sql: async <T extends object>(text: string, values: unknown[] = []) => (await pool.query(text, values)).rows as T[],
  };
  return { rows, end: () => pool.end() };
}

async function call<T>({ ask, admin }: Rows, path: string, body: object, token = admin): Promise<T> {
  const answer = await ask({ path: `/api/${path}`, body, token });
  if (answer.code !== 0) throw new Error(`${path} answered ${answer.status} ${answer.text}`);
  return answer.data as T;
}

async function aPlace(rows: Rows, providers: Providers, way: Way): Promise<Place> {
  const department = await aDepartment(rows);
  const project = await aProject(rows, department, 600);
  const others = way in instead ? [instead[way as keyof typeof instead]] : [];
  for (const kind of [way, ...others]) {
    const channel = { projectId: project, kind, name: `渠道${kind}`, config: providers.settings(kind) };
    await call(rows, 'channel/addChannel', channel);
  }
  const ladder = [{ after: 600, target: 'leader', channels: [way], instead: others }];
  await call(rows, 'project/editProjectConfig', { id: project, version: 1, ladder });
  const own = { role: 'leader' as const, department, projects: [project] };
  const leaders: string[] = [];
  for (let n = 0; n < receiversEach; n++) {
    const { id, token } = way === 'web_push' ? await aUser(rows, own) : { ...(await anAccount(rows, own)), token: '' };
    if (token) await call(rows, 'notification/subscribePush', providers.browserOf(id), token);
    leaders.push(id);
  }
  await rows.sql(
    `update "user" set email = account || '@example.cn', mobile = '138' || lpad((id % 100000000)::text, 8, '0') where id = any($1)`,
    [leaders],
  );
  await rows.sql('delete from session where user_id = any($1)', [leaders]);
  return { channel: way, project, department, leaders };
}

/** A project a way. */
export async function placesOf(rows: Rows, providers: Providers): Promise<Place[]> {
  const places: Place[] = [];
  for (const way of ways) places.push(await aPlace(rows, providers, way));
  return places;
}

/** Alarms whose first rung is due in the same moment. */
export interface Storm {
  /** When, ms. */
  due: number;
  /** The alarms, by id. */
  ids: string[];
  /** Keys of the messages, one an alarm and leader, by the way of their project. */
  keys: Map<Way, Set<string>>;
}

/** Shares the people out among the places, has each of them press, and makes the first rung of all of them due at once. */
export async function strike(
  { rows, watchPort }: { rows: Rows; watchPort: number },
  places: readonly Place[],
  people: readonly Person[],
): Promise<Storm> {
  for (const [n, { project, department }] of places.entries()) {
    const ids = people.filter((_, at) => at % places.length === n).map(({ customerId }) => customerId);
    const to = [ids, project, department];
    await rows.sql('update customer set project_id = $2, department_id = $3 where id = any($1)', to);
    await rows.sql('update equipment set project_id = $2, department_id = $3 where customer_id = any($1)', to);
    await rows.sql(
      'update device_state s set project_id = $2 from equipment e where e.id = s.device_id and e.customer_id = any($1)',
      to.slice(0, 2),
    );
  }
  await inParallel(people, width, ({ number }) =>
    pressUntilAnswered({ number, presses: 1, port: watchPort, acknowledged: () => undefined }),
  );
  const due = await rows.sql<{ id: string; project: string; at: Date }>(
    `update warn_timer t set due_at = now() from warn w
     where w.id = t.warn_id and t.kind = 'claim' and t.rung = 1 and t.done_at is null and w.customer_id = any($1)
     returning w.id::text, w.project_id::text as project, t.due_at as at`,
    [people.map(({ customerId }) => customerId)],
  );
  const keysOf = ({ project, leaders }: Place) =>
    due
      .filter((one) => one.project === project)
      .flatMap(({ id }) => leaders.map((leader) => `claim:${id}:1:${leader}`));
  return {
    due: due[0]?.at.getTime() ?? Number.NaN,
    ids: due.map(({ id }) => id),
    keys: new Map(places.map((place) => [place.channel, new Set(keysOf(place))])),
  };
}

/** A row of the record: one alarm, one person, one way. */
export interface Row {
  channel: Way;
  /** With the person's id behind it. */
  key: string;
  /** The row that carries the text for this one, too. */
  carrier: string | null;
  state: string;
  tries: number;
  queuedAt: Date;
}

/** What was written down of the messages of these alarms, but for the inbox. */
export async function recordOf({ sql }: Rows, ids: readonly string[]): Promise<Row[]> {
  return sql<Row>(
    `select channel, key || ':' || to_id as key, gathered_into::text as carrier, state, tries, created_at as "queuedAt" from notification
     where warn_id = any($1) and channel <> 'inbox'`,
    [ids],
  );
}

/** The receipts of a row: of its own message, or of the one that carried it with others. */
export function receiptsBy({ receipts }: Providers): (row: Row) => Receipt[] {
  const mark = ({ channel: way, key }: Receipt) => `${way} ${key.replace(/^(gathered:\d+):.*$/, '$1')}`;
  const byMark = Map.groupBy(receipts, mark);
  return ({ channel: way, key, carrier }) =>
    byMark.get(`${way} ${carrier === null ? key : `gathered:${carrier}`}`) ?? [];
}

/** When the rung of the last of these alarms stood in its timeline, ms. */
export async function lastFired({ sql }: Rows, ids: readonly string[]): Promise<number> {
  const [row] = await sql<{ at: Date }>(
    `select max(at) as at from warn_step where warn_id = any($1) and kind = 'escalated'`,
    [ids],
  );
  return row?.at.getTime() ?? Number.NaN;
}
