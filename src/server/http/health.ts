import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, register } from 'prom-client';
import { onPool, pool } from '#server/db/db.ts';
import { authorizeInspector } from './endpointRoute.ts';

let draining = false;
const checks = new Map<string, () => Promise<string | null>>();

/** Makes `/readyz` answer 503, so that the load balancer sends no new requests. */
export function startDraining(): void {
  draining = true;
}

/** Adds a readiness check; `check` returns null or the problem. */
export function readyWhen(name: string, check: () => Promise<string | null>): void {
  checks.set(name, check);
}

async function databaseProblem(): Promise<string | null> {
  try {
    const { rows } = await pool('direct').query<{ read_only: string }>('show transaction_read_only');
    return (Object.values(rows[0] ?? {})[0] as unknown) === 'off' ? null : 'the database takes no writes';
  } catch {
    return 'the database does not answer';
  }
}

/** Returns the first reason why this node should get no traffic, or null; reads on the pool `direct`. */
export function whyNotReady(): Promise<string | null> {
  return onPool('direct', firstProblem);
}

async function firstProblem(): Promise<string | null> {
  if (draining) return 'draining';
  const database = await databaseProblem();
  if (database) return database;
  for (const [name, check] of checks) {
    const problem = await check();
    if (problem) return `${name}: ${problem}`;
  }
  return null;
}

/** Adds `/healthz` (the process lives), `/readyz` (it accepts requests) and `/metrics` (Prometheus). */
export function addHealth(app: FastifyInstance): void {
  if (!register.getSingleMetric('process_cpu_seconds_total')) collectDefaultMetrics();
  app.get('/healthz', { schema: { hide: true } }, async () => ({ ok: true }));
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const reason = await whyNotReady();
    return reply.status(reason ? 503 : 200).send({ ready: reason === null, reason });
  });
  app.get('/metrics', { schema: { hide: true }, onRequest: authorizeInspector }, async (_request, reply) =>
    reply.type(register.contentType).send(await register.metrics()),
  );
}
