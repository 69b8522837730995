import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { log } from '#server/core/log.ts';
import { config, settleConfig } from '#server/core/runtime.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aDevice } from '#server/testing/rows.ts';
import { upload } from '#server/testing/sheet.ts';
import { until } from '#server/testing/until.ts';
import { placed, TestWatch } from '#server/testing/watch.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const ready = async () => JSON.parse((await app.ask({ method: 'GET', path: '/readyz' })).text) as { reason: string };
const rawOf = (device: string) =>
  app.sql<{ kind: string; bytes: number }>(
    'select kind, length(body) as bytes from raw_message where device_id = $1 order by received_at',
    [device],
  );

test('with little room left the node is not ready and says why, takes alarms and signs of life, and no telemetry and no files', async () => {
  const { id, sn } = await aDevice(app);
  const watch = await TestWatch.open(app.ports.watch, sn);
  const usual = config();
  settleConfig({ ...usual, diskReserve: 999_999_999 });
  await until('that it is not ready', async () =>
    /^disk: \d+ MB left where the data are$/.test((await ready()).reason),
  );
  const report = `UD,${placed(new Date(Date.now() - 1000))}`;
  watch.send(report, '00A1');
  await watch.press();
  await watch.answered(watch.send('LK'));
  expect(watch.socket.closed).toBe(false);
  expect((await rawOf(id)).map(({ kind }) => kind)).toEqual(['alarm', 'heartbeat']);
  expect(await app.sql('select type from warn where equipment_id = $1', [id])).toEqual([{ type: 'sos' }]);
  const sentence = '磁盘空间不足，暂时不能上传、导入或导出，请联系管理员';
  const file = new Blob([new Uint8Array(100)]);
  expect(await upload(app, '/api/user/uploadUserImg', file, {}, app.admin)).toMatchObject({
    status: 507,
    msg: sentence,
  });
  const exported = { path: '/api/customer/exportCustomer', body: { filters: {}, columns: ['name'] }, token: app.admin };
  expect(await app.ask(exported)).toMatchObject({ status: 507, msg: sentence });
  settleConfig(usual);
  await until('room', async () => (await ready()).reason === null);
  watch.send(report, '00A1');
  await watch.answered(watch.send('LK'));
  expect((await rawOf(id)).map(({ kind }) => kind)).toEqual(['alarm', 'heartbeat', 'position', 'heartbeat']);
  watch.close();
});

test('a disk that cannot be looked at ends nothing: the node is ready and takes what its devices say', async () => {
  const { id, sn } = await aDevice(app);
  // Reading a folder fails like any file access when no more files can be opened.
  const unreadable = join(config().dataDir, 'postgres.location');
  await mkdir(unreadable);
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', note);
  const warn = vi.spyOn(log, 'warn');
  const failedLook = () => warn.mock.calls.some(([, text]) => text === 'the room on the disk cannot be told');
  const watch = await TestWatch.open(app.ports.watch, sn);
  await until('a failing look, once a second', async () => {
    watch.send(`UD,${placed(new Date(Date.now() - 1000))}`);
    await watch.answered(watch.send('LK'));
    return failedLook() || unhandled.length > 0;
  });
  expect(unhandled).toEqual([]);
  expect((await ready()).reason).toBeNull();
  expect((await rawOf(id)).map(({ kind }) => kind)).toContain('position');
  process.off('unhandledRejection', note);
  warn.mockRestore();
  await rmdir(unreadable);
  watch.close();
});

test('while the database has no room nothing is answered, the node is not ready, and what waited is stored once there is', {
  retry: 0,
}, async () => {
  const { id, sn } = await aDevice(app);
  await app.sql(`
    create function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
  await app.sql('create trigger full_disk before insert on raw_message for each row execute function full_disk()');
  const watch = await TestWatch.open(app.ports.watch, sn);
  const index = watch.send(`AL,${placed(new Date(), '00010000')}`);
  await until('that it is not ready', async () => (await ready()).reason === 'disk: the database has no room');
  expect(watch.text).not.toContain(index);
  expect(watch.socket.closed).toBe(false);
  await app.sql('drop function full_disk cascade');
  await watch.answered(index);
  expect(await rawOf(id)).toHaveLength(1);
  expect(await app.sql('select type, repeat_count from warn where equipment_id = $1', [id])).toEqual([
    { type: 'sos', repeat_count: 0 },
  ]);
  watch.close();
});
