import { afterAll, beforeAll, expect, test } from 'vitest';
import { channelApi } from '#features/channel/contract.ts';
import { deskApi } from '#features/desk/contract.ts';
import { notificationApi } from '#features/notification/contract.ts';
import { projectApi } from '#features/project/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { openLoopback } from '#server/testing/loopback.ts';
import { closeReceivers, openReceiver } from '#server/testing/receiver.ts';
import { aCustomer, aDepartment, aProject, aUser, type TestUser } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import type { ChannelKind } from '#shared/codes.ts';

let app: TestApp;
beforeAll(async () => {
  openLoopback();
  app = await startApp({ env: { PUBLIC_URL: 'https://care.example.cn' } });
});
afterAll(async () => {
  closeReceivers();
  await app.stop();
});

interface Got {
  text: string;
  url: string | null;
}

const configs: Partial<Record<ChannelKind, object>> = {
  webhook: { secret: 'quiet-Harbour-2041' },
  sms: { speaks: 'free', body: '{"text":"{text}"}' },
  voice: { speaks: 'free', body: '{"text":"{spoken}"}' },
  wecom: {},
};

type Rung = NonNullable<Parameters<typeof app.call<typeof projectApi.editProjectConfig>>[1]['ladder']>[number];

interface GatherSetup {
  department: string;
  project: string;
  leaders: TestUser[];
}

/** Adds a project with these channels, two leaders and a ladder of one rung. */
async function aGatherSetup(channels: Partial<Record<ChannelKind, { url: string }>>, rung: Rung): Promise<GatherSetup> {
  const [department, project] = [await aDepartment(app), await aProject(app)];
  for (const [kind, { url }] of Object.entries(channels) as [ChannelKind, { url: string }][]) {
    const channel = { projectId: project, kind, name: kind, config: { ...configs[kind], url } };
    await app.call(channelApi.addChannel, channel, app.admin);
  }
  await app.call(projectApi.editProjectConfig, { id: project, version: 1, ladder: [rung] }, app.admin);
  const leaders: TestUser[] = [];
  for (const mobile of ['13900007001', '13900007002']) {
    const channel = await aUser(app, { role: 'leader', department, projects: [project] });
    await app.sql('update "user" set mobile = $2 where id = $1', [channel.id, mobile]);
    leaders.push(channel);
  }
  return { department, project, leaders };
}

/** Adds warns with rungs that fall due at the same moment. */
async function storm({ department, project }: GatherSetup, size: number, drill = false): Promise<string[]> {
  const facts = { type: 'sos' as const, level: 1 as const, note: '来电求助' };
  const ids: string[] = [];
  for (let index = 0; index < size; index++) {
    const customerId = await aCustomer(app, { department, project });
    const occurredAt = new Date().toISOString();
    ids.push((await app.call(warnApi.addWarn, { ...facts, customerId, occurredAt }, app.admin)).id);
  }
  if (drill) await app.sql('update warn set test = true where id = any($1)', [ids]);
  await app.sql('update warn_timer set due_at = now() where warn_id = any($1) and rung = 1', [ids]);
  return ids;
}

const rowsOf = async (warnId: string, channel: ChannelKind) =>
  (await app.list(notificationApi.getNotificationList, { warnId, channel: [channel] }, app.admin)).rows;

/** Returns the rows of these warns by a channel, once all have the state. */
const allIn = async (ids: readonly string[], channel: ChannelKind, state: string) =>
  until(`${channel} ${state}`, async () => {
    const all = (await Promise.all(ids.map((id) => rowsOf(id, channel)))).flat();
    return all.length === 2 * ids.length && all.every((row) => row.state === state) && all;
  });

test('a storm is one message a receiver, which says how many wait as their list does, and each alarm keeps its row', async () => {
  const hook = await openReceiver<Got>();
  const place = await aGatherSetup({ webhook: hook }, { after: 60, target: 'leader', channels: ['webhook'] });
  const ids = await storm(place, 12);
  const rows = await allIn(ids, 'webhook', 'delivered');
  expect(new Set(rows.map(({ reason }) => reason))).toEqual(new Set(['与其他告警合并为一条发送']));
  expect(hook.got).toHaveLength(2);
  const list = await app.list(warnListApi.getWarnList, { waiting: true }, place.leaders[0]?.token);
  for (const { text, url } of hook.got) {
    expect(text).toMatch(new RegExp(`^${list.count} 条未接警，最久 \\d+ 分 \\d+ 秒，请接警 https://`));
    expect(url).toBe('https://care.example.cn/#/warn/sos?view=list');
  }
  const { steps } = await app.call(deskApi.getWarn, { id: ids.at(-1) ?? '' }, app.admin);
  expect(steps.filter(({ note }) => note?.endsWith('：与其他告警合并为一条发送'))).toHaveLength(2);
});

test('five alarms of a minute are told one by one, the sixth with what waits then', async () => {
  const hook = await openReceiver<Got>();
  const place = await aGatherSetup({ webhook: hook }, { after: 60, target: 'leader', channels: ['webhook'] });
  await allIn(await storm(place, 5), 'webhook', 'delivered');
  expect(hook.got.filter(({ text }) => text.includes('主动呼救'))).toHaveLength(10);
  await allIn(await storm(place, 1), 'webhook', 'delivered');
  expect(hook.got.slice(10).map(({ text }) => text.slice(0, 6))).toEqual(['6 条未接警', '6 条未接警']);
});

test('each alarm of a message that does not come through fails, and is told by the next channel, there as one, too', async () => {
  const [broken, call] = [await openReceiver<Got>(404), await openReceiver<Got>()];
  const rung: Rung = { after: 60, target: 'leader', channels: ['sms'], instead: ['voice'] };
  const place = await aGatherSetup({ sms: broken, voice: call }, rung);
  const ids = await storm(place, 8);
  await allIn(ids, 'voice', 'sent');
  await allIn(ids, 'sms', 'failed');
  expect([broken.got.length, call.got.length]).toEqual([2, 2]);
  for (const { text } of call.got) expect(text).toContain('8 条未接警');
});

test('a group’s robot gets one message for a storm', async () => {
  const group = await openReceiver<Got>();
  const place = await aGatherSetup({ wecom: group }, { after: 60, target: 'leader', channels: ['wecom'] });
  await storm(place, 9);
  await until('the message', () => group.got.length > 0);
  await until('all rows', async () => {
    const [left] = await app.sql<{ n: number }>(
      `select count(*)::int as n from notification where project_id = $1 and channel = 'wecom' and state = 'sent'`,
      [place.project],
    );
    return left?.n === 9;
  });
  expect(group.got).toHaveLength(1);
  expect(JSON.stringify(group.got)).toContain('9 条未接警');
});

test('drills are told one by one', async () => {
  const hook = await openReceiver<Got>();
  const place = await aGatherSetup({ webhook: hook }, { after: 60, target: 'leader', channels: ['webhook'] });
  await allIn(await storm(place, 7, true), 'webhook', 'delivered');
  expect(hook.got.filter(({ text }) => text.startsWith('【演练】'))).toHaveLength(14);
});

test('what was claimed meanwhile counts no more and is not said to have been told', async () => {
  const hook = await openReceiver<Got>();
  const place = await aGatherSetup({ webhook: hook }, { after: 60, target: 'leader', channels: ['webhook'] });
  await allIn(await storm(place, 6), 'webhook', 'delivered');
  const before = hook.got.length;
  // A message just after a gathered one waits for the next gathered one.
  const [kept = '', claimed = ''] = await storm(place, 2);
  await until('the rows', async () => (await rowsOf(claimed, 'webhook')).length === 2);
  await app.call(warnApi.claimWarn, { id: claimed }, app.admin);
  await until('the next message', async () =>
    (await rowsOf(kept, 'webhook')).every(({ state }) => state === 'delivered'),
  );
  expect(hook.got.slice(before).map(({ text }) => text.slice(0, 6))).toEqual(['7 条未接警', '7 条未接警']);
  expect((await rowsOf(claimed, 'webhook')).map(({ reason }) => reason)).toEqual([
    '告警已接警，没有发送',
    '告警已接警，没有发送',
  ]);
});
