import { afterAll, beforeAll, expect, test } from 'vitest';
import { closingApi } from '#features/closing/contract.ts';
import { deskApi } from '#features/desk/contract.ts';
import { emergencyListApi } from '#features/emergencyList/contract.ts';
import { phoneCallApi } from '#features/phoneCall/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { warnTrackApi } from '#features/warnTrack/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { Live } from '#server/testing/live.ts';
import { aCustomer, aDevice, aUser, type TestUser } from '#server/testing/rows.ts';
import { downloadRows } from '#server/testing/sheet.ts';
import { aConnectedCall, ending } from '#server/testing/warns.ts';
import { placed, TestWatch } from '#server/testing/watch.ts';
import { exportApi } from '#shared/contract/export.ts';
import type { Visibility } from './visibility.ts';

let app: TestApp;
let handler: TestUser;
let colleague: TestUser;
let leader: TestUser;
let watcher: TestUser;
beforeAll(async () => {
  app = await startApp();
  [handler, colleague] = [await aUser(app), await aUser(app)];
  leader = await aUser(app, { role: 'leader' });
  watcher = await aUser(app, { role: 'viewer' });
});
afterAll(() => app.stop());

const flat = '12幢2单元301';
/** Texts that only the handler may see. */
const secrets = ['13955550001', '13955550002', '13955550003', '13955550004', '高血压', '门口花盆下', '陈医生'];

async function alarm(): Promise<{ id: string; customerId: string }> {
  const customerId = await aCustomer(app, {
    mobile: '13955550001',
    community: '柳岸新村',
    address: flat,
    entryNote: '钥匙在门口花盆下',
    flags: ['独居老人'],
    chronic: ['高血压'],
    doctor: '陈医生',
    contacts: [{ name: '李小明', relation: 'son', mobile: '13955550002', order: 1 }],
  });
  const { sn } = await aDevice(app, { customer: customerId });
  const watch = await TestWatch.open(app.ports.watch, sn);
  await watch.press();
  watch.send(`UD,${placed(new Date(), '00000000', { lat: 28.9, lng: 118.8 })}`);
  await watch.answered(watch.send('LK'));
  watch.close();
  const { rows } = await app.list(warnListApi.getWarnList, { customerId }, app.admin);
  return { id: rows[0]?.id ?? '', customerId };
}

const holds = (text: string) => ({
  flat: text.includes(flat),
  secrets: secrets.filter((secret) => text.includes(secret)),
});

/** Returns a user's visibility of the warn, by the content of its answer. */
async function visibilityIn(id: string, { token }: TestUser): Promise<Visibility | string[]> {
  const detail = await app.call(deskApi.getWarn, { id }, token);
  const { flat: hasFlat, secrets: secretsShown } = holds(JSON.stringify(detail));
  if (detail.whole) return secretsShown.length === secrets.length && hasFlat ? 'whole' : secretsShown;
  if (secretsShown.length > 0) return secretsShown;
  if (detail.customer === null) return hasFlat ? [flat] : 'name';
  expect(detail.customer).toMatchObject({ mobile: '139****0001', contacts: [{ mobile: '139****0002' }] });
  expect(detail.readings).toEqual([]);
  expect(detail.position === null).toBe(!hasFlat);
  return hasFlat && detail.customer.flags.includes('独居老人') ? 'flat' : 'area';
}

/** Returns what the other endpoints reveal: a list row, and the track of the last day. */
async function otherWays(
  id: string,
  customerId: string,
  user: TestUser,
): Promise<{ flat: boolean; track: number | string }> {
  const { rows } = await app.list(warnListApi.getWarnList, { customerId }, user.token);
  const row = holds(JSON.stringify(rows));
  expect(row.secrets).toEqual([]);
  const track = await app.tryCall(warnTrackApi.getWarnTrack, { id }, user.token);
  const { points = [] } = (track.data ?? {}) as { points?: unknown[] };
  return { flat: row.flat, track: track.status === 200 ? Math.min(points.length, 1) : 'refused' };
}

async function matrix(id: string, customerId: string): Promise<Record<string, (Visibility | string[])[]>> {
  const seen: (Visibility | string[])[] = [];
  const lists: unknown[] = [];
  for (const user of [handler, colleague, leader, watcher]) {
    seen.push(await visibilityIn(id, user));
    lists.push(await otherWays(id, customerId, user));
  }
  const open = seen[1] === 'flat';
  const track = (value: unknown) => (value === 'whole' ? 1 : 0);
  expect(lists).toEqual([
    ...seen.slice(0, 3).map((shown) => ({ flat: open, track: track(shown) })),
    { flat: false, track: 'refused' },
  ]);
  return { seen };
}

test('the person stands whole before who took the alarm until its follow-up is done, for all others and afterwards masked', async () => {
  const { id, customerId } = await alarm();
  const api = { ...warnApi, ...deskApi, ...phoneCallApi, ...closingApi };
  const callAs = (endpoint: keyof typeof api, input: object, user = handler) =>
    app.call(api[endpoint], { id, ...input } as never, user.token);
  const seen = async () => (await matrix(id, customerId)).seen;
  const lives = await Promise.all([colleague, watcher].map((user) => Live.open(app.url, user.token)));
  expect(await seen()).toEqual(['flat', 'flat', 'flat', 'name']);
  await callAs('claimWarn', {});
  await callAs('addWarnNote', { note: '邻居 13955550003 有钥匙' });
  await callAs('addWarnCall', { phone: '13955550004', result: 'ok' });
  expect(await seen()).toEqual(['whole', 'flat', 'flat', 'name']);
  const [contact] = (await app.call(deskApi.getWarn, { id }, colleague.token)).customer?.contacts ?? [];
  const helped = await app.call(
    phoneCallApi.addWarnCall,
    { id, contactId: contact?.id ?? '', result: 'no_answer' },
    colleague.token,
  );
  expect(helped.data).toMatchObject({ contactName: '李小明', phone: '139****0002' });
  await callAs('releaseWarn', { reason: '换班' });
  expect(await seen()).toEqual(['flat', 'flat', 'flat', 'name']);
  await callAs('claimWarn', {});
  await aConnectedCall(app, id, handler.token);
  await callAs('closeWarn', { ...ending, followUpAt: new Date(Date.now() + 3_600_000).toISOString() });
  expect(await seen()).toEqual(['whole', 'area', 'area', 'name']);
  await callAs('finishFollowUp', { note: '一切都好' }, colleague);
  expect(await seen()).toEqual(['area', 'area', 'area', 'name']);

  // Events sent live contain the flat while the warn is open, for users who may claim it; never an unmasked number.
  const ended = (live: Live) =>
    live.warns.findLast((event) => event.data.warn.id === id && event.data.warn.status === 'done');
  for (const [index, live] of lives.entries()) {
    const last = await live.waitFor(
      'the end',
      (event) => event.data.warn?.id === id && event.data.warn.status === 'done',
    );
    expect(holds(JSON.stringify(last ?? ended(live)))).toEqual({ flat: false, secrets: [] });
    const text = JSON.stringify(live.warns.filter((event) => event.data.warn.id === id));
    expect(holds(text)).toEqual({ flat: index === 0, secrets: [] });
    live.close();
  }
});

test('a false alarm is masked for everybody at once', async () => {
  const { id, customerId } = await alarm();
  await app.call(warnApi.claimWarn, { id }, leader.token);
  await app.call(closingApi.falseWarn, { id, reason: 'test', confirmedBy: 'leader', note: '测试' }, leader.token);
  expect((await matrix(id, customerId)).seen).toEqual(['area', 'area', 'area', 'name']);
});

test('who may look behind every mask sees the case whole by an act of its own, which the log keeps with its reason', async () => {
  const { id } = await alarm();
  const look = { id, reason: '质检复核' };
  expect(holds(JSON.stringify(await app.call(deskApi.revealWarn, look, leader.token))).flat).toBe(true);
  expect((await app.call(deskApi.revealWarn, look, leader.token)).customer?.mobile).toBe('13955550001');
  expect((await app.tryCall(deskApi.revealWarn, look, handler.token)).status).toBe(403);
  const [entry] = await app.sql<{ input: { reason: string } }>(
    "select input from cmd_log where object_id = $1 and action = 'revealWarn' and user_id = $2 limit 1",
    [id, leader.id],
  );
  expect(entry?.input.reason).toBe('质检复核');
});

test('an export cuts the address of ended alarms to the community; in clear, with a reason, it holds flat and number', async () => {
  const [ended, open] = [await alarm(), await alarm()];
  await app.sql("update warn set status = 'done', finished_at = now() where id = $1", [ended.id]);
  const columns = ['no', 'address', 'phone'];
  const rowOf = async (endpoint: typeof warnListApi.exportWarn | typeof exportApi.exportClear, input: object) => {
    const rows: Record<string, unknown> = {};
    for (const { id, customerId } of [ended, open]) {
      const exportInput = { filters: { customerId }, columns, ...input };
      const { fileId } = await app.call(endpoint as typeof warnListApi.exportWarn, exportInput as never, leader.token);
      rows[id] = (await downloadRows(app, fileId ?? '', leader.token))[2]?.slice(1);
    }
    return [rows[ended.id], rows[open.id]];
  };
  expect(await rowOf(warnListApi.exportWarn, {})).toEqual([
    ['柳岸新村', '139****0001'],
    [flat, '139****0001'],
  ]);
  expect(await rowOf(exportApi.exportClear, { object: 'warn', reason: '派出所调取' })).toEqual([
    [flat, '13955550001'],
    [flat, '13955550001'],
  ]);
  const [entry] = await app.sql<{ input: { reason: string } }>(
    "select input from cmd_log where action = 'exportClear' and user_id = $1 limit 1",
    [leader.id],
  );
  expect(entry?.input.reason).toBe('派出所调取');
  const clearInput = { object: 'warn', reason: '派出所调取' };
  expect((await app.tryCall(exportApi.exportClear, clearInput, handler.token)).status).toBe(403);
});

test('the list to print for an outage holds whole numbers: only a leader has it, and each look is in the log', async () => {
  const contacts = [{ name: '吴建国', relation: 'son', mobile: '13900001234', order: 1, isEmergency: true }];
  await aCustomer(app, { mobile: '13955550077', livingState: 'alone', flags: ['独居老人'], contacts });
  const looks = () =>
    app.sql<{ user_id: string }>(
      `select user_id::text from cmd_log where path = '/api/warn/getEmergencyList' and code = 0 order by at`,
    );
  expect((await app.tryCall(emergencyListApi.getEmergencyList, {}, handler.token)).status).toBe(403);
  expect(await looks()).toEqual([]);
  expect(JSON.stringify(await app.call(emergencyListApi.getEmergencyList, {}, leader.token))).toContain('13955550077');
  expect(await looks()).toEqual([{ user_id: leader.id }]);
});
