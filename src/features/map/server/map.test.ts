import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aDepartment } from '#server/testing/rows.ts';
import { mapApi } from '#shared/contract/map.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test('the invented district may be drawn while departments of the demo data are there, and not after', async () => {
  const id = await aDepartment(app);
  expect(await app.call(mapApi.getMapBase, {}, app.admin)).toEqual({ demo: false });
  await app.sql('update department set demo = true where id = $1', [id]);
  expect(await app.call(mapApi.getMapBase, {}, app.admin)).toEqual({ demo: true });
  await app.sql('delete from department where id = $1', [id]);
  expect(await app.call(mapApi.getMapBase, {}, app.admin)).toEqual({ demo: false });
});
