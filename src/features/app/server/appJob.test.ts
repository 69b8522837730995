import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { appApi } from '#features/app/contract.ts';
import { saveForOwner } from '#features/file/server/service.ts';
import { viewerOfApp } from '#server/auth/applications.ts';
import { keyViewer, type Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { runJob } from '#server/jobs/jobRunner.ts';
import { type JobKind, startJob } from '#server/jobs/jobs.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { anApplication, aProject, aRole, aUser, type TestUser } from '#server/testing/rows.ts';
import { jobApi } from '#shared/contract/job.ts';

let app: TestApp;
let project: string;
/** Two applications of the same project. */
let own: TestUser;
let other: TestUser;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  project = await aProject(app);
  [own, other] = [
    await anApplication(app, { scopes: ['profile'], projects: [project] }),
    await anApplication(app, { scopes: ['profile'], projects: [project] }),
  ];
});

/** Inserts a job of an application without queueing it. */
async function aJob(appId = own.id, state = 'waiting', createdAt = 'now()'): Promise<string> {
  const [row] = await app.sql<{ id: string }>(
    `insert into job (kind, title, app_id, trace_id, state, created_at) values ('write', '写文件', $1, 'trace', $2, ${createdAt}) returning id::text`,
    [appId, state],
  );
  return row?.id ?? '';
}

interface Captured {
  viewer?: Viewer;
}

/** Returns a job kind that writes a file, with something that happens before the last report of its progress, or after it. */
function writing(between: () => Promise<unknown> = async () => null, late = false, captured: Captured = {}): JobKind {
  return {
    kind: 'write',
    restartable: true,
    async run({ viewer, progress }) {
      captured.viewer = viewer;
      await progress(1, 2);
      if (!late) await between();
      await progress(2);
      const content = Buffer.from('{"resourceType":"Patient"}\n');
      const fileId = await saveForOwner(viewer, {
        name: 'a.ndjson',
        type: 'application/x-ndjson',
        content,
        subject: 'x',
      });
      if (late) await between();
      return { message: '写完了', fileId, result: { n: 1 } };
    },
  };
}

const run = (id: string, kind = writing()) => runJob(id, new Map([[kind.kind, kind]]), () => false);
const rowOf = async (id: string) =>
  (await app.sql('select state, message, file_id::text, owner_id, app_id::text from job where id = $1', [id]))[0];

/** Returns how the two ways to a file answer. */
async function open(fileId: string, token: string): Promise<number[]> {
  const shown = await app.ask({ method: 'GET', path: `/api/file/getFile?id=${fileId}`, token });
  const body = new URLSearchParams({ id: fileId, token }).toString();
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  return [shown.status, (await app.ask({ path: '/api/file/downloadFile', body, headers })).status];
}

const tries = async (id: string, token: string) => [
  (await app.tryCall(jobApi.getJob, { id }, token)).status,
  (await app.tryCall(jobApi.cancelJob, { id }, token)).status,
];
const listed = async (token: string, input: object = {}) =>
  (await app.list(jobApi.getJobList, { limit: 200, ...input }, token)).rows.map(({ id }) => id);

test('a job belongs to a person or to an application, to one of them', async () => {
  const insert = (ownerId: string | null, appId: string | null) =>
    app.sql(`insert into job (kind, title, owner_id, app_id, trace_id) values ('x', 'x', $1, $2, 'x')`, [
      ownerId,
      appId,
    ]);
  await expect(insert(null, null)).rejects.toThrow('job_belongs');
  await expect(insert('1', own.id)).rejects.toThrow('job_belongs');
});

test('what an application starts is its job, without a person; a key starts none', async () => {
  const viewer = (await viewerOfApp(own.id, 'trace')) as Viewer;
  const start = (by: Viewer) => db.transaction((tx) => startJob(tx, by, { kind: 'none', title: '导出', input: {} }));
  const id = await start(viewer);
  expect(await rowOf(id)).toMatchObject({ owner_id: null, app_id: own.id });
  const key = keyViewer('family', { id: '1', account: 'family:1', name: '孙*' }, 'trace', null);
  await expect(start(key)).rejects.toThrow('a family key starts no job');
});

test('it runs as the application, in its projects, and no live stream hears of it', async () => {
  const id = await aJob();
  const captured: Captured = {};
  await run(id, writing(undefined, false, captured));
  expect(captured.viewer).toMatchObject({
    kind: 'app',
    bearerId: own.id,
    scope: { departments: null, projects: [project] },
  });
  expect(await app.call(jobApi.getJob, { id }, own.token)).toMatchObject({
    state: 'done',
    ownerId: null,
    ownerName: null,
    appId: own.id,
    result: { n: 1 },
  });
  expect(await app.sql(`select 1 from event where topic = 'job' and body ->> 'id' = $1`, [id])).toEqual([]);
});

test('the application sees, cancels and downloads its jobs by its token, another one gets 404', async () => {
  const [done, waiting] = [await aJob(), await aJob()];
  await run(done);
  const { fileId } = await app.call(jobApi.getJob, { id: done }, own.token);
  expect(await open(fileId ?? '', other.token)).toEqual([404, 404]);
  expect(await tries(waiting, other.token)).toEqual([404, 404]);
  expect(await listed(other.token)).toEqual([]);
  expect(await listed(other.token, { everybody: true })).toEqual([]);
  expect((await listed(own.token)).sort()).toEqual([done, waiting].sort());
  expect(await open(fileId ?? '', own.token)).toEqual([200, 200]);
  expect(await tries(waiting, own.token)).toEqual([200, 200]);
  expect(await rowOf(waiting)).toMatchObject({ state: 'cancelled' });
  expect((await app.tryCall(jobApi.cancelJob, { id: waiting }, own.token)).status).toBe(409);
});

test('an application sees no job and no file of a person', async () => {
  const user = await aUser(app);
  const [row] = await app.sql<{ id: string }>(
    `insert into job (kind, title, owner_id, trace_id) values ('x', 'x', $1, 'x') returning id::text`,
    [user.id],
  );
  expect(await tries(row?.id ?? '', own.token)).toEqual([404, 404]);
  // A file of nobody, and one that the product wrote itself.
  for (const owner of [user.id, '0', null]) {
    const [file] = await app.sql<{ id: string }>(
      `insert into file (hash, name, type, size, subject, rights, owner_id, department_id, project_id)
       values (repeat('0', 64), 'x', 'text/plain', 1, 'x', '{}', $1, (select min(id) from department), $2) returning id::text`,
      [owner, project],
    );
    expect(await open(file?.id ?? '', own.token)).toEqual([404, 404]);
  }
});

test('who lists applications sees the jobs of those whose projects are all theirs, who edits them cancels and downloads', async () => {
  const [done, waiting] = [await aJob(), await aJob()];
  await run(done);
  const { fileId } = await app.call(jobApi.getJob, { id: done }, own.token);
  const user = async (permissions: string[], projects: string[]) =>
    (await aUser(app, { roleId: await aRole(app, { scope: 'all', permissions }), projects })).token;
  const outsiders = [
    await user([], [project]),
    await user(['customer:list'], [project]),
    await user(['app:list', 'app:edit'], [await aProject(app)]),
  ];
  for (const token of outsiders) {
    expect(await tries(waiting, token)).toEqual([404, 404]);
    expect(await open(fileId ?? '', token)).toEqual([404, 404]);
    expect(await listed(token, { everybody: true })).toEqual([]);
  }
  const reader = await user(['app:list'], [project]);
  expect(await listed(reader)).toEqual([]);
  expect((await listed(reader, { everybody: true })).sort()).toEqual([done, waiting].sort());
  expect([await tries(waiting, reader), await open(fileId ?? '', reader)]).toEqual([
    [200, 403],
    [404, 404],
  ]);
  const editor = await user(['app:list', 'app:edit'], [project, await aProject(app)]);
  expect([await tries(waiting, editor), await open(fileId ?? '', editor)]).toEqual([
    [200, 200],
    [200, 200],
  ]);
  expect(await listed(app.admin, { everybody: true })).toEqual(expect.arrayContaining([done, waiting]));
});

test('an application that also serves a project out of scope shows nobody its jobs who does not see all of it', async () => {
  const shared = await anApplication(app, { scopes: ['profile'], projects: [project, await aProject(app)] });
  const id = await aJob(shared.id);
  const roleId = await aRole(app, { scope: 'all', permissions: ['app:list', 'app:edit'] });
  const { token } = await aUser(app, { roleId, projects: [project] });
  expect(await tries(id, token)).toEqual([404, 404]);
});

const takings: [string, () => Promise<unknown>][] = [
  ['is disabled', () => app.call(appApi.updateAppStatus, { id: own.id, status: 'disabled' }, app.admin)],
  ['loses a project', () => app.call(appApi.editApp, { id: own.id, version: 1, projectIds: [] }, app.admin)],
  ['loses a scope', () => app.call(appApi.editApp, { id: own.id, version: 1, scopes: [] }, app.admin)],
  [
    'may no longer call on its own',
    () => app.call(appApi.editApp, { id: own.id, version: 1, grants: ['authorization_code'] }, app.admin),
  ],
];

test.each(takings)('when the application %s its jobs end and what they made is withheld', async (_, take) => {
  const [waiting, done, running, ending] = [await aJob(), await aJob(), await aJob(), await aJob()];
  await run(done);
  const { fileId } = await app.call(jobApi.getJob, { id: done }, own.token);
  await run(running, writing(take));
  expect(await rowOf(running)).toMatchObject({ state: 'cancelled', file_id: null });
  expect(await rowOf(waiting)).toMatchObject({ state: 'cancelled', message: expect.stringContaining('应用') });
  expect(await rowOf(done)).toMatchObject({ state: 'done', file_id: null });
  expect(await open(fileId ?? '', app.admin)).toEqual([404, 404]);
  await run(ending);
  expect(await rowOf(ending)).toMatchObject({ state: 'cancelled', file_id: null });
});

test('a file that is written while the application is disabled is not its file any more', async () => {
  const id = await aJob();
  const disable = () => app.call(appApi.updateAppStatus, { id: own.id, status: 'disabled' }, app.admin);
  await run(id, writing(disable, true));
  expect(await rowOf(id)).toMatchObject({ state: 'cancelled', file_id: null });
});

test.each([
  ['disabled', "status = 'disabled'"],
  ['deleted', 'deleted_at = now()'],
])('the job of an application that is %s by then does not run, and says so', async (_, taken) => {
  const id = await aJob();
  await app.sql(`update app set ${taken} where id = $1`, [own.id]);
  await run(id);
  expect(await rowOf(id)).toMatchObject({ state: 'failed', message: '发起的应用已停用', file_id: null });
});

test('an edit that takes nothing away leaves the jobs alone', async () => {
  const id = await aJob();
  const more = { projectIds: [project, await aProject(app)], description: '改' };
  await app.call(appApi.editApp, { id: own.id, version: 1, ...more }, app.admin);
  expect(await rowOf(id)).toMatchObject({ state: 'waiting' });
});
