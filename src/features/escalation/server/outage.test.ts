import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { channelApi } from '#features/channel/contract.ts';
import { projectApi } from '#features/project/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts';
import { http } from '#server/testing/http.ts';
import { openLoopback, withLoopback } from '#server/testing/loopback.ts';
import { startNode, type TestNode } from '#server/testing/node.ts';
import { aCustomer, aDepartment, anAccount, aProject } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';

const texts: string[] = [];
const hook = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  texts.push(JSON.parse(body).text);
  response.end('{}');
});

let database: TestDatabase;
let client: pg.Client;
let node: TestNode | undefined;
beforeAll(async () => {
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
  openLoopback();
  database = await freshDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await node?.stop();
  hook.closeAllConnections();
  hook.close();
  await client.end();
  await database.drop();
});

/** A project with a first rung that notifies a leader by webhook. */
async function aPlace(app: TestApp) {
  const [department, project] = [await aDepartment(app), await aProject(app)];
  const url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`;
  const channel = { projectId: project, kind: 'webhook' as const, name: '平台' };
  await app.call(channelApi.addChannel, { ...channel, config: { url, secret: 'quiet-Harbour-2041' } }, app.admin);
  const ladder = [{ after: 60, target: 'leader' as const, channels: ['webhook' as const] }];
  await app.call(projectApi.editProjectConfig, { id: project, version: 1, ladder }, app.admin);
  await anAccount(app, { role: 'leader', department, projects: [project] });
  return { department, project };
}

async function alarmOf(app: TestApp, place: { department: string; project: string }): Promise<string> {
  const facts = { type: 'sos' as const, level: 1 as const, occurredAt: new Date().toISOString(), note: 'x' };
  const customerId = await aCustomer(app, place);
  return (await app.call(warnApi.addWarn, { ...facts, customerId }, app.admin)).id;
}

const rungs = async (ids: string[]) =>
  (
    await client.query<{ missed: boolean; waits: boolean; done: boolean }>(
      `select missed, due_at >= $2::timestamptz + interval '15 s' as waits, done_at is not null as done from warn_timer
       where warn_id = any($1) and kind = 'claim' and rung = 1`,
      [ids, started],
    )
  ).rows;
const climbed = async (id: string) =>
  (
    await client.query<{ note: string }>(`select note from warn_step where warn_id = $1 and kind = 'escalated'`, [id])
  ).rows.map(({ note }) => note);
const makeDue = (id: string) =>
  client.query(
    `update warn_timer set due_at = now() where warn_id = $1 and kind = 'claim' and rung = 1 and done_at is null`,
    [id],
  );
let started = '';

test('what fell due while no server ran waits 15 s for the pages and says so, a mark alone waits for none, and a claim meanwhile ends it', async () => {
  const app = await startApp({ databaseUrl: database.url });
  const place = await aPlace(app);
  const [missed, claimed, later] = [await alarmOf(app, place), await alarmOf(app, place), await alarmOf(app, place)];
  await app.stop();

  await client.query(`update warn_heartbeat set beat_at = now() - interval '1 minute'`);
  await client.query(`update warn_timer set due_at = now() - interval '30 s' where warn_id = any($1) and rung = 1`, [
    [missed, claimed],
  ]);
  await client.query(
    `insert into warn_timer (warn_id, kind, rung, due_at, name) values ($1, 'claim', -1, now() - interval '30 s', 'leader')`,
    [missed],
  );
  started = (await client.query<{ now: string }>('select now()::text as now')).rows[0]?.now ?? '';
  node = await startNode({ key: app.key, databaseUrl: database.url }, withLoopback);
  const waiting = await until('the mark', async () => {
    const some = await rungs([missed, claimed]);
    return some.every((rung) => rung.missed) && some;
  });
  expect(waiting).toEqual([
    { missed: true, waits: true, done: false },
    { missed: true, waits: true, done: false },
  ]);
  const late = await client.query('select missed from warn_timer where warn_id = $1 and rung = -1', [missed]);
  expect(late.rows).toEqual([{ missed: false }]);

  const claim = await http(node.url, { path: warnApi.claimWarn.path, body: { id: claimed }, token: app.admin });
  expect(claim.code).toBe(0);
  for (const id of [missed, claimed]) await makeDue(id);
  await until('the message', () => texts.length === 1);
  expect(texts[0]).toMatch(/^服务中断期间到期，恢复后补发。/);
  expect(await climbed(missed)).toEqual([expect.stringMatching(/^服务中断期间到期，恢复后补发：/)]);
  const inbox = await client.query<{ content: string }>(`select content from notice where title like '告警升级%'`);
  expect(inbox.rows.map(({ content }) => content)).toEqual([expect.stringContaining('服务中断期间到期，恢复后补发')]);

  await makeDue(later);
  await until('the message in time', () => texts.length === 2);
  expect(texts[1]).not.toContain('服务中断');
  expect(await climbed(later)).toEqual([expect.not.stringContaining('服务中断')]);
  expect(await climbed(claimed)).toEqual([]);
});
