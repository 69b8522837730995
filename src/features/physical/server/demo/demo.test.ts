import { afterAll, beforeAll, expect, test } from 'vitest';
import { physicalApi } from '#features/physical/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import demo from './demo.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { DEMO: 'on' } });
});
afterAll(() => app.stop());

test('demo customers have examinations of several years, the pictured person a draft; both go with the demo', async () => {
  const { rows, count } = await app.list(physicalApi.getPhysicalList, { limit: 200 }, app.admin);
  expect(count).toBeGreaterThan(80);
  const [draft] = rows.filter(({ customerName, status }) => customerName === '王桂兰' && status === 'draft');
  const { before, items, can } = await app.call(physicalApi.getPhysical, { id: draft?.id ?? '' }, app.admin);
  expect([before.length, items.length > 60, can.submit]).toEqual([3, true, true]);
  await demo.remove();
  expect(await app.sql('select 1 from physical_org')).toEqual([]);
});
