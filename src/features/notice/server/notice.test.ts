import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { Live, type LiveEvent } from '#server/testing/live.ts';
import { aDepartment, aRole, aUser, next, type TestUser } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { noticeApi } from '../contract.ts';
import { moveDue } from './publish.ts';

type Draft = InputOf<typeof noticeApi.addNotice>;

const permissions = 'list add edit publish withdraw delete'.split(' ').map((action) => `notice:${action}`);

let app: TestApp;
/** Two sibling departments, one below the first, and a user in each. */
let north: string;
let below: string;
let south: string;
let inNorth: TestUser;
let inBelow: TestUser;
let inSouth: TestUser;
/** Writes notices for the north and its subtree. */
let writer: TestUser;

beforeAll(async () => {
  app = await startApp();
  north = await aDepartment(app);
  below = await aDepartment(app, north);
  south = await aDepartment(app);
  const roleId = await aRole(app, { scope: 'self', permissions: [] });
  inNorth = await aUser(app, { roleId, department: north });
  inBelow = await aUser(app, { roleId, department: below });
  inSouth = await aUser(app, { roleId, department: south });
  writer = await aUser(app, {
    roleId: await aRole(app, { scope: 'department_below', permissions }),
    department: north,
  });
});
afterAll(() => app.stop());

function draft(patch: Partial<Draft> = {}): Draft {
  return {
    title: `停机维护${next()}`,
    type: 'notice',
    content: '<p>今晚停机。</p>',
    audience: { kind: 'all' },
    ...patch,
  };
}

async function add(patch: Partial<Draft> = {}, token = app.admin): Promise<string> {
  return (await app.call(noticeApi.addNotice, draft(patch), token)).id;
}

async function publish(patch: Partial<Draft> = {}, token = app.admin): Promise<string> {
  const id = await add(patch, token);
  expect(await app.call(noticeApi.publishNotice, { id }, token)).toMatchObject({ status: 'published' });
  return id;
}

async function rowOf(id: string, token = app.admin) {
  const { rows } = await app.list(noticeApi.getNoticeList, { limit: 200 }, token);
  return rows.find((row) => row.id === id);
}

async function inbox(user: TestUser): Promise<string[]> {
  const { rows } = await app.list(noticeApi.getMyNoticeList, { limit: 200 }, user.token);
  return rows.map(({ id }) => id);
}

async function unread(user: TestUser): Promise<number> {
  return (await app.call(noticeApi.getUnreadCount, {}, user.token)).count;
}

/** Returns the instant this many milliseconds from now, in wire format. */
const ahead = (ms: number) => new Date(Date.now() + ms).toISOString();

describe('what is posted is stored clean', () => {
  const dirty =
    '<h2 onclick="x()">好</h2><script>alert(1)</script><p style="background:url(https://e.example)">一<svg onload=x></svg><iframe src="https://e.example"></iframe>' +
    '<a href="javascript:alert(1)">二</a><a href="data:text/html,x">三</a><a href="https://ok.example/">四</a></p>';

  test('script, handlers, styles, svg, frames and bad links are gone and the author is told', async () => {
    const { id, removed } = await app.call(noticeApi.addNotice, draft({ content: dirty }), app.admin);
    expect(removed).toEqual(
      expect.arrayContaining([
        'onclick 属性',
        '<script> 标签',
        'style 属性',
        '<svg> 标签',
        '<iframe> 标签',
        '不安全的链接',
      ]),
    );
    const content = (await rowOf(id))?.content ?? '';
    expect(content).toBe(
      '<h2>好</h2><p>一<a>二</a><a>三</a><a href="https://ok.example/" target="_blank" rel="noopener noreferrer">四</a></p>',
    );
  });

  test('an addressee gets the same clean text', async () => {
    const id = await publish({ content: dirty, audience: { kind: 'user', ids: [inNorth.id] } });
    const { rows } = await app.list(noticeApi.getMyNoticeList, { id }, inNorth.token);
    expect(rows[0]?.content).not.toMatch(/script|onclick|style|svg|iframe|javascript|data:/i);
  });
});

describe('bad input is refused in words', () => {
  test.each<[string, Partial<Record<keyof Draft, unknown>>, string, string]>([
    ['no title', { title: '  ' }, 'title', '请输入1-50个字的标题'],
    ['a title of 51 signs', { title: '字'.repeat(51) }, 'title', '请输入1-50个字的标题'],
    ['no content', { content: '<p> </p>' }, 'content', '请输入内容'],
    ['a content of script alone', { content: '<script>x</script>' }, 'content', '内容去掉不允许的部分后是空的'],
    ['a content past every length', { content: 'x'.repeat(50_001) }, 'content', ''],
    ['a type that is not in the dictionary', { type: 'none' }, 'type', '通知类型不在可选范围内'],
    ['a time that is past', { publishAt: '2020-01-01T00:00:00.000Z' }, 'publishAt', '发布时间须晚于现在'],
    ['an end that is past', { expireAt: '2020-01-01T00:00:00.000Z' }, 'expireAt', '失效时间须晚于现在'],
    [
      'an end before its beginning',
      { publishAt: ahead(7_200_000), expireAt: ahead(3_600_000) },
      'expireAt',
      '失效时间须晚于发布时间',
    ],
    ['an empty audience', { audience: { kind: 'department', ids: [] } }, 'audience', '请选择接收范围'],
    [
      'people who are not there',
      { audience: { kind: 'user', ids: ['999999999'] } },
      'audience',
      '接收范围里有不存在或不在你的范围的对象',
    ],
    ['files of somebody else', { fileIds: ['999999999'] }, 'fileIds', '附件不存在，请重新上传'],
    ['six files', { fileIds: ['1', '2', '3', '4', '5', '6'] }, 'fileIds', '附件最多5个'],
  ])('%s', async (_, patch, field, msg) => {
    const answer = await app.tryCall(noticeApi.addNotice, { ...draft(), ...patch }, app.admin);
    expect(answer).toMatchObject({ status: 400, code: -1 });
    const { errors } = answer.data as { errors: { field: string; msg: string }[] };
    expect(errors[0]?.field).toBe(field);
    if (msg) expect(answer.msg).toBe(msg);
  });

  test('a time that has passed while the draft lay is refused when it is published', async () => {
    const id = await add({ publishAt: ahead(3_600_000) });
    await app.sql(`update notice set publish_at = now() - interval '1 minute' where id = $1`, [id]);
    expect(await app.tryCall(noticeApi.publishNotice, { id }, app.admin)).toMatchObject({
      status: 400,
      msg: '发布时间须晚于现在',
    });
  });

  test('an audience without anybody is refused and the draft stays', async () => {
    const id = await add({ audience: { kind: 'department', ids: [await aDepartment(app)] } });
    expect(await app.tryCall(noticeApi.publishNotice, { id }, app.admin)).toMatchObject({
      status: 400,
      msg: '接收范围里没有可以接收的人',
    });
    expect(await rowOf(id)).toMatchObject({ status: 'draft', audienceCount: 0 });
  });
});

describe('a draft', () => {
  test('is changed with its version; the second editor is told who was first and what changed', async () => {
    const { id, version } = await app.call(noticeApi.addNotice, draft(), app.admin);
    await app.call(noticeApi.editNotice, { ...draft({ title: '改过的标题' }), id, version }, app.admin);
    const second = await app.tryCall(
      noticeApi.editNotice,
      { ...draft({ title: '后到的标题' }), id, version },
      app.admin,
    );
    expect(second).toMatchObject({ status: 409, data: { version: version + 1 } });
    const { changes } = second.data as { changes: { field: string; new: unknown }[] };
    expect(changes).toContainEqual(expect.objectContaining({ field: 'title', new: '改过的标题' }));
  });

  test('is neither changed nor deleted any more once it is published, and copies into a new draft', async () => {
    const id = await publish();
    const row = await rowOf(id);
    const edit = { ...draft(), id, version: row?.version ?? 0 };
    expect(await app.tryCall(noticeApi.editNotice, edit, app.admin)).toMatchObject({ status: 409 });
    expect(await app.tryCall(noticeApi.deleteNotice, { ids: [id] }, app.admin)).toMatchObject({ status: 409 });
    const copy = await app.call(noticeApi.copyNotice, { id }, app.admin);
    expect(await rowOf(copy.id)).toMatchObject({ status: 'draft', title: row?.title, readCount: 0, audienceCount: 0 });
    await app.call(noticeApi.deleteNotice, { ids: [copy.id] }, app.admin);
    expect(await rowOf(copy.id)).toBeUndefined();
  });

  test('deleting is all or nothing', async () => {
    const [one, other] = [await add(), await publish()];
    expect(await app.tryCall(noticeApi.deleteNotice, { ids: [one, other] }, app.admin)).toMatchObject({ status: 409 });
    expect(await rowOf(one)).toBeDefined();
  });
});

describe('publishing at a time', () => {
  test('waits for it, reaches people by itself, and writes one receipt a person though many fire at once', async () => {
    const id = await add({ publishAt: ahead(3_600_000), audience: { kind: 'user', ids: [inNorth.id, inSouth.id] } });
    expect(await app.call(noticeApi.publishNotice, { id }, app.admin)).toMatchObject({ status: 'waiting' });
    expect(await inbox(inNorth)).not.toContain(id);
    const live = await Live.open(app.url, inNorth.token);
    await app.sql(`update notice set publish_at = now() where id = $1`, [id]);
    await Promise.all(Array.from({ length: 8 }, () => moveDue()));
    await until('the notice is out', async () => (await rowOf(id))?.status === 'published');
    await live.waitFor('the notice', (event) => event.event === 'notice');
    expect(await rowOf(id)).toMatchObject({ audienceCount: 2, readCount: 0 });
    expect(await inbox(inNorth)).toContain(id);
    const told = await app.sql<{ n: number }>(
      `select count(*)::int as n from event where topic = 'notice' and kind = 'created' and body ->> 'id' = $1`,
      [id],
    );
    expect(told[0]?.n).toBe(2);
    live.close();
  });

  test('a withdrawn one never comes out', async () => {
    const id = await add({ publishAt: ahead(3_600_000) });
    await app.call(noticeApi.publishNotice, { id }, app.admin);
    await app.call(noticeApi.withdrawNotice, { id, reason: '时间改了' }, app.admin);
    await app.sql(`update notice set publish_at = now() - interval '1 minute' where id = $1`, [id]);
    await moveDue();
    expect(await rowOf(id)).toMatchObject({ status: 'withdrawn', withdrawReason: '时间改了', audienceCount: 0 });
  });

  test('what expires leaves the inbox', async () => {
    const id = await publish({ expireAt: ahead(3_600_000), audience: { kind: 'user', ids: [inNorth.id] } });
    await app.sql(`update notice set expire_at = now() where id = $1`, [id]);
    expect(await inbox(inNorth)).not.toContain(id);
    await until('the notice has expired', async () => (await rowOf(id))?.status === 'expired');
  });
});

describe('receipts', () => {
  test('are written once however often and however many at once read', async () => {
    const id = await publish({ needConfirm: true, audience: { kind: 'user', ids: [inNorth.id] } });
    await Promise.all(Array.from({ length: 6 }, () => app.call(noticeApi.readNotice, { id }, inNorth.token)));
    const [first] = await app.sql<{ readAt: Date }>(
      'select read_at as "readAt" from notice_receipt where notice_id = $1',
      [id],
    );
    await app.call(noticeApi.readNotice, { id, confirmed: true }, inNorth.token);
    await app.call(noticeApi.readNotice, { id, confirmed: true }, inNorth.token);
    const rows = await app.sql<{ readAt: Date }>(
      'select read_at as "readAt" from notice_receipt where notice_id = $1',
      [id],
    );
    expect(rows).toEqual([first]);
    expect(await rowOf(id)).toMatchObject({ readCount: 1, confirmCount: 1, audienceCount: 1 });
  });

  test('the count falls with reading, and with 我已知晓 where that is asked for', async () => {
    const before = await unread(inSouth);
    const id = await publish({ level: 'urgent', audience: { kind: 'user', ids: [inSouth.id] } });
    expect(await unread(inSouth)).toBe(before + 1);
    expect(await app.call(noticeApi.readNotice, { id }, inSouth.token)).toEqual({ count: before + 1 });
    expect(await app.call(noticeApi.readNotice, { id, confirmed: true }, inSouth.token)).toEqual({ count: before });
  });

  test('say who has read and who has not, and remind the unread alone', async () => {
    const id = await publish({ audience: { kind: 'user', ids: [inNorth.id, inSouth.id] } });
    await app.call(noticeApi.readNotice, { id }, inNorth.token);
    const of = async (state: 'read' | 'unread') =>
      (await app.list(noticeApi.getNoticeReceiptList, { id, state }, app.admin)).rows.map((row) => row.name);
    expect([await of('read'), await of('unread')]).toEqual([[inNorth.name], [inSouth.name]]);
    const lives = await Promise.all([inNorth, inSouth].map(({ token }) => Live.open(app.url, token)));
    expect(await app.call(noticeApi.remindNotice, { id }, app.admin)).toEqual({ count: 1 });
    await lives[1]?.waitFor('the reminder', ({ data }) => data.kind === 'reminded');
    expect(lives[0]?.events.filter(({ data }) => data.kind === 'reminded')).toEqual([]);
    expect(await app.tryCall(noticeApi.remindNotice, { id }, app.admin)).toMatchObject({ status: 409 });
    for (const live of lives) live.close();
  });

  test('marking all as read leaves what must be confirmed', async () => {
    const user = await aUser(app, { roleId: await aRole(app, { scope: 'self', permissions: [] }), department: south });
    await publish({ audience: { kind: 'user', ids: [user.id] } });
    await publish({ needConfirm: true, audience: { kind: 'user', ids: [user.id] } });
    expect(await app.call(noticeApi.readAllNotice, {}, user.token)).toEqual({ count: 1 });
  });
});

function multipart(name: string, content: Buffer): Buffer {
  const head = `--cut\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--cut--\r\n')]);
}

function upload(name: string, content: Buffer, token = app.admin) {
  return app.ask({
    path: noticeApi.uploadNoticeFile.path,
    body: multipart(name, content),
    headers: { 'Content-Type': 'multipart/form-data; boundary=cut' },
    token,
  });
}

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');

describe('attachments', () => {
  test('are judged by content, not by name', async () => {
    expect((await upload('说明.pdf', pdf)).data).toMatchObject({ name: '说明.pdf', type: 'application/pdf' });
    expect((await upload('名单.txt', Buffer.from('甲\n乙'))).data).toMatchObject({ type: 'text/plain' });
    for (const [name, content] of [
      ['run.pdf', Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0])],
      ['page.html', Buffer.from('<script>alert(1)</script>')],
      ['pic.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
      ['raw.txt', Buffer.from([0, 1, 2, 255])],
    ] as const)
      expect(await upload(name, content)).toMatchObject({ status: 400 });
  });

  test('open to whom the notice is addressed, as long as it is out, and to nobody else', async () => {
    const { id: fileId } = (await upload('说明.pdf', pdf)).data as { id: string };
    const id = await publish({ fileIds: [fileId], audience: { kind: 'user', ids: [inNorth.id] } });
    const get = async (token: string) =>
      (await app.ask({ method: 'GET', path: `/api/file/getFile?id=${fileId}`, token })).status;
    expect([await get(inNorth.token), await get(inSouth.token), await get(writer.token)]).toEqual([200, 404, 404]);
    await app.call(noticeApi.withdrawNotice, { id, reason: '发错了' }, app.admin);
    expect(await get(inNorth.token)).toBe(404);
  });
});

describe('nobody outside the audience learns of a notice', () => {
  /** Recipients of each audience by the rules. */
  const audiences = () => [
    { audience: { kind: 'all' as const }, to: [inNorth, inBelow, inSouth], mine: [inNorth, inBelow] },
    { audience: { kind: 'department' as const, ids: [north] }, to: [inNorth, inBelow], mine: [inNorth, inBelow] },
    { audience: { kind: 'department' as const, ids: [below] }, to: [inBelow], mine: [inBelow] },
    { audience: { kind: 'department' as const, ids: [south] }, to: [inSouth], mine: null },
    { audience: { kind: 'user' as const, ids: [inBelow.id] }, to: [inBelow], mine: [inBelow] },
    { audience: { kind: 'user' as const, ids: [inSouth.id, inNorth.id] }, to: [inSouth, inNorth], mine: null },
  ];

  const isOf = (id: string) => (event: LiveEvent) => event.data.notice?.id === id;

  /** Returns where a user sees a notice and its file: inbox, list, file and reading. */
  async function accessOf(user: TestUser, id: string, fileId: string) {
    const file = await app.ask({ method: 'GET', path: `/api/file/getFile?id=${fileId}`, token: user.token });
    const found = await app.list(noticeApi.getMyNoticeList, { id }, user.token);
    return {
      inbox: (await inbox(user)).includes(id),
      found: found.count,
      file: file.status,
      read: (await app.tryCall(noticeApi.readNotice, { id }, user.token)).status,
    };
  }

  const fullAccess = { inbox: true, found: 1, file: 200, read: 200 };
  const nothing = { inbox: false, found: 0, file: 404, read: 404 };

  async function expectOnly(told: TestUser[], audience: Draft['audience'], token: string): Promise<void> {
    const everybody = [inNorth, inBelow, inSouth];
    const { id: fileId } = (await upload('说明.pdf', pdf, token)).data as { id: string };
    const lives = await Promise.all(everybody.map((user) => Live.open(app.url, user.token)));
    const before = await Promise.all(everybody.map(unread));
    const id = await publish({ audience, fileIds: [fileId] }, token);
    const more = (await Promise.all(everybody.map(unread))).map((count, index) => count - (before[index] ?? 0));
    for (const [index, user] of everybody.entries()) {
      const events = lives[index];
      const is = told.includes(user);
      expect(more[index]).toBe(Number(is));
      if (is) await events?.waitFor('the notice', isOf(id));
      expect(await accessOf(user, id, fileId)).toEqual(is ? fullAccess : nothing);
      expect(events?.events.some(isOf(id))).toBe(is);
    }
    for (const live of lives) live.close();
  }

  test('not in list, count, inbox, file or stream, whoever writes it and for whom', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(5), fc.boolean(), async (at, byWriter) => {
        const found = audiences()[at];
        if (!found) throw new Error('no such audience');
        const token = byWriter ? writer.token : app.admin;
        const told = byWriter ? found.mine : found.to;
        if (told) return expectOnly(told, found.audience, token);
        const answer = await app.tryCall(noticeApi.addNotice, draft({ audience: found.audience }), token);
        expect(answer.status).toBe(400);
      }),
      { numRuns: 12 },
    );
  });

  test('a manager of another department neither sees nor touches it', async () => {
    const id = await publish({}, app.admin);
    expect(await rowOf(id, writer.token)).toBeUndefined();
    for (const [endpoint, input] of [
      [noticeApi.withdrawNotice, { id, reason: '不是我的' }],
      [noticeApi.copyNotice, { id }],
      [noticeApi.getNoticeReceiptList, { id }],
      [noticeApi.updateNoticePinned, { id, pinned: true }],
    ] as const)
      expect(await app.tryCall(endpoint, input, writer.token)).toMatchObject({ status: 404 });
  });

  test('the form offers departments and people of the own reach alone', async () => {
    const { departments, users } = await app.call(noticeApi.getNoticeOption, {}, writer.token);
    expect(departments.map(({ id }) => id).sort()).toEqual([north, below].sort());
    expect(users.map(({ value }) => value).sort()).toEqual([inNorth.id, inBelow.id, writer.id].sort());
  });
});
