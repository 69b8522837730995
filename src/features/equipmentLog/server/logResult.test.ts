import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeWatch } from '#devices/watch/frame.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aDevice } from '#server/testing/rows.ts';
import { placed } from '#server/testing/watch.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { logApi } from '../contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const list = (input: InputOf<typeof logApi.getEquipmentLogList>) =>
  app.list(logApi.getEquipmentLogList, { limit: 50, ...input }, app.admin);

test('what was not understood, not taken or in doubt says so with its reason, and made nothing', async () => {
  const device = await aDevice(app);
  const frame = (content: string) => encodeWatch('3G', device.sn, content, '0001');
  const messages: [kind: string, error: string | null, body: Buffer][] = [
    ['position', null, frame(`UD,${placed(new Date())}`)],
    ['unknown', null, frame('XWQ,9')],
    ['error', 'malformed', Buffer.from('[3G*')],
    ['error', 'checksum', frame(`UD,${placed(new Date())}`)],
    ['heartbeat', 'over its quota', frame('LK')],
  ];
  for (const [n, [kind, error, body]] of messages.entries())
    await app.sql(
      `insert into raw_message (device_id, key, received_at, project_id, protocol, kind, error, body)
       select id, $2::int, date_trunc('milliseconds', now()) - make_interval(secs => $2::int), project_id, 'watch', $3, $4, $5 from equipment where id = $1`,
      [device.id, n, kind, error, body],
    );
  const { rows } = await list({ sn: device.sn });
  expect(rows.map(({ result, error, summary, effects }) => [result, error, summary, effects.length])).toEqual([
    ['ok', null, expect.stringContaining('UD 位置 GPS'), 1],
    ['undecoded', null, '未知类型 XWQ，已存原文', 0],
    ['undecoded', '格式不对', '格式不对，已存原文', 0],
    ['refused', '校验和不对', '校验和不对，已存原文', 0],
    ['doubtful', '超过每小时上报配额', 'LK', 0],
  ]);
  for (const result of ['ok', 'undecoded', 'refused', 'doubtful'] as const) {
    const since = new Date(Date.now() - 60_000).toISOString();
    const matching = (await list({ sn: device.sn, result: [result], committedFrom: since })).rows;
    expect(matching.map(({ id }) => id)).toEqual(rows.filter((row) => row.result === result).map(({ id }) => id));
  }
  const detail = await app.call(logApi.getEquipmentLog, { id: rows[3]?.id ?? '' }, app.admin);
  expect(detail).toMatchObject({ result: 'refused', error: '校验和不对', effects: [] });
});
