import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { anApplication, aUser } from '#server/testing/rows.ts';
import { trimJobs } from './jobList.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test('an ended job goes after 30 days, whether a person or an application asked for it', async () => {
  const [user, application] = [await aUser(app), await anApplication(app, { scopes: ['profile'] })];
  const add = (title: string, days: number, state = 'done') =>
    app.sql(
      `insert into job (kind, title, owner_id, app_id, trace_id, state, created_at)
       select 'x', $1, o.owner_id, o.app_id, 'x', $2, now() - make_interval(days => $3)
       from (values ($4::bigint, null::bigint), (null, $5::bigint)) o (owner_id, app_id)`,
      [title, state, days, user.id, application.id],
    );
  await add('old', 31);
  await add('kept', 29);
  await add('running', 31, 'running');
  expect(await trimJobs()).toBe(2);
  expect(await app.sql('select title, count(*)::int as n from job group by title order by title')).toEqual([
    { title: 'kept', n: 2 },
    { title: 'running', n: 2 },
  ]);
});
