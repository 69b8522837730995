import pg from 'pg';
import { freshDatabase } from '#server/testing/database.ts';
import { temporaryFolder } from '#server/testing/folder.ts';
import { type Answer, type Ask, closeConnections, http } from '#server/testing/http.ts';
import { anAdminSession, type Rows } from '#server/testing/rows.ts';
import { adminPassword } from '#server/testing/template.ts';
import { TestWatch } from '#server/testing/watch.ts';
import { type Product, startProduct } from './product.ts';

/** The product as a separate process with a separate database and the ports for tests. */
export interface Site extends Rows {
  /** http://127.0.0.1:port, unchanged after a restart. */
  address: string;
  /** Port for watches. */
  watchPort: number;
  /** Folder of the product's files. */
  dataDir: string;
  /** Returns the data of a call that must succeed, by default as the administrator. */
  call<T>(path: string, input?: object, token?: string): Promise<T>;
  /** Returns a value of /metrics, 0 when missing. */
  metric(name: string): Promise<number>;
  /** Sends one alarm frame of this watch over TCP; resolves when it is stored. `status` and `at` as in TestWatch. */
  press(number: string, status?: string, at?: Date): Promise<void>;
  /** Sends a frame that gets no answer; resolves when it is stored. */
  sendFrame(number: string, content: string): Promise<void>;
  /** Kills the server at once. */
  kill(): Promise<void>;
  /** Starts it again on the same ports. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the product without captcha and demo, unless `env` sets them; the test file must stop it. */
export async function startSite(env: NodeJS.ProcessEnv = {}): Promise<Site> {
  const [folder, database] = await Promise.all([temporaryFolder(), freshDatabase()]);
  const settings = {
    DATA_DIR: folder.path,
    DATABASE_URL: database.url,
    ADMIN_PASSWORD: adminPassword,
    LOG_LEVEL: 'error',
    ...env,
  };
  let server = startProduct('server', settings);
  const ports = await portsOf(server);
  const { address } = ports;
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  pool.on('error', () => undefined);

  const ask = (request: Ask): Promise<Answer> => http(address, request);
  const call = async <T>(path: string, input: object = {}, token = site.admin): Promise<T> => {
    const answer = await ask({ path: `/api/${path}`, body: input, token });
    if (answer.code !== 0) throw new Error(`${path} answered ${answer.status} ${answer.text}`);
    return answer.data as T;
  };
  const login = async (account = 'admin', password = adminPassword): Promise<string> =>
    (await call<{ token: string }>('login/accountLogin', { account, password }, '')).token;
  const withWatch = async (number: string, action: (watch: TestWatch) => Promise<void>): Promise<void> => {
    const watch = await TestWatch.open(ports.watch, number);
    await action(watch).finally(() => watch.close());
  };
  const stopServer = async (signal: NodeJS.Signals): Promise<void> => {
    if (server.process.exitCode === null && server.process.signalCode === null) server.process.kill(signal);
    await server.exit;
    closeConnections();
  };

  const site: Site = {
    address,
    watchPort: ports.watch,
    dataDir: settings.DATA_DIR,
    admin: '',
    ask,
    call,
    login,
    sql: async <T extends object>(text: string, values: unknown[] = []) => (await pool.query(text, values)).rows as T[],
    metric: async (name) => {
      const { text } = await ask({ method: 'GET', path: '/metrics' });
      return Number(new RegExp(`^${name} ([\\d.]+)$`, 'm').exec(text)?.[1] ?? 0);
    },
    press: (number, status, at) => withWatch(number, (watch) => watch.press(status, at)),
    sendFrame: (number, content) =>
      withWatch(number, (watch) => {
        watch.send(content);
        return watch.answered(watch.send('LK'));
      }),
    kill: () => stopServer('SIGKILL'),
    restart: async () => {
      const port = new URL(address).port;
      server = startProduct('server', { ...settings, PORT: port, WATCH_PORT: String(ports.watch) });
      await portsOf(server);
    },
    stop: async () => {
      await stopServer('SIGTERM');
      await pool.end();
      await database.drop();
      await folder.remove();
    },
  };
  site.admin = await anAdminSession(site);
  return site;
}

async function portsOf(product: Product): Promise<{ address: string; watch: number }> {
  const [, address = ''] = await product.waitForOutput(/(http:\/\/127\.0\.0\.1:\d+)/);
  const [, watch] = await product.waitForOutput(/手表 TCP：(\d+)/);
  return { address, watch: Number(watch) };
}
