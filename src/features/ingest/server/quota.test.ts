import { afterAll, beforeAll, expect, test } from 'vitest';
import { equipmentApi } from '#features/equipment/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice, aUser } from '#server/testing/rows.ts';
import { placed, TestWatch } from '#server/testing/watch.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { DEVICE_MESSAGES: '20' } });
});
afterAll(() => app.stop());

test('a connection in the name of a watch fills no disk: past its quota nothing more is stored, an SOS is, and device staff see it', async () => {
  const engineer = await aUser(app, { role: 'engineer' });
  const customer = await aCustomer(app);
  const { id, sn } = await aDevice(app, { customer });
  const watch = await TestWatch.open(app.ports.watch, sn);
  for (let n = 0; n < 60; n += 1) watch.send(`UD,${placed(new Date(Date.now() - n * 1000))}`);
  await watch.answered(watch.send('LK'));
  await watch.press();
  watch.close();
  const rawMessages = await app.sql<{ error: string | null; n: number }>(
    'select error, count(*)::int as n from raw_message where device_id = $1 group by error order by error nulls first',
    [id],
  );
  expect(rawMessages).toEqual([
    { error: null, n: 20 },
    { error: 'over its quota', n: 2 },
  ]);
  const { rows } = await app.list(
    warnListApi.getWarnList,
    { customerId: customer, family: ['device'] },
    engineer.token,
  );
  expect(rows).toMatchObject([{ type: 'other', level: 3 }]);
  expect(await app.sql('select type from warn where customer_id = $1 order by type', [customer])).toEqual([
    { type: 'other' },
    { type: 'sos' },
  ]);
  const listed = await app.list(equipmentApi.getEquipmentList, { sn }, app.admin);
  expect(listed.rows[0]?.overQuotaAt).not.toBeNull();
});
