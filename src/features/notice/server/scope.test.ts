import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { Live } from '#server/testing/live.ts';
import { aDepartment, aProject, aRole, aUser } from '#server/testing/rows.ts';
import {
  above,
  canViewUser,
  expectList,
  meets,
  type Tables,
  tablesOf,
  type UserRow,
} from '#server/testing/scope/scopeModel.ts';
import { plans, type Spot, stageOf, type Viewer } from '#server/testing/scope/scopeStage.ts';
import { reaches } from '#server/testing/scope/scopeWorld.ts';
import { type Audience, noticeApi } from '../contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
}, 60_000);
afterAll(() => app.stop());

async function fill({ author, department }: Spot): Promise<void> {
  await app.sql(
    `insert into notice (title, type, content, audience_kind, department_id, created_by) values ('x', 'notice', 'x', 'all', $1, $2)`,
    [department, author],
  );
}

/**
 * Returns the expected recipients: enabled users visible to the author, and the author, as far as the audience includes
 * them. /
 */
function addressed({ user, visibility: sight }: Viewer, { kind, ids = [] }: Audience, all: Tables): string[] {
  const isMeant = (one: UserRow) =>
    kind === 'all' ||
    (kind === 'user' && ids.includes(one.id)) ||
    (kind === 'department' &&
      [one.department, ...one.extra].some((at) => above(all, at).some((id) => ids.includes(id))));
  return all.users
    .filter((one) => one.enabled && isMeant(one) && (one.id === user.id || canViewUser(sight, one)))
    .map(({ id }) => id);
}

async function write(audience: Audience, token: string): Promise<{ id: string; status: number }> {
  const draft = { title: '范围', type: 'notice', content: '<p>x</p>', audience };
  const answer = await app.tryCall(noticeApi.addNotice, draft, token);
  if (answer.code !== 0) return { id: '', status: answer.status };
  const { id } = answer.data as { id: string };
  return { id, status: (await app.tryCall(noticeApi.publishNotice, { id }, token)).status };
}

/** Publishes one notice per kind of audience; returns the recipients of each published notice. */
async function expectAddressed(viewer: Viewer, all: Tables): Promise<Map<string, string[]>> {
  const sent = new Map<string, string[]>();
  const place = all.departments.at(-1)?.id ?? '';
  const person = all.users.at(-1);
  const inReach = reaches(viewer.visibility, place);
  const seen = person?.enabled && (canViewUser(viewer.visibility, person) || person.id === viewer.user.id);
  const cases: { audience: Audience; may: boolean | undefined }[] = [
    { audience: { kind: 'all' }, may: true },
    { audience: { kind: 'department', ids: [place] }, may: inReach },
    { audience: { kind: 'user', ids: [person?.id ?? ''] }, may: seen },
  ];
  for (const { audience, may } of cases) {
    const expected = may ? addressed(viewer, audience, all).sort() : [];
    const { id, status } = await write(audience, viewer.user.token);
    expect(status, audience.kind).toBe(expected.length > 0 ? 200 : 400);
    if (status !== 200) continue;
    const receipts = await app.sql<{ id: string }>(
      'select user_id::text as id from notice_receipt where notice_id = $1',
      [id],
    );
    expect(receipts.map((receipt) => receipt.id).sort(), audience.kind).toEqual(expected);
    sent.set(id, expected);
  }
  return sent;
}

async function expectSeen({ user, visibility: sight }: Viewer, { users: people }: Tables): Promise<void> {
  const notices = await app.sql<{
    id: string;
    by: string;
    department: string;
    receivers: string[];
    published: boolean;
  }>(
    `select id::text, created_by::text as by, department_id::text as department, status = 'published' as published,
      array(select user_id::text from notice_receipt where notice_id = notice.id) as receivers from notice where deleted_at is null`,
  );
  const written = (by: string) => {
    const author = people.find(({ id }) => id === by);
    return sight.projects === null || (author !== undefined && meets(sight, author.projects));
  };
  const seen = notices.filter(({ by, department }) => by === user.id || (reaches(sight, department) && written(by)));
  await expectList(app, noticeApi.getNoticeList, user, seen);
  const { rows } = await app.list(noticeApi.getNoticeList, { limit: 200 }, user.token);
  for (const { id, receivers } of seen.slice(-6)) {
    const told = people.filter((one) => receivers.includes(one.id) && canViewUser(sight, one));
    await expectList(app, noticeApi.getNoticeReceiptList, user, told, { id });
    expect(rows.find((row) => row.id === id)?.audienceCount).toBe(told.length);
  }
  const hidden = notices.find((one) => !seen.includes(one));
  const answer = hidden && (await app.tryCall(noticeApi.getNoticeReceiptList, { id: hidden.id }, user.token));
  expect(answer?.status ?? 404).toBe(404);
  const inbox = notices.filter(({ receivers, published }) => published && receivers.includes(user.id));
  await expectList(app, noticeApi.getMyNoticeList, user, inbox);
  expect((await app.call(noticeApi.getUnreadCount, {}, user.token)).count).toBe(inbox.length);
}

/** No retry: a second attempt with other rows would hide a leak. */
const once = { retry: 0, timeout: 120_000 };

test(
  'notices reach, by inbox, count and event, those whom their author sees and means; lists and receipts keep to the scope',
  once,
  async () => {
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const viewers = await stageOf(app, plan, ['notice:list', 'notice:add', 'notice:publish'], fill);
        const all = await tablesOf(app);
        const lives = await Promise.all(viewers.map(({ user }) => Live.open(app.url, user.token)));
        const sent = new Map<string, string[]>();
        for (const viewer of viewers)
          for (const [id, receivers] of await expectAddressed(viewer, all)) sent.set(id, receivers);
        const ids = viewers.map(({ user }) => user.id);
        const { id: last } = await write({ kind: 'user', ids }, app.admin);
        sent.set(last, ids);
        for (const [index, { user }] of viewers.entries()) {
          const live = lives[index] as Live;
          await live.waitFor('the last notice', (event) => event.data.notice?.id === last);
          const told = live.events.filter(({ event }) => event === 'notice').map(({ data }) => data.notice?.id ?? '');
          const wanted = [...sent].filter(([, receivers]) => receivers.includes(user.id)).map(([id]) => id);
          expect([...new Set(told)].sort()).toEqual(wanted.sort());
          live.close();
        }
        for (const viewer of viewers) await expectSeen(viewer, all);
      }),
      { numRuns: 6 },
    );
  },
);

test('only somebody whose scope has no limit makes a notice public, publishes a public one, pins it or takes it back', async () => {
  const rights = ['notice:list', 'notice:add', 'notice:publish', 'notice:withdraw'];
  const roleId = await aRole(app, { scope: 'department_below', permissions: rights });
  const north = await aDepartment(app);
  const writer = await aUser(app, { roleId, department: north });
  const top = await aUser(app, { roleId });
  const limited = await aUser(app, { roleId, projects: [await aProject(app)] });
  const draft = {
    title: '停机维护',
    type: 'notice',
    content: '<p>x</p>',
    audience: { kind: 'all' as const },
    public: true,
  };
  for (const { token } of [writer, limited])
    expect(await app.tryCall(noticeApi.addNotice, draft, token)).toMatchObject({
      status: 400,
      data: { errors: [{ field: 'public' }] },
    });
  const { id } = await app.call(noticeApi.addNotice, draft, top.token);
  await app.sql('update notice set department_id = $2 where id = $1', [id, north]);
  const tried = () =>
    Promise.all([
      app.tryCall(noticeApi.publishNotice, { id }, writer.token),
      app.tryCall(noticeApi.updateNoticePinned, { id, pinned: true }, writer.token),
      app.tryCall(noticeApi.withdrawNotice, { id, reason: '内容有误' }, writer.token),
    ]);
  expect((await tried()).map(({ status }) => status)).toEqual([403, 403, 403]);
  expect((await app.tryCall(noticeApi.publishNotice, { id }, top.token)).code).toBe(0);
  expect((await tried()).map(({ status }) => status)).toEqual([403, 403, 403]);
  expect((await app.tryCall(noticeApi.withdrawNotice, { id, reason: '内容有误' }, top.token)).code).toBe(0);
});
