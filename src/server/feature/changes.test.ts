import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wake } from '#server/db/wake.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice, aUser } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import { command } from './command.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

interface Change {
  actor_id: string | null;
  trace_id: string | null;
  action: string;
  row_id: string;
  changes: Record<string, [unknown, unknown]>;
}
const changesOf = (table: string, id: string) =>
  app.sql<Change>('select * from change_log where table_name = $1 and row_id = $2 order by at', [table, id]);

test('each change says who, by which call, and the fields before and after', async () => {
  const user = await aUser(app, { role: 'admin' });
  const [project] = await app.sql<{ id: string; version: number }>('select id::text, version from project');
  const body = { id: project?.id, version: project?.version, claimSeconds: 45 };
  const answer = await app.ask({ path: '/api/project/editProjectConfig', body, token: user.token });
  const [, change] = await changesOf('project', project?.id ?? '');
  expect(change).toMatchObject({
    actor_id: user.id,
    trace_id: answer.headers['x-trace-id'],
    action: 'update',
    changes: { claim_seconds: [60, 45] },
  });
});

test('nothing but what a test itself wrote lacks who did it and by which call', async () => {
  const customer = await aCustomer(app);
  await aDevice(app, { customer });
  const body = { customerId: customer, type: 'sos', level: 1, occurredAt: new Date().toISOString(), note: 'x' };
  const { data } = await app.ask({ path: '/api/warn/addWarn', body, token: app.admin });
  await app.ask({ path: '/api/warn/claimWarn', body: { id: (data as { id: string }).id }, token: app.admin });
  await app.login();
  const nameless = await app.sql<{ table_name: string; action: string }>(
    `select distinct table_name, action from change_log where actor_id is null or trace_id is null`,
  );
  // The tests insert users and their roles with plain SQL.
  expect(
    nameless.filter((row) => !(['user', 'user_role'].includes(row.table_name) && row.action === 'insert')),
  ).toEqual([]);
});

test('a stale version gets 409 with who changed what since, through all versions between', async () => {
  const [one, two] = [await aUser(app, { role: 'admin' }), await aUser(app, { role: 'admin' })];
  const [project] = await app.sql<{ id: string; version: number }>('select id::text, version from project');
  const seen = project?.version ?? 0;
  const edit = (token: string, version: number, change: object) =>
    app.ask({ path: '/api/project/editProjectConfig', body: { id: project?.id, version, ...change }, token });
  await edit(one.token, seen, { claimSeconds: 50 });
  await edit(two.token, seen + 1, { claimSeconds: 55, progressSeconds: 700 });
  const late = await edit(one.token, seen, { claimSeconds: 99 });
  expect(late).toMatchObject({ status: 409, code: -1 });
  expect(late.msg).toMatch(new RegExp(`^数据已被 ${two.name} 于 .*修改，请刷新$`));
  const data = late.data as {
    version: number;
    updatedBy: string;
    updatedAt: string;
    changes: { field: string; old: unknown; new: unknown }[];
  };
  expect([data.version, data.updatedBy]).toEqual([seen + 2, two.name]);
  expect(data.updatedAt).toMatch(/^\d{4}-.*\.\d{3}Z$/);
  expect(data.changes.find((one) => one.field === 'claimSeconds')).toMatchObject({ old: 45, new: 55 });
  expect(data.changes.map((one) => one.field)).toContain('progressSeconds');
  expect(await app.sql('select claim_seconds from project')).toEqual([{ claim_seconds: 55 }]);
});

test('two edits of the same version at once: one wins', async () => {
  const [project] = await app.sql<{ id: string; version: number }>('select id::text, version from project');
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      app.ask({
        path: '/api/project/editProjectConfig',
        body: { id: project?.id, version: project?.version, claimSeconds: 100 + index },
        token: app.admin,
      }),
    ),
  );
  expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1);
  expect(answers.filter((answer) => answer.status === 409)).toHaveLength(7);
});

test('secrets and search columns are not written into the differences', async () => {
  const rows = await app.sql<Change>('select * from change_log');
  const fields = new Set(rows.flatMap((row) => Object.keys(row.changes)));
  for (const hidden of ['password_hash', 'token_hash', 'grams']) expect(fields).not.toContain(hidden);
  const secrets = rows.flatMap(({ changes }) => [changes.secret_hash, changes.secret_cipher].filter(Boolean));
  expect(secrets.flat().filter((value) => value !== null && value !== '***')).toEqual([]);
});

test('a change that fails leaves nothing behind: no row, no difference, no event, no wake-up', async () => {
  let woken = 0;
  const stop = wake.subscribe('event', () => {
    woken += 1;
  });
  const counts = () =>
    app.sql('select (select count(*) from event) as events, (select count(*) from change_log) as changes');
  const previous = await counts();
  const event = {
    topic: 'warn',
    kind: 'changed',
    permission: 'warn:list',
    departmentId: '1',
    projectId: '1',
    ownerId: null,
    id: '1',
  };
  await expect(
    command({ userId: '0', traceId: 'test' }, async ({ tx, emit }) => {
      emit(event);
      await sql`update project set hotline = '12349'`.execute(tx);
      throw new Error('on purpose');
    }),
  ).rejects.toThrow('on purpose');
  expect([await counts(), woken]).toEqual([previous, 0]);
  await command({ userId: '0', traceId: 'test' }, async ({ emit }) => emit(event));
  expect(woken).toBe(1);
  stop();
});

test('a change that met another one is done again from its beginning', async () => {
  let tries = 0;
  await command({ userId: '0', traceId: 'again' }, async ({ tx }) => {
    tries += 1;
    await sql`update project set hotline = '96345'`.execute(tx);
    if (tries === 1) throw Object.assign(new Error('deadlock'), { code: '40P01' });
  });
  expect(tries).toBe(2);
  await until('the change', async () => (await app.sql(`select 1 from project where hotline = '96345'`)).length > 0);
});
