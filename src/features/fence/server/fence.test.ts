import { afterAll, beforeAll, expect, test } from 'vitest';
import { consentApi } from '#features/consent/contract.ts';
import { customerMergeApi } from '#features/customerMerge/contract.ts';
import { fenceApi } from '#features/fence/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aRole, aUser } from '#server/testing/rows.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { unpackFixes } from '#shared/place/fixColumns.ts';
import { tryFixes } from '#shared/place/simulate.ts';
import { judgeFences } from './judge/tick.ts';
import { aFence, aWalker, home, walks } from './testing.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

type NewFence = InputOf<(typeof fenceApi)['addFence']>;
const point = (north: number, east: number) => ({ lat: home.lat + north / 111_195, lng: home.lng + east / 97_000 });

async function refusal(change: Partial<NewFence>) {
  const customerId = await aCustomer(app);
  const input = { name: '桂园小区 家', kind: 'home' as const, customerIds: [customerId] };
  const shape = { circle: { centre: home, radius: 300 } };
  const answer = await app.tryCall(fenceApi.addFence, { ...input, shape, ...change }, app.admin);
  return [answer.status, (answer.data as { errors?: { field: string }[] } | null)?.errors?.[0]?.field];
}
const window = { days: [1], from: '06:00', to: '20:00' };

test.each<[string, Partial<NewFence>, string]>([
  ['a radius of 49', { shape: { circle: { centre: home, radius: 49 } } }, 'shape.circle.radius'],
  ['a radius of 5001', { shape: { circle: { centre: home, radius: 5001 } } }, 'shape.circle.radius'],
  ['two corners', { shape: { polygon: [point(0, 0), point(0, 100)] } }, 'shape.polygon'],
  ['51 corners', { shape: { polygon: Array.from({ length: 51 }, (_, i) => point(i, i * i)) } }, 'shape.polygon'],
  [
    'sides that cross',
    { shape: { polygon: [point(0, 0), point(300, 300), point(0, 300), point(300, 0)] } },
    'shape.polygon',
  ],
  ['a corridor of one point', { shape: { corridor: { points: [home], width: 50 } } }, 'shape.corridor.points'],
  ['two shapes', { shape: { circle: { centre: home, radius: 300 }, polygon: [home, home, home] } }, 'shape'],
  ['no shape', { shape: {} }, 'shape'],
  ['hours that begin when they end', { windows: [{ ...window, to: '06:00' }] }, 'windows.0.to'],
  ['no day', { windows: [{ ...window, days: [] }] }, 'windows.0.days'],
  ['nobody in it', { customerIds: [] }, 'customerIds'],
  ['a stay without minutes', { kind: 'stay' }, 'minutes'],
])('%s is refused at its field', async (_, change, field) => {
  expect(await refusal(change)).toEqual([400, field]);
});

test('an edit by somebody who sees a part of its people leaves the others in it, and counts what they see', async () => {
  const department = await aDepartment(app);
  const [seen, unseen] = [await aCustomer(app, { department }), await aCustomer(app)];
  const id = await aFence(app, [seen, unseen], { departmentId: department });
  const roleId = await aRole(app, { scope: 'department_below', permissions: ['location:list', 'fence:edit'] });
  const leader = await aUser(app, { roleId, department });
  const row = await app.call(fenceApi.getFence, { id }, leader.token);
  expect(row).toMatchObject({ customerIds: [seen], personCount: 1 });
  await app.call(fenceApi.editFence, { id, version: row.version, customerIds: [seen], remark: '改' }, leader.token);
  expect((await app.call(fenceApi.getFence, { id }, app.admin)).customerIds).toEqual([seen, unseen]);
});

test('a withdrawn consent takes standing and crossings with it, and a new one shows the former crossings', async () => {
  const walker = await aWalker(app);
  const { customerId } = walker;
  await aFence(app, [customerId]);
  await walks(app, walker, ...[0, 20, 500, 540].map((north, i) => ({ north, ago: 290 - i * 40 })));
  await judgeFences();
  const shown = async () => (await app.list(fenceApi.getFenceEventList, { customerId }, app.admin)).count;
  expect(await shown()).toBe(1);
  const [consent] = await app.sql<{ id: string }>('select id::text as id from consent where customer_id = $1', [
    customerId,
  ]);
  await app.call(consentApi.withdrawConsent, { id: consent?.id ?? '', reason: '本人要求' }, app.admin);
  expect(await shown()).toBe(0);
  expect(await app.sql('select 1 from fence_state where customer_id = $1', [customerId])).toEqual([]);
  await walks(app, walker, { north: 600, ago: 60 }, { north: 640, ago: 10 });
  await judgeFences();
  expect(await app.sql('select 1 from fence_state where customer_id = $1', [customerId])).toEqual([]);
  expect(await app.sql('select 1 from warn where customer_id = $1', [customerId])).toHaveLength(1);
});

test('a try-out says what then happens, and why fixes were left out', async () => {
  const walker = await aWalker(app);
  const { customerId } = walker;
  await walks(app, walker, ...[0, 20, 500, 540].map((north, i) => ({ north, ago: 290 - i * 40 })));
  await walks(app, walker, { north: 900, ago: 100, source: 'cell' }, { north: 560, ago: 90, flags: 4 });
  const shape = { circle: { centre: home, radius: 300 } };
  const span = { from: new Date(Date.now() - 3_600_000).toISOString(), to: new Date().toISOString() };
  const trial = await app.call(fenceApi.tryFence, { customerId, kind: 'home', shape, ...span }, app.admin);
  expect(trial).toMatchObject({
    usable: 4,
    left: [
      { reason: 'late', n: 1 },
      { reason: 'cell', n: 1 },
    ],
  });
  // The page computes the same from the fixes of the answer.
  const again = tryFixes({ kind: 'home', shape, windows: [], minutes: null }, unpackFixes(trial.fixes), trial.timeZone);
  expect(again.events.map(({ at }) => new Date(at).toISOString())).toEqual(trial.events.map(({ at }) => at));
  expect(again.verdicts).toHaveLength(6);
  await aFence(app, [customerId]);
  await judgeFences();
  const { rows } = await app.list(fenceApi.getFenceEventList, { customerId }, app.admin);
  expect(trial.events.map(({ at, kind }) => [at, kind])).toEqual(rows.map(({ at, kind }) => [at, kind]));
});

test('a try-out has the fixes that were stored for a customer merged into this one', async () => {
  const [walker, keepId] = [await aWalker(app), await aCustomer(app)];
  await walks(app, walker, ...[0, 20, 500, 540].map((north, i) => ({ north, ago: 290 - i * 40 })));
  await app.call(customerMergeApi.mergeCustomer, { keepId, dropId: walker.customerId }, app.admin);
  await walks(app, { ...walker, customerId: keepId }, { north: 560, ago: 90 });
  const shape = { circle: { centre: home, radius: 300 } };
  const span = { from: new Date(Date.now() - 3_600_000).toISOString(), to: new Date().toISOString() };
  const trial = await app.call(fenceApi.tryFence, { customerId: keepId, kind: 'home', shape, ...span }, app.admin);
  expect([trial.usable, trial.events.map(({ kind }) => kind)]).toEqual([5, ['leave']]);
});

test('eight days are refused, and somebody who has not agreed is not tried', async () => {
  const customerId = await aCustomer(app, { consent: [] });
  const shape = { circle: { centre: home, radius: 300 } };
  const to = new Date().toISOString();
  const ask = (days: number) =>
    app.tryCall(
      fenceApi.tryFence,
      { customerId, kind: 'home', shape, from: new Date(Date.now() - days * 86_400_000).toISOString(), to },
      app.admin,
    );
  expect((await ask(8)).status).toBe(400);
  expect((await ask(1)).status).toBe(409);
});

test('a person who moves to another project takes the fence along, and a merged one leaves it to the other', async () => {
  const [from, to] = [await aCustomer(app), await aCustomer(app)];
  const id = await aFence(app, [from]);
  const { default: hooks } = await import('./customerHooks.ts');
  const { db } = await import('#server/db/db.ts');
  await db.transaction(async (tx) => {
    const ctx = { tx, emit: () => undefined, invalidate: () => undefined };
    await hooks.beforeMerge?.(ctx, { from, to } as never);
  });
  expect((await app.call(fenceApi.getFence, { id }, app.admin)).customerIds).toEqual([to]);
});
