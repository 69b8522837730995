import { afterAll, beforeAll, expect, test } from 'vitest';
import { scaleApi } from '#features/scale/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';

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
