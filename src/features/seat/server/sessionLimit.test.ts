import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loginApi } from '#features/login/contract.ts';
import { projectApi } from '#features/project/contract.ts';
import { userApi } from '#features/user/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { Live } from '#server/testing/live.ts';
import { aProject, aUser, password } from '#server/testing/rows.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

describe('the absolute end of a session', () => {
  const lasts = async (id: string) =>
    app.sql<{ hours: number; slides: boolean }>(
      `select round(extract(epoch from ends_at - created_at) / 3600)::int as hours, expires_at < ends_at as slides
       from session where user_id = $1 and ended_at is null order by id desc limit 1`,
      [id],
    );
  const passes = (id: string) =>
    app.sql(
      `update session set created_at = now() - interval '12 hours', ends_at = now() - interval '1 second',
         expires_at = now() - interval '1 second' where user_id = $1`,
      [id],
    );

  test('comes after 12 hours to who takes alarms at a shared seat and after 30 days to others, however much it is used', async () => {
    const [seat, leader] = [await aUser(app), await aUser(app, { role: 'leader' })];
    const token = await app.login(seat.account, password);
    await app.login(leader.account, password);
    expect([await lasts(seat.id), await lasts(leader.id)]).toEqual([
      [{ hours: 12, slides: false }],
      [{ hours: 720, slides: true }],
    ]);
    await app.call(loginApi.validateToken, {}, token);
    expect(await lasts(seat.id)).toEqual([{ hours: 12, slides: false }]);
    const { sessionEndsAt } = await app.call(userApi.getUserInfo, {}, token);
    expect(Math.abs(Date.parse(sessionEndsAt ?? '') - Date.now() - 12 * 3_600_000)).toBeLessThan(60_000);
  });

  test('answers 40026 with its reason and ends the live stream; one that was logged out names none', async () => {
    const user = await aUser(app);
    const token = await app.login(user.account, password);
    const live = await Live.open(app.url, token);
    await passes(user.id);
    await live.waitFor('the end of the session', ({ event }) => event === 'session');
    live.close();
    for (const endpoint of [userApi.getUserInfo, loginApi.validateToken])
      expect(await app.tryCall(endpoint, {}, token)).toMatchObject({
        status: 401,
        code: 40026,
        msg: '本次登录已满 12 小时，请重新登录',
        data: { reason: 'absolute' },
      });
    const ended = await app.login(user.account, password);
    await app.call(loginApi.userLogout, {}, ended);
    expect(await app.tryCall(userApi.getUserInfo, {}, ended)).toMatchObject({ code: 40026, data: null });
  });

  test('is the strictest of the person’s projects; a limit that is lowered brings it nearer, at the soonest in a quarter of an hour', async () => {
    const [strict, other] = [await aProject(app), await aProject(app)];
    await app.sql('update project set seat_session_hours = 8 where id = $1', [strict]);
    const [both, one] = [await aUser(app, { projects: [strict, other] }), await aUser(app, { projects: [other] })];
    await app.login(both.account, password);
    const token = await app.login(one.account, password);
    expect([await lasts(both.id), await lasts(one.id)]).toMatchObject([[{ hours: 8 }], [{ hours: 12 }]]);
    await app.sql(
      `update session set created_at = now() - interval '11 hours', ends_at = now() + interval '1 hour' where user_id = $1`,
      [one.id],
    );
    await app.call(projectApi.editProjectConfig, { id: other, version: 1, seatSessionHours: 4 }, app.admin);
    const { sessionEndsAt } = await app.call(userApi.getUserInfo, {}, token);
    expect(Math.abs(Date.parse(sessionEndsAt ?? '') - Date.now() - 15 * 60_000)).toBeLessThan(60_000);
    const wrong = { id: other, version: 2, seatSessionHours: 0 };
    expect(await app.tryCall(projectApi.editProjectConfig, wrong, app.admin)).toMatchObject({ status: 400 });
  });
});
