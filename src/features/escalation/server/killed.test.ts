import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { channelApi } from '#features/channel/contract.ts';
import { notificationApi } from '#features/notification/contract.ts';
import { projectApi } from '#features/project/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aBrowser } from '#server/testing/browserKeys.ts';
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts';
import { openLoopback, withLoopback } from '#server/testing/loopback.ts';
import { startNode, type TestNode } from '#server/testing/node.ts';
import { aCustomer, aDepartment, aProject, aUser } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';

const env = withLoopback;

/** Whether the external services answer; below, the requests they received. */
let answering = false;
const attempts = { mail: 0, push: [] as string[] };
const mails: string[] = [];
const pushes: Buffer[] = [];

const mailbox = new SMTPServer({
  hideSTARTTLS: true,
  authOptional: true,
  onConnect: (_session, done) => {
    attempts.mail += 1;
    if (answering) done();
  },
  onData: async (stream, _session, done) => {
    let text = '';
    for await (const part of stream) text += part;
    mails.push(text);
    done();
  },
});
// A server killed in the middle of a mail cuts the connection.
mailbox.on('error', () => undefined);
const pushService = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  attempts.push.push(String(request.headers.topic));
  if (!answering) return;
  pushes.push(Buffer.concat(parts));
  response.writeHead(201).end();
});

let database: TestDatabase;
let client: pg.Client;
const nodes: TestNode[] = [];
beforeAll(async () => {
  await Promise.all([
    new Promise<void>((resolve) => mailbox.listen(0, '127.0.0.1', resolve)),
    new Promise<void>((resolve) => pushService.listen(0, '127.0.0.1', resolve)),
  ]);
  openLoopback();
  database = await freshDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  for (const node of nodes) await node.stop();
  pushService.closeAllConnections();
  pushService.close();
  await new Promise<void>((resolve) => mailbox.close(() => resolve()));
  await client.end();
  await database.drop();
});
const portOf = (address: unknown) => (address as AddressInfo).port;

/** Number of warns in addition to the first. */
const others = 14;

/** Warns that wait for their first rung, which notifies a leader by mail and phone. */
async function someAlarms(app: TestApp) {
  const department = await aDepartment(app);
  const project = await aProject(app);
  const email = {
    host: '127.0.0.1',
    port: portOf(mailbox.server.address()),
    security: 'none',
    from: 'alarm@example.cn',
  };
  const channels = [
    { kind: 'email' as const, name: '值班邮箱', config: email },
    { kind: 'web_push' as const, name: '值班手机', config: { contact: 'duty@example.com' } },
  ];
  for (const channel of channels) await app.call(channelApi.addChannel, { projectId: project, ...channel }, app.admin);
  const [row] = await app.sql<{ version: number }>('select version from project where id = $1', [project]);
  const ladder = [{ after: 60, target: 'leader' as const, channels: channels.map(({ kind }) => kind) }];
  await app.call(projectApi.editProjectConfig, { id: project, version: row?.version ?? 1, ladder }, app.admin);
  const leader = await aUser(app, { role: 'leader', department, projects: [project] });
  await app.sql(`update "user" set email = 'leader@example.cn' where id = $1`, [leader.id]);
  const browser = aBrowser(`http://127.0.0.1:${portOf(pushService.address())}/phone`);
  await app.call(notificationApi.subscribePush, browser.subscription, leader.token);
  const facts = { type: 'sos' as const, level: 1 as const, note: 'x' };
  const ids: string[] = [];
  for (let index = 0; index <= others; index++) {
    const customerId = await aCustomer(app, { department, project });
    const occurredAt = new Date().toISOString();
    ids.push((await app.call(warnApi.addWarn, { ...facts, customerId, occurredAt }, app.admin)).id);
  }
  const [id = '', ...remaining] = ids;
  return { id, more: remaining, browser };
}

let later: string[] = [];
let key = '';

test('a rung with nobody logged in reaches a mail box and a phone within 10 s of the start of a server that was killed while it sent', {
  retry: 0,
}, async () => {
  const app = await startApp({ databaseUrl: database.url });
  const { id, more, browser } = await someAlarms(app);
  later = more;
  key = app.key;
  await client.query('delete from session');
  await app.stop();

  const doomed = await startNode({ ...app, databaseUrl: database.url }, env);
  nodes.push(doomed);
  await client.query('update warn_timer set due_at = now() where warn_id = $1 and rung = 1 and done_at is null', [id]);
  await until('both tries', () => attempts.mail > 0 && attempts.push.length > 0);
  await doomed.kill();
  nodes.pop();
  expect([mails.length, pushes.length]).toEqual([0, 0]);

  answering = true;
  nodes.push(await startNode({ ...app, databaseUrl: database.url }, env));
  await until('mail and push', () => mails.length > 0 && pushes.length > 0, 10_000);

  expect(mails[0]).toContain('leader@example.cn');
  expect(JSON.parse(browser.open(pushes[0] ?? Buffer.alloc(0)))).toMatchObject({ tag: expect.stringContaining(id) });
  expect(new Set(attempts.push).size).toBe(1);
  await until('the record', async () => {
    const sent = await client.query(`select 1 from notification where warn_id = $1 and state = 'sent' and tries = 2`, [
      id,
    ]);
    return sent.rowCount === 2;
  });
  expect([mails.length, pushes.length]).toEqual([1, 1]);
});

/** Makes the rungs of these warns due at once. */
const strike = (ids: string[]) =>
  client.query('update warn_timer set due_at = now() where warn_id = any($1) and rung = 1', [ids]);

/**
 * Returns the message count per channel once all messages of these warns are sent; one message may carry several warns.
 */
const sentOf = (ids: string[]) =>
  until('the records', async () => {
    const { rows } = await client.query<{ channel: string; n: number; messages: number }>(
      `select channel, count(*)::int as n, count(distinct coalesce(gathered_into, id))::int as messages from notification
       where warn_id = any($1) and channel_id is not null and state = 'sent' group by 1 order by 1`,
      [ids],
    );
    return rows.length === 2 && rows.every(({ n }) => n === ids.length) && rows.map(({ messages }) => messages);
  });

test('two nodes share what is due: each message goes out once', async () => {
  nodes.push(await startNode({ key, databaseUrl: database.url }, env));
  const [mailed, pushed] = [mails.length, pushes.length];
  const some = later.slice(0, others / 2);
  await strike(some);
  const messages = await sentOf(some);
  expect([mails.length - mailed, pushes.length - pushed]).toEqual(messages);
});

test('what goes together is sent by the next start of a server that was killed while it sent', {
  retry: 0,
}, async () => {
  const some = later.slice(others / 2);
  answering = false;
  const [mailed, pushed, tries] = [mails.length, pushes.length, attempts.mail];
  await strike(some);
  await until('the try', () => attempts.mail > tries);
  for (const node of nodes.splice(0)) await node.kill();
  expect([mails.length - mailed, pushes.length - pushed]).toEqual([0, 0]);
  answering = true;
  nodes.push(await startNode({ key, databaseUrl: database.url }, env));
  const messages = await sentOf(some);
  expect([mails.length - mailed, pushes.length - pushed]).toEqual(messages);
  expect(messages.every((n) => n < some.length)).toBe(true);
});
