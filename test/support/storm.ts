import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { aBrowser, type TestBrowser } from '#server/testing/browserKeys.ts';
import { http } from '#server/testing/http.ts';
import { aDepartment, anAccount, aProject, aUser, type Rows } from '#server/testing/rows.ts';
import { logIn } from './api.ts';
import type { RegisteredCustomer } from './customers.ts';
import { inParallel } from './pool.ts';
import { pressUntilAnswered } from './watch.ts';

/** Channels of the five projects of a storm, one each. */
export const stormChannels = ['email', 'web_push', 'webhook', 'sms', 'voice'] as const;
export type StormChannel = (typeof stormChannels)[number];

/** Fallbacks of the channels that can fail. */
export const fallbackChannels = { sms: 'webhook', voice: 'email' } as const satisfies Partial<
  Record<StormChannel, StormChannel>
>;

/** Number of recipients per warn. */
export const receiversPerProject = 5;
/** Customers who press at the same time. */
const width = 100;

/** A message received outside: its channel, its key with the user's id appended, and the instant, ms. */
export interface Receipt {
  channel: StormChannel;
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

/** Outside receivers, one per channel: a mail server, a push service, a webhook and two gateways. */
export class Providers {
  readonly receipts: Receipt[] = [];
  /** Browser subscriptions, by user id. */
  readonly #browsers = new Map<string, TestBrowser>();
  /** True: SMS requests are accepted but not answered. */
  #hanging = false;
  /** Number of SMS requests not answered. */
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
    const handle: RequestListener = async (request, response) => {
      const [, channel = '', to = ''] = (request.url ?? '').split('/');
      const body = await bytesOf(request);
      if (channel === 'sms' && this.#hanging) {
        this.hung += 1;
        return;
      }
      const json = channel === 'web_push' ? (this.#browsers.get(to)?.open(body) ?? '{}') : body.toString();
      const { key, tag } = JSON.parse(json) as { key?: string; tag?: string };
      this.#took(channel as StormChannel, tag ?? (channel === 'webhook' ? key : undefined) ?? key ?? '');
      response.writeHead(channel === 'web_push' ? 201 : 200).end('{}');
    };
    this.#http = createServer(handle);
    this.#voice = createServer(handle);
  }

  static async open(): Promise<Providers> {
    const providers = new Providers();
    await Promise.all([
      new Promise<void>((resolve) => providers.#mail.listen(0, '127.0.0.1', resolve)),
      listening(providers.#http),
      listening(providers.#voice),
    ]);
    return providers;
  }

  #took(channel: StormChannel, key: string): void {
    this.receipts.push({ channel, key, at: Date.now() });
  }

  /** Returns the settings of a channel of this kind that leads here. */
  settings(channel: StormChannel): Record<string, unknown> {
    const urlOf = (server: Server) => `http://127.0.0.1:${portOf(server)}/${channel}`;
    const gateway = (server: Server) => ({
      speaks: 'free',
      url: urlOf(server),
      body: '{"key":"{key}","to":"{mobile}"}',
    });
    return {
      email: {
        ...{ host: '127.0.0.1', port: portOf(this.#mail.server), security: 'none', from: 'alarm@example.cn' },
      },
      web_push: { contact: 'duty@example.cn' },
      webhook: { url: urlOf(this.#http), secret: 'quiet-Harbour-2041' },
      sms: gateway(this.#http),
      voice: gateway(this.#voice),
    }[channel];
  }

  /** Returns the browser subscription of this user. */
  browserOf(userId: string): TestBrowser['subscription'] {
    const browser = aBrowser(`http://127.0.0.1:${portOf(this.#http)}/web_push/${userId}`);
    this.#browsers.set(userId, browser);
    return browser.subscription;
  }

  /** From now on SMS requests hang and the voice port is closed. */
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

/** A project with one channel for its warns, and five leaders, none of them logged in. */
interface StormProject {
  channel: StormChannel;
  project: string;
  department: string;
  leaders: string[];
}

/** Returns the row factories of a running product; `end` closes its connections. */
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
    ask: (request) => http(address, request),
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

async function aStormProject(rows: Rows, providers: Providers, channel: StormChannel): Promise<StormProject> {
  const department = await aDepartment(rows);
  const project = await aProject(rows, department, 600);
  const others = channel in fallbackChannels ? [fallbackChannels[channel as keyof typeof fallbackChannels]] : [];
  for (const kind of [channel, ...others]) {
    const channel = { projectId: project, kind, name: `渠道${kind}`, config: providers.settings(kind) };
    await call(rows, 'channel/addChannel', channel);
  }
  const ladder = [{ after: 600, target: 'leader', channels: [channel], instead: others }];
  await call(rows, 'project/editProjectConfig', { id: project, version: 1, ladder });
  const account = { role: 'leader' as const, department, projects: [project] };
  const leaders: string[] = [];
  for (let index = 0; index < receiversPerProject; index++) {
    const { id, token } =
      channel === 'web_push' ? await aUser(rows, account) : { ...(await anAccount(rows, account)), token: '' };
    if (token) await call(rows, 'notification/subscribePush', providers.browserOf(id), token);
    leaders.push(id);
  }
  await rows.sql(
    `update "user" set email = account || '@example.cn', mobile = '138' || lpad((id % 100000000)::text, 8, '0') where id = any($1)`,
    [leaders],
  );
  await rows.sql('delete from session where user_id = any($1)', [leaders]);
  return { channel, project, department, leaders };
}

export async function createStormProjects(rows: Rows, providers: Providers): Promise<StormProject[]> {
  const stormProjects: StormProject[] = [];
  for (const channel of stormChannels) stormProjects.push(await aStormProject(rows, providers, channel));
  return stormProjects;
}

/** Warns with a first rung that is due at the same moment. */
export interface Storm {
  /** Due instant, ms. */
  due: number;
  ids: string[];
  /** Keys of the messages, one per warn and leader, by the channel of their project. */
  keys: Map<StormChannel, Set<string>>;
}

/** Distributes the customers over the projects, presses for each, and makes all first rungs due at once. */
export async function pressAll(
  { rows, watchPort }: { rows: Rows; watchPort: number },
  stormProjects: readonly StormProject[],
  customers: readonly RegisteredCustomer[],
): Promise<Storm> {
  for (const [projectIndex, { project, department }] of stormProjects.entries()) {
    const ids = customers
      .filter((_, index) => index % stormProjects.length === projectIndex)
      .map(({ customerId }) => customerId);
    const to = [ids, project, department];
    await rows.sql('update customer set project_id = $2, department_id = $3 where id = any($1)', to);
    await rows.sql('update equipment set project_id = $2, department_id = $3 where customer_id = any($1)', to);
    await rows.sql(
      'update device_state s set project_id = $2 from equipment e where e.id = s.device_id and e.customer_id = any($1)',
      to.slice(0, 2),
    );
  }
  await inParallel(customers, width, ({ number }) =>
    pressUntilAnswered({ number, presses: 1, port: watchPort, acknowledged: () => undefined }),
  );
  const due = await rows.sql<{ id: string; project: string; at: Date }>(
    `update warn_timer t set due_at = now() from warn w
     where w.id = t.warn_id and t.kind = 'claim' and t.rung = 1 and t.done_at is null and w.customer_id = any($1)
     returning w.id::text, w.project_id::text as project, t.due_at as at`,
    [customers.map(({ customerId }) => customerId)],
  );
  const keysOf = ({ project, leaders }: StormProject) =>
    due
      .filter((timer) => timer.project === project)
      .flatMap(({ id }) => leaders.map((leader) => `claim:${id}:1:${leader}`));
  return {
    due: due[0]?.at.getTime() ?? Number.NaN,
    ids: due.map(({ id }) => id),
    keys: new Map(stormProjects.map((stormProject) => [stormProject.channel, new Set(keysOf(stormProject))])),
  };
}

/** A notification row: one warn, one user, one channel. */
export interface Row {
  channel: StormChannel;
  /** Key with the user's id appended. */
  key: string;
  /** The row with the message that carried this one's text, too. */
  carrier: string | null;
  state: string;
  tries: number;
  queuedAt: Date;
}

/** Returns the notification rows of these warns, without the inbox. */
export async function notificationRows({ sql }: Rows, ids: readonly string[]): Promise<Row[]> {
  return sql<Row>(
    `select channel, key || ':' || to_id as key, gathered_into::text as carrier, state, tries, created_at as "queuedAt" from notification
     where warn_id = any($1) and channel <> 'inbox'`,
    [ids],
  );
}

/** Returns the receipts of a row: of its message, or of the message that carried it with others. */
export function receiptsBy({ receipts }: Providers): (row: Row) => Receipt[] {
  const groupKey = ({ channel, key }: Receipt) => `${channel} ${key.replace(/^(gathered:\d+):.*$/, '$1')}`;
  const byGroupKey = Map.groupBy(receipts, groupKey);
  return ({ channel, key, carrier }) =>
    byGroupKey.get(`${channel} ${carrier === null ? key : `gathered:${carrier}`}`) ?? [];
}

/** Returns when the last rung of these warns was entered in the timeline, ms. */
export async function lastFired({ sql }: Rows, ids: readonly string[]): Promise<number> {
  const [row] = await sql<{ at: Date }>(
    `select max(at) as at from warn_step where warn_id = any($1) and kind = 'escalated'`,
    [ids],
  );
  return row?.at.getTime() ?? Number.NaN;
}
