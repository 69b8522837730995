import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { channelApi } from '#features/channel/contract.ts';
import { deskApi } from '#features/desk/contract.ts';
import { notificationApi } from '#features/notification/contract.ts';
import { projectApi } from '#features/project/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { encrypt } from '#server/core/crypto.ts';
import { db } from '#server/db/db.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aBrowser } from '#server/testing/browserKeys.ts';
import { openLoopback } from '#server/testing/loopback.ts';
import { closeReceivers, listenOutside, openReceiver } from '#server/testing/receiver.ts';
import { aCustomer, aDepartment, anAccount, aProject, aUser } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import type { ChannelKind } from '#shared/codes.ts';
import { caseLinkApi } from '#shared/contract/caseLink.ts';
import { type Message, sealed, writeMessages } from './record.ts';

let app: TestApp;
beforeAll(async () => {
  openLoopback();
  app = await startApp({ env: { PUBLIC_URL: 'https://care.example.cn' } });
});
afterAll(async () => {
  closeReceivers();
  await app.stop();
});

const secret = 'quiet-Harbour-2041';
const configs: Partial<Record<ChannelKind, object>> = {
  sms: { speaks: 'free', body: '{"to":"{mobile}"}' },
  voice: { speaks: 'free', body: '{"spoken":"{spoken}"}', callbackSecret: secret },
  wecom: {},
};

type Ladder = NonNullable<Parameters<typeof app.call<typeof projectApi.editProjectConfig>>[1]['ladder']>;

/** Adds a project with these channels, in this order, two leaders and a ladder of one rung. */
async function aNotifySetup(channels: [ChannelKind, string, { url: string }][], rung: Ladder[number]) {
  const [department, project] = [await aDepartment(app), await aProject(app)];
  for (const [kind, name, { url }] of channels) {
    const config = { ...(configs[kind] ?? { secret }), url };
    await app.call(channelApi.addChannel, { projectId: project, kind, name, config }, app.admin);
  }
  const [row] = await app.sql<{ version: number }>('select version from project where id = $1', [project]);
  const config = { id: project, version: row?.version ?? 1, ladder: [rung] };
  await app.call(projectApi.editProjectConfig, config, app.admin);
  for (const mobile of ['13900007001', '13900007002']) {
    const user = await anAccount(app, { role: 'leader', department, projects: [project] });
    await app.sql('update "user" set mobile = $2 where id = $1', [user.id, mobile]);
  }
  return { department, project };
}

/** Adds a warn with a rung that is due at once. */
async function climbed(place: { department: string; project: string }): Promise<string> {
  const contacts = [{ name: '陈敏', relation: 'daughter', mobile: '13900004402', order: 1, isEmergency: true }];
  const customerId = await aCustomer(app, { ...place, contacts });
  await app.sql(
    `insert into consent (customer_id, purpose, signed_by, relation, signed_at) values ($1, 'family', '本人', 'self', now())`,
    [customerId],
  );
  const facts = { type: 'sos' as const, level: 1 as const, occurredAt: new Date().toISOString(), note: '来电求助' };
  const { id } = await app.call(warnApi.addWarn, { ...facts, customerId }, app.admin);
  await app.sql('update warn_timer set due_at = now() where warn_id = $1 and rung = 1', [id]);
  return id;
}
const told = async (warnId: string, channel: ChannelKind[]) =>
  (await app.list(notificationApi.getNotificationList, { warnId, channel }, app.admin)).rows;

test('what one channel refuses the next of its kind takes, before other kinds, and is used first while the other fails', async () => {
  const [broken, whole, group] = [await openReceiver(404), await openReceiver(), await openReceiver()];
  const rung: Ladder[number] = { after: 60, target: 'leader', channels: ['sms'], instead: ['wecom'] };
  const place = await aNotifySetup(
    [
      ['sms', '短信甲', broken],
      ['sms', '短信乙', whole],
      ['wecom', '值班群', group],
    ],
    rung,
  );
  const id = await climbed(place);
  await until('the second channel', () => whole.got.length === 2);
  await until('both sent', async () => (await told(id, ['sms'])).every(({ state }) => state === 'sent'));
  expect([broken.got.length, (await told(id, ['sms'])).length, (await told(id, ['wecom'])).length]).toEqual([2, 2, 0]);
  await climbed(place);
  await until('the next alarm', () => whole.got.length === 4);
  expect([broken.got.length, group.got.length]).toEqual([2, 0]);
});

test('where all of a kind refuse the next kind follows, of groups and webhooks all of them, a group once', async () => {
  const [first, second] = [await openReceiver(404), await openReceiver(404)];
  const groups = [await openReceiver(), await openReceiver()];
  const place = await aNotifySetup(
    [
      ['sms', '短信甲', first],
      ['sms', '短信乙', second],
      ...groups.map((one, n): [ChannelKind, string, { url: string }] => ['wecom', `值班群${n}`, one]),
    ],
    { after: 60, target: 'leader', channels: ['sms'], instead: ['voice', 'wecom'] },
  );
  const id = await climbed(place);
  await until(
    'the groups',
    async () => (await told(id, ['wecom'])).filter(({ state }) => state === 'sent').length === 2,
  );
  expect([first, second, ...groups].map(({ got }) => got.length)).toEqual([2, 2, 1, 1]);
});

test('where a group’s robot fails the next channel tells those whom it was about, once a telephone, and nobody in its own name', async () => {
  const [group, call] = [await openReceiver(404), await openReceiver()];
  const channels: Parameters<typeof aNotifySetup>[0] = [
    ['wecom', '值班群', group],
    ['voice', '语音', call],
  ];
  const place = await aNotifySetup(channels, { after: 60, target: 'leader', channels: ['wecom'], instead: ['voice'] });
  const twin = await anAccount(app, { role: 'leader', department: place.department, projects: [place.project] });
  await app.sql(`update "user" set mobile = '13900007001' where id = $1`, [twin.id]);
  const id = await climbed(place);
  const rows = await until('the calls', async () => {
    const some = await told(id, ['voice']);
    return some.length > 0 && some.every(({ state }) => state === 'sent') && some;
  });
  const leaders = await app.sql<{ name: string }>('select name from "user" where department_id = $1', [
    place.department,
  ]);
  expect(rows.map(({ to }) => to.kind)).toEqual(['user', 'user']);
  expect(leaders.map(({ name }) => name)).toEqual(expect.arrayContaining(rows.map(({ to }) => to.name)));
  expect([group.got.length, call.got.length]).toEqual([1, 2]);
});

test('a group that fails, too, passes on each of those who came to it from another channel', async () => {
  const [broken, group, call] = [await openReceiver(404), await openReceiver(404), await openReceiver()];
  const channels: Parameters<typeof aNotifySetup>[0] = [
    ['sms', '短信', broken],
    ['wecom', '值班群', group],
    ['voice', '语音', call],
  ];
  const place = await aNotifySetup(channels, {
    after: 60,
    target: 'leader',
    channels: ['sms'],
    instead: ['wecom', 'voice'],
  });
  const id = await climbed(place);
  await until('both calls', async () => {
    const some = await told(id, ['voice']);
    return some.length === 2 && some.every(({ state }) => state === 'sent');
  });
  expect([broken.got.length, group.got.length, call.got.length]).toEqual([2, 1, 2]);
});

test('each group and each webhook is told, a group under its own name and as nobody', async () => {
  const [one, two, hook, other] = [
    await openReceiver(),
    await openReceiver(),
    await openReceiver(),
    await openReceiver(),
  ];
  const place = await aNotifySetup(
    [
      ['wecom', '值班群', one],
      ['wecom', '主任群', two],
      ['webhook', '本区平台', hook],
      ['webhook', '市平台', other],
    ],
    { after: 60, target: 'leader', channels: ['wecom', 'webhook'] },
  );
  const id = await climbed(place);
  await until('all of them', async () => {
    const all = await told(id, ['wecom', 'webhook']);
    return all.length === 6 && all.every(({ state }) => state === 'sent' || state === 'delivered');
  });
  expect([one, two, hook, other].map(({ got }) => got.length)).toEqual([1, 1, 2, 2]);
  const groups = ['主任群', '值班群'];
  expect((await told(id, ['wecom'])).map(({ to }) => `${to.kind} ${to.name}`).sort()).toEqual(
    groups.map((name) => `group ${name}`),
  );
  const { steps } = await app.call(deskApi.getWarn, { id }, app.admin);
  const notes = steps.flatMap(({ note }) => (note?.startsWith('企业微信') ? [note] : []));
  expect(notes.sort()).toEqual(groups.map((name) => `企业微信已发给 ${name}`));
});

test('a link that is opened marks the message that carried it as read and no other, and what several carried only as answered', async () => {
  const [hook, call] = [await openReceiver(), await openReceiver()];
  const place = await aNotifySetup(
    [
      ['webhook', '家属平台', hook],
      ['voice', '语音', call],
    ],
    { after: 0, target: 'contacts', channels: ['webhook', 'voice'] },
  );
  const opened = async () => {
    const before = hook.got.length;
    const id = await climbed(place);
    const url = await until('the message', () => hook.got[before]?.url);
    await until('both', async () =>
      (await told(id, ['webhook', 'voice'])).every(({ state }) => state === 'sent' || state === 'delivered'),
    );
    return { id, token: String(url).split('case=')[1] ?? '' };
  };
  const open = (endpoint: { path: string }, body: object) => app.ask({ path: endpoint.path, body, from: '127.0.3.1' });
  const states = async (id: string) =>
    (await told(id, ['webhook', 'voice'])).map(({ channel, state, answer }) => [channel, state, answer]).sort();
  const first = await opened();
  await open(caseLinkApi.getCase, { token: first.token });
  expect(await states(first.id)).toEqual([
    ['voice', 'sent', null],
    ['webhook', 'read', null],
  ]);
  await app.call(
    channelApi.addChannel,
    { projectId: place.project, kind: 'webhook', name: '另一个', config: { url: hook.url, secret } },
    app.admin,
  );
  const both = await opened();
  await open(caseLinkApi.answerCase, { token: both.token, answer: 'going' });
  expect(await states(both.id)).toEqual([
    ['voice', 'sent', null],
    ['webhook', 'delivered', '我去处理'],
    ['webhook', 'delivered', '我去处理'],
  ]);
});

test('a call to people of the house asks for no key, one to the family does', async () => {
  const call = await openReceiver();
  await climbed(await aNotifySetup([['voice', '语音', call]], { after: 60, target: 'leader', channels: ['voice'] }));
  await until('the leaders', () => call.got.length === 2);
  await climbed(await aNotifySetup([['voice', '语音', call]], { after: 0, target: 'contacts', channels: ['voice'] }));
  await until('the family', () => call.got.length === 3);
  expect(call.got.map(({ spoken }) => String(spoken).includes('请按1'))).toEqual([false, false, true]);
});

test('a push service that hangs holds up nobody’s push to another one', async () => {
  let [hung, over] = [0, 0];
  const bad = createServer((_, response) => {
    hung += 1;
    response.on('close', () => (over += 1));
  });
  /** Numbers of attempts that the hanging service had ended when the other service got its first. */
  const ended: number[] = [];
  const good = createServer((_, response) => {
    ended.push(over);
    response.writeHead(201).end();
  });
  const [badOrigin, goodOrigin] = [await listenOutside(bad), await listenOutside(good)];
  const project = await aProject(app);
  const department = await aDepartment(app);
  const config = { contact: 'duty@example.com' };
  const { id: channelId } = await app.call(
    channelApi.addChannel,
    { projectId: project, kind: 'web_push', name: '网页', config },
    app.admin,
  );
  const messages: Message[] = [];
  for (const [n, origin] of [...Array(9).fill(badOrigin), goodOrigin].entries()) {
    const user = await aUser(app, { role: 'operator' });
    const { subscription } = aBrowser(`${origin}/${n}`);
    await app.call(notificationApi.subscribePush, subscription, user.token);
    messages.push({
      ...{ event: 'claim', key: `hang-${user.id}`, warnId: null, projectId: project, departmentId: department },
      ...{ level: 1, title: '试', toKind: 'user', toId: user.id, channel: 'web_push', channelId, instead: [] },
      toCipher: sealed({ name: '张敏', mobile: null, email: null }),
      textCipher: encrypt(JSON.stringify({ title: '试', text: '试', spoken: '', url: null })),
      ...{ state: 'queued', noticeId: null },
    });
  }
  await writeMessages(db, messages);
  await until('the pushes', async () => ended.length > 0 && hung >= 9);
  expect(ended).toEqual([0]);
});
