import { afterAll, beforeAll, expect, test } from 'vitest';
import { earlyWarningApi } from '#features/earlyWarning/contract.ts';
import { roleApi } from '#features/role/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aProject, aRole, aUser, next } from '#server/testing/rows.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

interface Raised {
  result?: string;
  isIgnored?: boolean;
  /** Seconds until the first claim. */
  claimed?: number;
  daysAgo?: number;
}

const raise = (ruleId: string, customer: string, { result, isIgnored = false, claimed, daysAgo = 1 }: Raised) =>
  app.sql(
    `with made as (
       insert into warn (no, type, family, level, subject, customer_id, department_id, project_id, received_at, last_at, waiting_since, last_step_at, created_at, first_claimed_at, ignored_at)
       select 'H' || nextval('id_seq'), 'health', 'health', 3, 'h:' || c.id || ':' || nextval('id_seq'), c.id, c.department_id, c.project_id, now(), now(), now(), now(),
         now() - make_interval(days => $5), now() - make_interval(days => $5) + make_interval(secs => $4), case when $6 then now() end
       from customer c where c.id = $2 returning id)
     insert into health_warn (warn_id, customer_id, metric, direction, value, rule_id, rule_version, evidence, result, last_at)
     select id, $2, 'systolic', 'high', 190, $1, 1, '{}', $3, now() from made`,
    [ruleId, customer, result ?? null, claimed ?? null, daysAgo, isIgnored],
  );

const span = () => ({
  from: new Date(Date.now() - 7 * 86_400_000).toISOString(),
  to: new Date(Date.now() + 60_000).toISOString(),
});

test('what a rule raised of the people in scope: confirmed, unneeded, ignored, the median until a claim, the noisiest', async () => {
  const department = await aDepartment(app);
  const project = await aProject(app, department);
  const [one, two, other] = [
    await aCustomer(app, { department, project }),
    await aCustomer(app, { department, project }),
    await aCustomer(app),
  ];
  const { id } = await app.call(
    earlyWarningApi.addRule,
    {
      ...{ name: `血压${next()}`, kind: 'band', metric: 'systolic', scope: { all: true } },
      definition: { times: 2, clearMinutes: 5 },
    },
    app.admin,
  );
  await raise(id, one, { result: 'phone', claimed: 60 });
  await raise(id, one, { result: 'advised', claimed: 120 });
  await raise(id, two, { result: 'none', claimed: 600 });
  await raise(id, one, { isIgnored: true });
  await raise(id, two, { daysAgo: 8, result: 'tuned' });
  await raise(id, other, { result: 'visited' });
  const roleId = await aRole(app, { scope: 'department', permissions: ['earlyWarning:list'] });
  const { token } = await aUser(app, { roleId, department, projects: [project] });

  const [figures] = await app.call(earlyWarningApi.getRuleFigures, span(), token);
  expect(figures).toMatchObject({
    ...{ id, raised: 4, confirmed: 2, unneeded: 1, ignored: 1, medianSeconds: 120 },
    people: [
      { id: one, n: 3 },
      { id: two, n: 1 },
    ],
  });
  const all = await app.call(earlyWarningApi.getRuleFigures, span(), app.admin);
  expect(all.find((row) => row.id === id)).toMatchObject({ raised: 5, confirmed: 3 });
});

test('a draft covers the people in scope whom it names; those without such a value in 7 days are counted', async () => {
  const department = await aDepartment(app);
  const project = await aProject(app, department);
  const [fed] = [await aCustomer(app, { department, project }), await aCustomer(app, { department, project })];
  await aCustomer(app);
  const roleId = await aRole(app, { scope: 'department', permissions: ['earlyWarning:list'] });
  const { token } = await aUser(app, { roleId, department, projects: [project] });
  await app.sql(
    `insert into reading_latest (customer_id, metric, at, value, flags, since, source_id) values ($1, 'systolic', now(), 130, 0, now(), $1)`,
    [fed],
  );
  const people = (input: object) =>
    app.call(earlyWarningApi.getRulePeople, { scope: { all: true }, metric: ['systolic'], ...input }, token);
  expect(await people({})).toEqual({ people: 2, unfed: 1 });
  expect(await people({ metric: ['spo2'] })).toEqual({ people: 2, unfed: 2 });
  expect(await people({ scope: { customerIds: [fed] } })).toEqual({ people: 1, unfed: 0 });
  expect(await people({ scope: { chronic: ['hypertension'] } })).toEqual({ people: 0, unfed: 0 });
});

test('health staff and leaders have the rules with the list, and health staff alone change them', async () => {
  const list = async (token: string) => (await app.tryCall(earlyWarningApi.getRuleList, {}, token)).status;
  const remove = async (token: string) => (await app.tryCall(earlyWarningApi.deleteRule, { ids: ['1'] }, token)).status;
  for (const [role, changes] of [
    ['health', true],
    ['leader', false],
  ] as const) {
    const { token } = await aUser(app, { role });
    expect([role, await list(token), (await remove(token)) !== 403]).toEqual([role, 200, changes]);
  }
  const outsider = await aUser(app, { role: 'operator' });
  expect(await list(outsider.token)).toBe(403);
});

test('a new role has the rules with the list, under which the role editor shows the right to change them', async () => {
  const choices = await app.call(roleApi.getRoleMenuList, {}, app.admin);
  const list = choices.find(({ name, type }) => name === '健康预警' && type === 'menu');
  const right = choices.find(({ name }) => name === '编辑预警规则');
  expect(right?.parentId).toBe(list?.id);
  const key = `rules${next()}`;
  const menuIds = [list?.id ?? '', right?.id ?? ''];
  await app.call(roleApi.addRole, { name: key, key, dataScope: 'all', menuIds }, app.admin);
  const [{ id: roleId = '' } = {}] = await app.sql<{ id: string }>('select id::text from role where key = $1', [key]);
  const { token } = await aUser(app, { roleId });
  const [stored] = (await app.list(earlyWarningApi.getRuleList, {}, token)).rows;
  expect(stored).toBeDefined();
  const status = { id: stored?.id ?? '', status: 'enabled' as const };
  expect((await app.tryCall(earlyWarningApi.updateRuleStatus, status, token)).status).not.toBe(403);
});
