// testing: test support: the product on a separate database, users, rows, devices.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { register } from 'prom-client';
import { boot } from '#server/boot/start.ts';
import { readConfig } from '#server/core/config.ts';
import { openKey } from '#server/core/crypto.ts';
import { pool } from '#server/db/db.ts';
import { clearShared } from '#server/feature/sharedFor.ts';
import type { Endpoint, InputOf, OutputOf } from '#shared/endpoint.ts';
import { freshDatabase } from './database.ts';
import { temporaryFolder } from './folder.ts';
import { type Answer, type Ask, closeConnections, http } from './http.ts';
import { anAdminSession } from './rows.ts';
import { adminPassword } from './template.ts';

const quiet: NodeJS.ProcessEnv = {
  PORT: '0',
  WATCH_PORT: '0',
  MQTT_PORT: '0',
  JT808_PORT: '0',
  GT06_PORT: 'off',
  H02_PORT: 'off',
  EV07B_PORT: 'off',
  CAPTCHA: 'off',
  DEMO: 'off',
  DRAIN_WAIT: '0',
  DRAIN_MAX: '5',
  ADMIN_PASSWORD: adminPassword,
};

/** The parts of an endpoint needed to call it. */
type Called = Pick<Endpoint, 'method' | 'path'> & Partial<Pick<Endpoint, 'inQuery'>>;

export interface TestApp {
  url: string;
  databaseUrl: string;
  /** Content of the key file, hex, for a second node on the same database. */
  key: string;
  ports: { watch: number; jt808: number; gt06: number; h02: number; ev07b: number; mqtt: number };
  /** Sends any request and returns its answer, also a refusal. */
  ask(ask: Ask): Promise<Answer>;
  /** Calls an endpoint that must succeed; returns its data. */
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>, token?: string): Promise<OutputOf<E>>;
  /** Calls a list endpoint that must succeed. */
  list<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    token?: string,
  ): Promise<{ rows: OutputOf<E>[]; count: number }>;
  /** Calls an endpoint and returns the full answer; the input may be invalid. */
  tryCall(endpoint: Called, input: unknown, token?: string, from?: string): Promise<Answer>;
  /** Returns the token of a new session. */
  login(account?: string, password?: string): Promise<string>;
  /** Token of a session of the administrator. */
  admin: string;
  /** Returns the rows of a statement, directly from the database. */
  sql<T extends object = Record<string, unknown>>(text: string, values?: unknown[]): Promise<T[]>;
  stop(): Promise<void>;
}

/** Starts the product in this process on a new database (`bare`: before its first start); one at a time per process. */
export async function startApp(
  options: { env?: NodeJS.ProcessEnv; databaseUrl?: string; bare?: boolean } = {},
): Promise<TestApp> {
  const folder = await temporaryFolder();
  const database = options.databaseUrl
    ? { url: options.databaseUrl, drop: () => Promise.resolve() }
    : await freshDatabase({ bare: options.bare ?? false });
  const stops: { order: number; run: () => Promise<void> | void }[] = [];
  const config = readConfig({ ...quiet, DATA_DIR: folder.path, ...options.env });
  openKey(config.dataDir);
  const { address, intake: ingest } = await boot(config, database.url, (_name, order, run) =>
    stops.push({ order, run }),
  );
  const portOf = (name: string) => ingest?.ports.find((listener) => listener.name.includes(name))?.port ?? 0;

  const ask = (request: Ask) => http(address, request);
  const tryCall: TestApp['tryCall'] = ({ method, path, inQuery }, input, token, from) => {
    // A call of a test sees what its SQL has just changed.
    clearShared();
    return method === 'GET' || inQuery
      ? ask({ method, path: `${path}?${new URLSearchParams(input as Record<string, string>)}`, token, from })
      : ask({ method, path, body: input, token, from });
  };
  const must = async (endpoint: Endpoint, input: unknown, token: string | undefined): Promise<Answer> => {
    const answer = await tryCall(endpoint, input, token);
    if (answer.code !== 0) throw new Error(`${endpoint.path} answered ${answer.status} ${answer.text}`);
    return answer;
  };
  const login = async (account = 'admin', password = adminPassword): Promise<string> => {
    const answer = await ask({ path: '/api/login/accountLogin', body: { account, password } });
    if (answer.code !== 0) throw new Error(`${account} was not let in: ${answer.text}`);
    return (answer.data as { token: string }).token;
  };

  const sql = async <T extends object>(text: string, values: unknown[] = []) =>
    (await pool().query(text, values)).rows as T[];

  return {
    url: address,
    databaseUrl: database.url,
    key: readFileSync(join(config.dataDir, 'secret.key'), 'utf8'),
    ports: {
      watch: portOf('手表'),
      jt808: portOf('808'),
      gt06: portOf('GT06'),
      h02: portOf('H02'),
      ev07b: portOf('EV-07B'),
      mqtt: portOf('MQTT'),
    },
    ask,
    tryCall,
    call: async <E extends Endpoint>(endpoint: E, input: InputOf<E>, token?: string) =>
      (await must(endpoint, input, token)).data as OutputOf<E>,
    list: async <E extends Endpoint>(endpoint: E, input: InputOf<E>, token?: string) => {
      const answer = await must(endpoint, input, token);
      return { rows: answer.data as OutputOf<E>[], count: answer.count ?? -1 };
    },
    login,
    admin: config.adminPassword ? await anAdminSession({ sql }) : '',
    sql,
    stop: async () => {
      // The stop waits for idle connections without a request, so they are closed first.
      closeConnections();
      for (const { run } of stops.toReversed().sort((a, b) => a.order - b.order)) await run();
      register.clear();
      await database.drop();
      await folder.remove();
    },
  };
}
