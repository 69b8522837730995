import { afterAll, beforeAll, expect, test } from 'vitest';
import { scaleApi } from '#features/scale/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aRole, aUser } from '#server/testing/rows.ts';

const own = {
  ...{ code: 'wander', name: '走失风险', licence: '本院自拟', version: 1 },
  items: ['1', '2'].map((code) => ({
    ...{ code, label: `问题${code}` },
    options: [
      { code: '0', label: '否', points: 0 },
      { code: '2', label: '是', points: 2 },
    ],
  })),
  total: { of: 'sum' },
  bandSets: [
    {
      ...{ code: 'S', label: '风险' },
      bands: [
        { code: 'low', label: '低', from: 0, to: 2 },
        { code: 'high', label: '高', from: 3, to: 4 },
      ],
    },
  ],
  grade: { by: 'bands' },
  validMonths: null,
};

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test('a seeded scale is listed and read with the maxima of its items and its grades', async () => {
  const { rows } = await app.list(scaleApi.getScaleList, { keyword: 'gbt' }, app.admin);
  expect(rows).toMatchObject([
    { code: 'gbt42195', version: 1, status: 'enabled', used: false, adapter: false, items: 26, ability: true },
  ]);
  const scale = await app.call(scaleApi.getScale, { code: 'gbt42195' }, app.admin);
  expect(scale.items.find(({ code }) => code === 'B2.4')?.max).toBe(3);
  expect(scale.bands[1]).toEqual({ code: '1', label: '轻度失能', from: 66, to: 89 });
  expect((await app.tryCall(scaleApi.getScale, { code: 'gbt42195', version: 7 }, app.admin)).status).toBe(404);
});

test('answers are scored, and what the scale does not have is refused at its place', async () => {
  const scored = await app.call(scaleApi.scoreScale, { scale: 'gbt42195', answers: { 'B3.9': '0b' } }, app.admin);
  expect(scored).toMatchObject({ complete: false, final: null, rules: [{ code: 'coma', counted: false }] });
  const fields = async (input: object) => {
    const refused = await app.tryCall(scaleApi.scoreScale, { scale: 'gbt42195', answers: {}, ...input }, app.admin);
    return [refused.status, (refused.data as { errors: { field: string }[] }).errors[0]?.field];
  };
  expect(await fields({ answers: { 'B2.4': '4' } })).toEqual([400, 'answers.B2.4']);
  expect(await fields({ answers: { 'B9.1': '0' } })).toEqual([400, 'answers.B9.1']);
  expect(await fields({ facts: { events: { jump: 1 } } })).toEqual([400, 'facts.events']);
  expect(await fields({ facts: { weight: 1 } })).toEqual([400, 'facts.weight']);
  expect(await fields({ bandSet: 'X' })).toEqual([400, 'bandSet']);
  expect(await fields({ prorate: true })).toEqual([400, 'prorate']);
});

const problems = (answer: { data: unknown }) =>
  (answer.data as { errors: { field: string }[] }).errors.map(({ field }) => field);

test('a scale added by a call is scored without a release, by its versions', async () => {
  expect(await app.call(scaleApi.addScale, own, app.admin)).toEqual({ version: 1 });
  const answers = { 1: '2', 2: '0' };
  expect(await app.call(scaleApi.scoreScale, { scale: 'wander', answers }, app.admin)).toMatchObject({
    ...{ complete: true, total: 2, final: 'low' },
  });
  const [set] = own.bandSets;
  const stricter = [
    { ...set?.bands[0], to: 0 },
    { ...set?.bands[1], from: 1 },
  ];
  const second = { ...own, version: 2, bandSets: [{ ...set, bands: stricter }] };
  await app.call(scaleApi.addScale, second, app.admin);
  const finals = async (version?: number) =>
    (await app.call(scaleApi.scoreScale, { scale: 'wander', answers, ...(version && { version }) }, app.admin)).final;
  expect([await finals(1), await finals(2), await finals()]).toEqual(['low', 'high', 'high']);

  expect(await app.tryCall(scaleApi.addScale, second, app.admin)).toMatchObject({ status: 409 });
  const fourth = await app.tryCall(scaleApi.addScale, { ...own, version: 4 }, app.admin);
  expect([fourth.status, problems(fourth)]).toEqual([400, ['version']]);
});

test('a stored version never changes, whoever tries', async () => {
  await expect(app.sql(`update scale_version set name = 'x'`)).rejects.toThrow('never changes');
  await expect(app.sql('delete from scale_version')).rejects.toThrow('never changes');
});

test('what the grammar does not have is refused at its place', async () => {
  const refused = async (change: object) => {
    const answer = await app.tryCall(scaleApi.addScale, { ...own, code: 'bad', ...change }, app.admin);
    return [answer.status, ...problems(answer)];
  };
  const [item] = own.items;
  const options = [{ code: '0', label: '否', points: '0', weight: 1 }];
  expect(await refused({ items: [item, { ...item, code: '2', options }] })).toEqual([
    ...[400, 'items[1].options[0].weight', 'items[1].options[0].points'],
  ]);
  expect((await app.tryCall(scaleApi.addScale, { ...own, name: '字'.repeat(1_000_000) }, app.admin)).status).toBe(413);
  expect(await refused({ formula: '1 + 1' })).toEqual([400, 'formula']);
  expect(await refused({ code: 'gbt42195', version: 2 })).toEqual([400, 'items']);
  expect(await refused({ ability: true })).toEqual([400, 'ability']);
});

test('an adapter is enabled only after a version with its texts, and then by hand', async () => {
  const enable = () => app.tryCall(scaleApi.updateScaleStatus, { code: 'ad8', status: 'enabled' }, app.admin);
  const {
    status: _status,
    used: _used,
    bands: _bands,
    ...ad8
  } = await app.call(scaleApi.getScale, { code: 'ad8' }, app.admin);
  expect((await enable()).status).toBe(409);
  const items = ad8.items.map(({ max: _max, ...item }) => ({
    ...{ ...item, label: `条目${item.code}` },
    options: item.options.map((option) => ({ ...option, label: `选项${option.code}` })),
  }));
  const licensed = { ...ad8, items, version: 2, licence: '已获授权' };
  await app.call(scaleApi.addScale, licensed, app.admin);
  const [row] = (await app.list(scaleApi.getScaleList, { keyword: 'ad8' }, app.admin)).rows;
  expect(row).toMatchObject({ status: 'disabled', adapter: false, version: 2, licence: '已获授权' });
  expect((await enable()).status).toBe(200);
  const blank = { ...ad8, items: items.map((item) => ({ ...item, label: '' })), version: 3 };
  const refused = await app.tryCall(scaleApi.addScale, blank, app.admin);
  expect([refused.status, problems(refused)]).toEqual([400, ['items[0].label']]);
});

test('a definition that is not stored is scored for those who edit scales alone', async () => {
  const input = { definition: own as never, answers: { 1: '2', 2: '2' } };
  expect(await app.call(scaleApi.scoreScale, input, app.admin)).toMatchObject({ total: 4, final: 'high' });
  const reader = await aUser(app, { roleId: await aRole(app, { scope: 'all', permissions: ['assessment:list'] }) });
  expect((await app.tryCall(scaleApi.scoreScale, input, reader.token)).status).toBe(403);
  const stored = { scale: 'katz', answers: {} };
  expect((await app.tryCall(scaleApi.scoreScale, stored, reader.token)).status).toBe(200);
  const broken = await app.tryCall(scaleApi.scoreScale, { ...input, definition: { ...own, x: 1 } as never }, app.admin);
  expect([broken.status, problems(broken)]).toEqual([400, ['x']]);
});
