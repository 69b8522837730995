import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closingApi } from '#features/closing/contract.ts';
import { deskApi } from '#features/desk/contract.ts';
import { handoverApi } from '#features/handover/contract.ts';
import { loginApi } from '#features/login/contract.ts';
import { seatApi } from '#features/seat/contract.ts';
import { userApi } from '#features/user/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { Live } from '#server/testing/live.ts';
import { aCustomer, aDepartment, aProject, aRole, aUser, password, type TestUser } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import { aConnectedCall, ending } from '#server/testing/warns.ts';
import { sweepSeats } from './state.ts';

let app: TestApp;
let project: string;
let elsewhere: string;

beforeAll(async () => {
  app = await startApp();
  project = await aProject(app);
  elsewhere = await aDepartment(app);
});
afterAll(() => app.stop());

/** Sets when a user's page last gave a sign of life, by default now. */
const seen = (user: TestUser, ago = '0 seconds') =>
  app.sql(
    `insert into presence values ($1, now() - $2::interval) on conflict (user_id) do update set seen_at = excluded.seen_at`,
    [user.id, ago],
  );
const set = (user: TestUser, state: 'idle' | 'busy' | 'break' | 'wrap_up') =>
  app.call(seatApi.setSeatState, { state }, user.token);
const seatOf = (user: TestUser) => app.call(seatApi.getSeat, {}, user.token);
const listed = async (user: TestUser, by = app.admin) =>
  (await app.call(seatApi.getSeatList, {}, by)).find((row) => row.userId === user.id);

async function alarm(by: TestUser): Promise<string> {
  const customerId = await aCustomer(app, { project });
  const input = { customerId, type: 'sos', level: 1, occurredAt: new Date().toISOString(), note: '来电' } as const;
  return (await app.call(warnApi.addWarn, input, by.token)).id;
}

/** Returns the user who gets a new warn offered after half its limit; null when there was none. */
async function offeredTo(by: TestUser): Promise<string | null> {
  const id = await alarm(by);
  const steps = async () => (await app.call(deskApi.getWarn, { id }, app.admin)).steps;
  await app.sql('update warn_timer set due_at = now() where warn_id = $1 and rung = 0', [id]);
  await until('the offer', async () => (await steps()).some((step) => step.data.rung === 0));
  const offer = (await steps()).find((step) => step.data.rung === 0);
  await app.sql(`update warn set status = 'done', offered_to = null, finished_at = now() where id = $1`, [id]);
  return (offer?.data.offeredTo as string | null) ?? null;
}

test('an alarm is offered to an idle operator only: not to one who is busy, on a break, wrapping up or gone', async () => {
  const [idle, other] = [await aUser(app), await aUser(app)];
  await seen(idle);
  await seen(other);
  await set(other, 'busy');
  expect(await offeredTo(other)).toBe(idle.id);
  await set(idle, 'break');
  expect(await offeredTo(other)).toBeNull();
  await set(idle, 'wrap_up');
  expect(await offeredTo(other)).toBeNull();
  await set(idle, 'idle');
  await seen(idle, '1 minute');
  expect(await offeredTo(other)).toBeNull();
  await seen(idle);
  expect(await offeredTo(other)).toBe(idle.id);
  await app.sql('delete from presence');
});

test('a leader is offered nothing before taking a seat, and nothing after leaving it', async () => {
  const leader = await aUser(app, { role: 'leader' });
  // The only present user is offered nothing.
  for (const other of [await aUser(app), await aUser(app)]) {
    await seen(other);
    await set(other, 'busy');
  }
  await seen(leader);
  expect(await seatOf(leader)).toMatchObject({ state: 'away', onDuty: false, online: true });
  expect(await offeredTo(leader)).toBeNull();
  expect(await set(leader, 'idle')).toMatchObject({ state: 'idle', onDuty: true });
  expect(await offeredTo(leader)).toBe(leader.id);
  await app.call(seatApi.leaveSeat, {}, leader.token);
  expect(await offeredTo(leader)).toBeNull();
  await app.sql('delete from presence');
});

test('整理 follows a case, ends by itself after two minutes, and is no break in 示忙', async () => {
  const operator = await aUser(app);
  await seen(operator);
  const finish = async () => {
    const id = await alarm(operator);
    await app.call(warnApi.claimWarn, { id }, operator.token);
    expect((await listed(operator))?.warnIds).toEqual([id]);
    await aConnectedCall(app, id, operator.token);
    await app.call(closingApi.closeWarn, { id, ...ending }, operator.token);
  };
  await finish();
  const after = await seatOf(operator);
  expect(after).toMatchObject({ state: 'wrap_up', onDuty: true, warnIds: [] });
  expect(Date.parse(after.until ?? '') - Date.parse(after.since)).toBe(120_000);
  await app.sql(`update seat set until = now() - interval '1 second' where user_id = $1`, [operator.id]);
  await until('the end', async () => {
    await sweepSeats();
    return (await seatOf(operator)).state === 'idle';
  });
  const busy = await set(operator, 'busy');
  await finish();
  expect(await seatOf(operator)).toMatchObject({ state: 'busy', since: busy.since });
});

test('who gives no sign of life is 离开, finds the seat as it was on coming back, and idle after a new login', async () => {
  const operator = await aUser(app);
  await set(operator, 'break');
  const gone = async () => {
    await app.sql(`update seat set since = now() - interval '10 minutes' where user_id = $1`, [operator.id]);
    await app.sql(`update session set created_at = now() - interval '1 hour' where user_id = $1`, [operator.id]);
    await seen(operator, '5 minutes');
    await until('the absence', async () => {
      await sweepSeats();
      return (await listed(operator))?.state === 'away';
    });
  };
  const back = async (state: string) => {
    await seen(operator);
    await until('the return', async () => {
      await sweepSeats();
      return (await listed(operator))?.state === state;
    });
  };
  await gone();
  expect((await listed(operator))?.onDuty).toBe(false);
  await back('break');
  await gone();
  await app.sql(
    `insert into session (token_hash, user_id, ip, agent, expires_at) values (sha256('x'), $1, '127.0.0.1', '', now() + interval '1 day')`,
    [operator.id],
  );
  await back('idle');
});

describe('a handover that both have signed', () => {
  async function handedOver(): Promise<TestUser> {
    const [giver, taker] = [await aUser(app), await aUser(app)];
    await seen(giver);
    const { id } = await app.call(handoverApi.startHandover, { userId: taker.id }, giver.token);
    await app.call(handoverApi.signHandover, { id }, giver.token);
    expect((await seatOf(giver)).state).toBe('idle');
    await app.call(handoverApi.signHandover, { id }, taker.token);
    await sweepSeats();
    expect((await seatOf(taker)).state).toBe('idle');
    return giver;
  }

  test('leaves the giver’s seat 离开, also while their page is open, until the next login', async () => {
    const giver = await handedOver();
    expect(await seatOf(giver)).toMatchObject({ state: 'away', onDuty: false });
    await app.login(giver.account, password);
    await seen(giver);
    await sweepSeats();
    expect((await seatOf(giver)).state).toBe('idle');
  });

  test('lets the giver take the seat again by setting a state', async () => {
    const giver = await handedOver();
    expect(await set(giver, 'idle')).toMatchObject({ state: 'idle', onDuty: true });
    await sweepSeats();
    expect((await seatOf(giver)).state).toBe('idle');
  });

  test('leaves a leader who had taken a seat without one, after the next login, too', async () => {
    const [leader, taker] = [await aUser(app, { role: 'leader' }), await aUser(app)];
    await set(leader, 'idle');
    const { id } = await app.call(handoverApi.startHandover, { userId: taker.id }, leader.token);
    for (const { token } of [leader, taker]) await app.call(handoverApi.signHandover, { id }, token);
    await app.login(leader.account, password);
    await seen(leader);
    await sweepSeats();
    expect((await seatOf(leader)).state).toBe('away');
  });
});

const detail = (id: string, by: TestUser) => app.call(deskApi.getWarn, { id }, by.token);

/** Adds a warn claimed by the user. */
async function claimedBy(by: TestUser): Promise<string> {
  const id = await alarm(by);
  await app.call(warnApi.claimWarn, { id }, by.token);
  return id;
}

describe('who is gone leaves nothing in hand:', () => {
  const leaveMethods: [string, (user: TestUser) => Promise<unknown>, RegExp][] = [
    ['disabled', ({ id }) => app.call(userApi.updateUserStatus, { id, status: 'disabled' }, app.admin), /账号已停用/],
    ['logged out by force', ({ id }) => app.call(userApi.logoutUser, { id }, app.admin), /被强制下线/],
    ['given another password', ({ id }) => app.call(userApi.resetUserPassword, { id }, app.admin), /密码已重置/],
    ['freed of the second step', ({ id }) => app.call(userApi.resetUserTotp, { id }, app.admin), /两步登录已重置/],
    ['logged out', ({ token }) => app.call(loginApi.userLogout, {}, token), /已退出登录/],
  ];
  test.each(leaveMethods)('%s, the case waits again at once, is told live and says why', async (_, leave, why) => {
    const [operator, other] = [await aUser(app), await aUser(app)];
    const id = await claimedBy(operator);
    const live = await Live.open(app.url, other.token);
    const told = await app.call(userApi.getUserInHand, { id: operator.id }, app.admin);
    expect(told).toEqual([{ id, no: (await detail(id, other)).no }]);
    await leave(operator);
    await live.waitFor('the case', ({ data }) => data.warn?.id === id && data.warn.status === 'pending');
    live.close();
    const { status, handlerId, steps } = await detail(id, other);
    expect([status, handlerId]).toEqual(['pending', null]);
    expect(steps.at(-1)).toMatchObject({ kind: 'released', note: expect.stringMatching(why) });
    expect((await listed(operator))?.onDuty ?? false).toBe(false);
  });

  /** Reason and text by leave method, in their order; the user's own logout has none. */
  const endings = [
    { reason: 'disabled', sentence: '你的账号已停用' },
    { reason: 'forced', sentence: '你已被强制下线' },
    { reason: 'reset', sentence: '你的密码或两步登录已重置，登录已结束' },
    { reason: 'reset', sentence: '你的密码或两步登录已重置，登录已结束' },
  ];
  test.each(
    endings.map((ending, index) => ({ ...ending, way: leaveMethods[index]?.[0], leave: leaveMethods[index]?.[1] })),
  )(
    '$way, the next call says so and names the cases that went back, to the holder of the token alone',
    async ({ reason, sentence, leave }) => {
      const [operator, other] = [await aUser(app), await aUser(app)];
      const [first, second] = [await claimedBy(operator), await claimedBy(operator)];
      const nos = [(await detail(first, other)).no, (await detail(second, other)).no];
      await app.call(loginApi.userLogout, {}, other.token);
      await leave?.(operator);
      const refused = (token: string) => app.tryCall(userApi.getUserInfo, {}, token);
      expect(await refused(operator.token)).toMatchObject({
        status: 401,
        code: 40026,
        msg: `${sentence}。你手上的 2 条告警（${nos.join('、')}）已退回队列`,
        data: { reason, cases: nos },
      });
      for (const token of [other.token, 'no-token-of-anybody-at-all'])
        expect(await refused(token)).toMatchObject({ code: 40026, msg: '登录超时，请重新登录', data: null });
      await app.sql(`update session set ended_at = ended_at - interval '25 hours' where user_id = $1`, [operator.id]);
      expect(await refused(operator.token)).toMatchObject({ msg: '登录超时，请重新登录', data: null });
    },
  );

  test('whose session elsewhere is in use keeps the case', async () => {
    const operator = await aUser(app);
    const id = await claimedBy(operator);
    const elsewhere = await app.login(operator.account, password);
    await app.call(loginApi.userLogout, {}, elsewhere);
    expect((await detail(id, operator)).handlerId).toBe(operator.id);
  });
});

test('what was typed stays with the case, encrypted, for whoever takes it next and nobody else, until it is written', async () => {
  const [first, next] = [await aUser(app), await aUser(app)];
  const id = await claimedBy(first);
  const keep = (body: string | null, by: TestUser) =>
    app.tryCall(deskApi.keepWarnDraft, { id, kind: 'note', body }, by.token);
  expect((await keep('"没有"', next)).data).toEqual({ kept: false });
  expect((await keep('"右髋疼"', first)).data).toEqual({ kept: true });
  expect((await detail(id, next)).drafts).toEqual([]);
  const [kept] = await app.sql<{ text: string }>('select body_cipher as text from warn_draft where warn_id = $1', [id]);
  expect(kept?.text).not.toContain('右髋疼');
  await app.call(userApi.logoutUser, { id: first.id }, app.admin);
  await app.call(warnApi.claimWarn, { id }, next.token);
  expect((await detail(id, next)).drafts).toMatchObject([{ kind: 'note', body: '"右髋疼"', userName: first.name }]);
  await app.call(deskApi.addWarnNote, { id, note: '右髋疼，已叫120' }, next.token);
  expect((await detail(id, next)).drafts).toEqual([]);
});

const seats = (live: Live) =>
  live.events
    .filter((event) => event.event === 'seat')
    .map(({ data }) => (data as unknown as { seat: { userId: string } }).seat.userId);

test('a change is told to the person and to whoever sees the seat, by name of the seat alone; a state set again keeps its beginning', async () => {
  const roleId = await aRole(app, { scope: 'department', permissions: ['warn:claim'] });
  const blind = await aRole(app, { scope: 'self', permissions: ['warn:claim'] });
  const mine = await aProject(app);
  const operator = await aUser(app, { projects: [project] });
  const people = {
    own: operator,
    leader: await aUser(app, { role: 'leader' }),
    colleague: await aUser(app, { roleId, projects: [project, mine] }),
    ofAnotherProject: await aUser(app, { roleId, projects: [mine] }),
    ofAnotherDepartment: await aUser(app, { roleId, department: elsewhere }),
    ofNobody: await aUser(app, { roleId: blind }),
    withoutRight: await aUser(app, { role: 'viewer' }),
  };
  const lives = Object.entries(people).map(async ([who, { token }]) => [who, await Live.open(app.url, token)] as const);
  const open = Object.fromEntries(await Promise.all(lives));
  const { since } = await set(operator, 'busy');
  expect((await set(operator, 'busy')).since).toBe(since);
  // After its own change each user has received all events meant for it.
  for (const [who, one] of Object.entries(people)) {
    if (who === 'withoutRight') continue;
    await set(one, 'break');
    await until('their own change', () => seats(open[who] as Live).includes(one.id));
  }
  const heard = Object.keys(people).filter((who) => seats(open[who] as Live).includes(operator.id));
  expect(heard).toEqual(['own', 'leader', 'colleague']);
  // Lists and events agree on visibility.
  for (const [who, { token }] of Object.entries(people))
    if (who !== 'withoutRight')
      expect([who, (await listed(operator, token)) !== undefined]).toEqual([who, heard.includes(who)]);
  for (const one of Object.values(open)) one.close();
});

test('who opens a page is there at once, and those who see the seat hear of it, also when the page was closed', async () => {
  const [operator, leader] = [await aUser(app), await aUser(app, { role: 'leader' })];
  const wall = await Live.open(app.url, leader.token);
  const page = await Live.open(app.url, operator.token);
  await until('the arrival', () => seats(wall).includes(operator.id));
  expect(await listed(operator, leader.token)).toMatchObject({ state: 'idle', onDuty: true });
  page.close();
  const before = seats(wall).length;
  await seen(operator, '1 minute');
  await until('the absence', async () => {
    await sweepSeats();
    return seats(wall).slice(before).includes(operator.id);
  });
  expect(await listed(operator, leader.token)).toMatchObject({ state: 'away', onDuty: false });
  wall.close();
});

test('seats are those of the scope, 离开 cannot be set, and nobody without the right has one', async () => {
  const roleId = await aRole(app, { scope: 'department', permissions: ['warn:claim'] });
  const [here, there] = [await aUser(app, { roleId }), await aUser(app, { roleId, department: elsewhere })];
  expect(await listed(here, here.token)).toBeDefined();
  expect(await listed(there, here.token)).toBeUndefined();
  expect((await app.tryCall(seatApi.setSeatState, { state: 'away' }, here.token)).status).toBe(400);
  const viewer = await aUser(app, { role: 'viewer' });
  expect((await app.tryCall(seatApi.getSeatList, {}, viewer.token)).status).toBe(403);
  expect((await app.tryCall(seatApi.setSeatState, { state: 'idle' }, viewer.token)).status).toBe(403);
});
