import { EventEmitter } from 'node:events';
import pg from 'pg';
import { log } from './log.ts';
import { nodeId } from './node.ts';

type Topic = 'event' | 'permission' | 'dictionary' | 'session' | (string & {});

const channel = 'anhao_wake';
const local = new EventEmitter({ captureRejections: false });
local.setMaxListeners(0);

let connection: pg.Client | undefined;
let url = '';
let closing = false;
let pending = new Set<string>();
let sending = false;

/** Tells this node at once and the others with one NOTIFY for all that gathered meanwhile; losing one costs at most the poll's second. */
function publish(topic: Topic): void {
  local.emit(topic);
  pending.add(topic);
  if (!sending) void flush();
}

async function flush(): Promise<void> {
  sending = true;
  // A turn of the loop gathers the commits that finish together (scale.md: one NOTIFY a batch).
  await new Promise((resolve) => setImmediate(resolve));
  while (pending.size > 0 && connection) {
    const topics = [...pending].join(',');
    pending = new Set();
    await connection.query('select pg_notify($1, $2)', [channel, `${nodeId},${topics}`]).catch(() => undefined);
  }
  pending.clear();
  sending = false;
}

/** Calls `fn` after each publish of the topic, here or on another node. Returns the way to stop. */
function subscribe(topic: Topic, fn: () => void): () => void {
  local.on(topic, fn);
  return () => local.off(topic, fn);
}

async function connect(): Promise<void> {
  const client = new pg.Client({ connectionString: url, keepAlive: true });
  client.on('notification', ({ payload }) => {
    const [from, ...topics] = (payload ?? '').split(',');
    if (from !== nodeId) for (const topic of topics) local.emit(topic);
  });
  const again = () => {
    if (connection !== client && connection !== undefined) return;
    connection = undefined;
    if (!closing) setTimeout(() => void reconnect(), 500).unref();
  };
  client.on('error', again);
  client.on('end', again);
  await client.connect();
  await client.query(`listen ${channel}`);
  connection = client;
}

async function reconnect(): Promise<void> {
  try {
    await connect();
    // What was missed meanwhile is fetched now.
    for (const topic of local.eventNames()) local.emit(topic);
  } catch (error) {
    log.warn({ err: error }, 'wake connection not back yet');
    if (!closing) setTimeout(() => void reconnect(), 1000).unref();
  }
}

/** Wake-ups between nodes over LISTEN/NOTIFY on a direct connection; every user of it polls as well. */
export const wake = {
  publish,
  subscribe,
  async open(directUrl: string): Promise<void> {
    url = directUrl;
    closing = false;
    await connect();
  },
  async close(): Promise<void> {
    closing = true;
    const client = connection;
    connection = undefined;
    await client?.end().catch(() => undefined);
  },
};
