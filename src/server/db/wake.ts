import { EventEmitter } from 'node:events';
import pg from 'pg';
import { runInBackground } from '#server/core/background.ts';
import { log } from '#server/core/log.ts';
import { nodeId } from '#server/core/node.ts';
import { onPool } from './db.ts';

type Topic = 'event' | 'permission' | 'dictionary' | 'session' | (string & {});

const channel = 'anhao_wake';
const local = new EventEmitter({ captureRejections: false });
local.setMaxListeners(0);

let connection: pg.Client | undefined;
let url = '';
let closing = false;
let pending = new Set<string>();
let sending = false;

/**
 * Wakes this node at once and the others with one NOTIFY for all topics collected meanwhile; a lost NOTIFY costs at
 * most one poll interval of a second.
 */
function publish(topic: Topic): void {
  // Listeners choose their own pool: they do not run on the publisher's.
  onPool('web', () => local.emit(topic));
  pending.add(topic);
  if (!sending) runInBackground(flush(), 'wake');
}

async function flush(): Promise<void> {
  sending = true;
  try {
    // One turn of the event loop collects commits that finish together (scale.md: one NOTIFY a batch).
    await new Promise((resolve) => setImmediate(resolve));
    while (pending.size > 0 && connection) {
      const topics = [...pending].join(',');
      pending = new Set();
      await connection.query('select pg_notify($1, $2)', [channel, `${nodeId},${topics}`]).catch(() => undefined);
    }
  } finally {
    pending.clear();
    sending = false;
  }
}

/** Calls `fn` after each publish of the topic, on this or another node; returns the unsubscribe function. */
function subscribe(topic: Topic, fn: () => void): () => void {
  local.on(topic, fn);
  return () => local.off(topic, fn);
}

let retry: NodeJS.Timeout | undefined;

/** Reconnects, one attempt at a time, even if several events report the loss. */
function reconnectIn(ms: number): void {
  if (closing || retry) return;
  retry = setTimeout(() => {
    retry = undefined;
    runInBackground(reconnect(), 'wake');
  }, ms);
  retry.unref();
}

async function connect(): Promise<void> {
  const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 5000 });
  client.on('notification', ({ payload }) => {
    const [from, ...topics] = (payload ?? '').split(',');
    if (from !== nodeId) for (const topic of topics) local.emit(topic);
  });
  const lost = () => {
    if (connection !== client) return;
    connection = undefined;
    reconnectIn(500);
  };
  client.on('error', lost);
  client.on('end', lost);
  try {
    await client.connect();
    await client.query(`listen ${channel}`);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  if (closing) await client.end();
  else connection = client;
}

async function reconnect(): Promise<void> {
  try {
    await connect();
    // Runs all listeners for what was missed while disconnected.
    for (const topic of local.eventNames()) local.emit(topic);
  } catch (error) {
    log.warn({ err: error }, 'wake connection not back yet');
    reconnectIn(1000);
  }
}

/** Wake-ups between nodes by LISTEN/NOTIFY on a direct connection; every listener also polls. */
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
    clearTimeout(retry);
    retry = undefined;
    const client = connection;
    connection = undefined;
    await client?.end().catch(() => undefined);
  },
};
