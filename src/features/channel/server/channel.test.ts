import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { channelApi } from '#features/channel/contract.ts';
import { db } from '#server/db/db.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { openLoopback } from '#server/testing/loopback.ts';
import { aProject, next } from '#server/testing/rows.ts';
import type { ChannelKind } from '#shared/codes.ts';
import { channelsOf, send, textsOf } from './service.ts';

let app: TestApp;
const servers: Server[] = [];
beforeAll(async () => {
  openLoopback();
  app = await startApp();
});
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await app.stop();
});

interface Got {
  request: IncomingMessage;
  url: URL;
  body: string;
}

/** Starts an HTTP server as the other side; `got` has its requests in order. */
async function receiver(answer: RequestListener): Promise<{ url: string; got: Got[] }> {
  const got: Got[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    got.push({ request, body, url: new URL(request.url ?? '/', 'http://127.0.0.1') });
    answer(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { got, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
const says = (value: object, status = 200) =>
  receiver((_, response) => response.writeHead(status).end(JSON.stringify(value)));

const secret = 'quiet-Harbour-2041';

async function aChannel(kind: ChannelKind, config: object, projectId?: string) {
  const project = projectId ?? (await aProject(app));
  const input = { projectId: project, kind, name: `渠道${next()}`, config: { ...config } };
  return { project, ...(await app.call(channelApi.addChannel, input, app.admin)) };
}
const tried = (id: string, to = {}) => app.call(channelApi.testChannel, { id, to }, app.admin);
const listed = async (projectId: string) => (await app.list(channelApi.getChannelList, { projectId }, app.admin)).rows;

const recipient = {
  kind: 'contact' as const,
  id: '7',
  name: '刘女士',
  mobile: '13800000001',
  email: 'liu@example.cn',
  subscriptions: [],
};
const message = {
  key: 'claim-17-1',
  title: '超时未接警：紧急呼叫 王阿姨',
  text: '王阿姨 紧急呼叫，请处理',
  spoken: '王阿姨紧急呼叫',
  url: 'https://anhao.example.cn/#/open?case=1',
  level: 1,
};
const sent = (id: string) => send(id, recipient, message, new AbortController().signal);

test('a webhook gets the message as JSON, signed by the secret, with the same key at each try', async () => {
  const { url, got } = await says({ id: 'x-9' });
  const { id } = await aChannel('webhook', { url, secret });
  expect(await sent(id)).toEqual({ state: 'delivered', providerId: 'x-9' });
  await sent(id);
  const [first, second] = got;
  const { headers } = first?.request ?? {};
  const expected = createHmac('sha256', secret)
    .update(`${headers?.['x-anhao-timestamp']}.${first?.body}`)
    .digest('hex');
  expect(headers?.['x-anhao-signature']).toBe(expected);
  expect(JSON.parse(first?.body ?? '')).toMatchObject({ ...message, to: { kind: 'contact', id: '7', name: '刘女士' } });
  expect(second?.request.headers['idempotency-key']).toBe(message.key);
});

test('secrets are kept encrypted and leave by no call, and go to no new address unless they are typed again', async () => {
  const { url } = await says({});
  const { id, project } = await aChannel('webhook', { url, secret });
  const [row] = await listed(project);
  expect(row).toMatchObject({ config: { url }, secrets: ['secret'], workedAt: null });
  const stored = await app.sql('select c::text as text from channel c union all select l::text from cmd_log l');
  expect(JSON.stringify([row, stored])).not.toContain(secret);

  const edit = (config: object, version: number) =>
    app.tryCall(channelApi.editChannel, { id, version, config }, app.admin);
  const moved = await edit({ url: 'http://127.0.0.1:9/thief' }, 1);
  expect([moved.status, moved.msg]).toEqual([400, '地址变了，请重新填写签名密钥']);
  expect((await edit({ url }, 1)).status).toBe(200);
  expect((await edit({ url: `${url}/new`, secret: `${secret}!` }, 1)).status).toBe(200);
  expect((await edit({ url }, 1)).status).toBe(409);
  expect((await listed(project))[0]).toMatchObject({ config: { url: `${url}/new` }, secrets: ['secret'] });
});

test('port, account and kind of security of a mail server are changed with its password alone', async () => {
  const settings = { host: 'smtp.example.cn', port: 465, security: 'tls', user: 'anhao', from: 'alarm@example.cn' };
  const { id, project } = await aChannel('email', { ...settings, password: secret });
  const edit = (config: object) => app.tryCall(channelApi.editChannel, { id, version: 1, config }, app.admin);
  expect((await edit({ ...settings, port: 25 })).msg).toBe('端口变了，请重新填写密码');
  expect((await edit({ ...settings, user: 'thief' })).msg).toBe('账号变了，请重新填写密码');
  expect((await edit({ ...settings, user: null })).msg).toBe('账号变了，请重新填写密码');
  expect((await edit({ ...settings, security: 'none' })).msg).toBe('加密变了，请重新填写密码');
  expect((await edit({ ...settings, host: 'smtp.thief.cn' })).msg).toBe('服务器变了，请重新填写密码');
  expect((await edit({ ...settings, from: 'other@example.cn' })).status).toBe(200);
  const changed = { ...settings, port: 587, security: 'starttls', password: `${secret}!` };
  expect((await app.tryCall(channelApi.editChannel, { id, version: 2, config: changed }, app.admin)).status).toBe(200);
  expect((await listed(project))[0]).toMatchObject({ config: { port: 587, from: 'alarm@example.cn' } });
});

test('a gateway that repeats the request puts no secret into a reason, however it writes it', async () => {
  const keySecret = 'p&s "Häfen"/2041';
  const appcode = 'a81f03c6e2d94b7f';
  const echo = await receiver((request, response) => {
    const parts = [request.headers.authorization, request.headers['x-key'], request.url];
    response.writeHead(400).end(parts.join(' '));
  });
  const url = `${echo.url}/send?k={secret}&code=${appcode}`;
  const headers = `Authorization: APPCODE ${appcode}\nX-Key: {secret}`;
  const free = { speaks: 'free', url, headers, keyId: 'user', keySecret };
  const reasonOf = async (outcome: ReturnType<typeof sent>) => ((await outcome) as { reason: string }).reason;
  const first = await aChannel('sms', free);
  const reason = await reasonOf(sent(first.id));
  expect(reason).toMatch(/^对方回答 400：「APPCODE \*\*\* /);
  expect(reason).not.toMatch(/a81f|p.?&|%26s|2041/);
  const forms = [
    JSON.stringify(keySecret).replace('&', '\\u0026'),
    encodeURIComponent(keySecret).toLowerCase(),
    new URLSearchParams({ k: keySecret }).toString().slice(2),
    'p&amp;s &quot;H&#228;fen&quot;&#x2F;2041',
    Buffer.from(`user:${keySecret}`).toString('base64'),
    `${'x'.repeat(140)}${keySecret}`,
  ];
  for (const form of forms) {
    const { url: at } = await receiver((_, response) => response.writeHead(200).end(`bad ${form} end`));
    const { id } = await aChannel('sms', { ...free, url: at, successField: 'code', successValue: '0' });
    const said = await reasonOf(sent(id));
    expect([form, said.startsWith('网关没有接受：「bad '), said.includes('***')]).toEqual([form, true, true]);
    expect(said, form).not.toMatch(/2041|2F2041|H&#|cDo|p&|dXNlcj/i);
  }
  const [state] = await app.sql('select reason from channel_state where channel_id = $1', [first.id]);
  expect(state).toEqual({ reason });
});

test('of what a host in a private network answers nothing is shown: it may be any page of the house', async () => {
  openLoopback({ readable: false });
  try {
    const page = await receiver((_, response) => response.writeHead(404).end('inner page of the house'));
    const robot = await says({ errcode: 7, errmsg: 'inner page of the house' });
    const gateway = await says({ code: 'inner page of the house' });
    const free = { speaks: 'free', url: gateway.url, successField: 'code', successValue: '0' };
    const channels = [
      await aChannel('webhook', { url: page.url, secret }),
      await aChannel('wecom', { url: `${robot.url}/send?key=k1` }),
      await aChannel('sms', free),
    ];
    const reasons = [];
    for (const { id } of channels) reasons.push((await tried(id, { mobile: '13900000002' })).reason);
    expect(reasons).toEqual(['对方回答 404', '机器人拒绝 7', '网关没有接受：回答的不是成功的值']);
  } finally {
    openLoopback();
  }
});

test('a gateway’s headers name neither the host nor how the request is cut', async () => {
  const projectId = await aProject(app);
  const free = { speaks: 'free', url: 'https://gateway.example.cn/' };
  for (const headers of ['Host: inner', 'X-A: 1\n transfer-encoding : chunked', 'Connection: close'])
    expect(
      await app.tryCall(
        channelApi.addChannel,
        { projectId, kind: 'sms', name: '短信', config: { ...free, headers } },
        app.admin,
      ),
    ).toMatchObject({ status: 400, msg: /^请求头里不能写 (Host|transfer-encoding|Connection)，/ });
});

test('settings that the kind does not take, and a name that is taken, are refused with their field', async () => {
  const { project } = await aChannel('webhook', { url: 'https://example.cn/', secret });
  const [row] = await listed(project);
  const add = (input: object) =>
    app.tryCall(channelApi.addChannel, { projectId: project, kind: 'webhook', name: '另一个', ...input }, app.admin);
  const fields = ({ data }: { data: unknown }) =>
    (data as { errors: { field: string }[] }).errors.map(({ field }) => field);
  expect(fields(await add({ config: { url: 'https://example.cn/', secret: 'short' } }))).toEqual(['config.secret']);
  expect(fields(await add({ config: { secret, to: 1 } }))).toEqual(['config.url', 'config.to']);
  expect(fields(await add({ name: row?.name, config: { url: 'https://a.cn/', secret } }))).toEqual(['name']);
});

test('an address that nothing can be sent to, or that carries a password, is refused with the name of its field', async () => {
  const projectId = await aProject(app);
  const said = async (kind: ChannelKind, config: Record<string, unknown>) =>
    (await app.tryCall(channelApi.addChannel, { projectId, kind, name: '坏地址', config }, app.admin)).msg;
  for (const url of ['ftp://nonsense', 'javascript:alert(1)', 'not an address'])
    expect(await said('webhook', { url, secret })).toBe('地址须以 https:// 或 http:// 开头');
  expect(await said('webhook', { url: 'http://user:pw@a.cn/', secret })).toBe('地址不能带账号或密码');
  expect(await said('feishu', { url: 'ftp://open.feishu.cn/hook/1', secret })).toBe(
    '机器人地址须以 https:// 或 http:// 开头',
  );
  expect(await said('sms', { speaks: 'free', url: 'file:///etc/passwd' })).toBe(
    '请求地址须以 https:// 或 http:// 开头',
  );
  const mail = { host: 'https://mail.example.cn/', port: 465, security: 'tls', from: 'a@example.cn' };
  expect(await said('email', mail)).toBe('服务器请填写域名或地址，如 smtp.example.cn');
});

test('a gateway is asked for what its cloud needs, and for nothing of another one', async () => {
  const common = { signName: '安好', templateCode: 'SMS_1', keyId: 'id', keySecret: 'secret' };
  await aChannel('sms', { speaks: 'acs3', ...common });
  const projectId = await aProject(app);
  const missing = async (config: object) =>
    (
      await app.tryCall(
        channelApi.addChannel,
        { projectId, kind: 'sms', name: '短信', config: { ...config } },
        app.admin,
      )
    ).msg;
  expect(await missing({ speaks: 'tc3', ...common })).toContain('请填写应用编号');
  expect(await missing({ speaks: 'free' })).toContain('请填写请求地址');
});

test('a trial really sends, and the list says when a channel worked last and why it failed', async () => {
  let status = 503;
  const { url, got } = await receiver((_, response) => response.writeHead(status).end('维护中'));
  const { id, project } = await aChannel('webhook', { url, secret });
  expect(await tried(id, { mobile: '13900000002' })).toMatchObject({
    state: 'failed',
    reason: '对方回答 503：「维护中」',
  });
  expect((await listed(project))[0]).toMatchObject({ workedAt: null, failedAt: expect.any(String), reason: /503/ });
  status = 200;
  expect(await tried(id)).toMatchObject({ state: 'delivered', reason: null });
  expect((await listed(project))[0]).toMatchObject({ workedAt: expect.any(String), reason: /503/ });
  expect(got.map(({ body }) => JSON.parse(body).to.mobile)).toEqual(['13900000002', null]);
  expect(JSON.stringify(await app.sql('select input from cmd_log'))).not.toContain('13900000002');

  await app.call(channelApi.updateChannelStatus, { id, status: 'disabled' }, app.admin);
  expect((await app.tryCall(channelApi.testChannel, { id }, app.admin)).status).toBe(409);
  expect([await sent(id), await channelsOf(db, [project])]).toMatchObject([{ state: 'failed', retryable: false }, []]);
  await app.call(channelApi.deleteChannel, { ids: [id] }, app.admin);
  expect(await listed(project)).toEqual([]);
});

test('who refuses for good is not asked again, who is busy, hangs up or hangs is', async () => {
  const again = async (url: string, end?: AbortController) => {
    const { id } = await aChannel('webhook', { url, secret });
    return send(id, recipient, message, end?.signal ?? new AbortController().signal);
  };
  expect(await again((await says({}, 403)).url)).toMatchObject({ state: 'failed', retryable: false });
  expect(await again((await says({}, 429)).url)).toMatchObject({ state: 'failed', retryable: true });
  expect(await again((await receiver((request) => request.socket.destroy())).url)).toMatchObject({ retryable: true });
  const [silent, halfway] = [new AbortController(), new AbortController()];
  const late = { reason: /没有及时回答/, retryable: true };
  expect(await again((await receiver(() => silent.abort())).url, silent)).toMatchObject(late);
  const open: RequestListener = (_, response) => response.writeHead(200).write('{"id":', () => halfway.abort());
  expect(await again((await receiver(open)).url, halfway)).toMatchObject(late);
});

test('robots are signed as each documents, and a 200 with an error inside is a failure', async () => {
  const { url, got } = await says({ errcode: 0, errmsg: 'ok', code: 0 });
  for (const kind of ['wecom', 'dingtalk', 'feishu'] as const) {
    const { id } = await aChannel(kind, { url: `${url}/send?key=k1`, ...(kind === 'wecom' ? {} : { secret }) });
    expect(await sent(id)).toEqual({ state: 'sent', providerId: null });
  }
  const [wecom, dingtalk, feishu] = got.map(({ body, url: asked }) => ({
    asked: asked.searchParams,
    ...JSON.parse(body),
  }));
  expect(wecom).toMatchObject({ msgtype: 'text', text: { mentioned_mobile_list: [recipient.mobile] } });
  expect(wecom.text.content).toBe(`${message.title}\n${message.text}\n${message.url}`);
  const at = dingtalk.asked.get('timestamp');
  expect(dingtalk.asked.get('sign')).toBe(createHmac('sha256', secret).update(`${at}\n${secret}`).digest('base64'));
  expect(dingtalk).toMatchObject({ at: { atMobiles: [recipient.mobile] }, text: { content: wecom.text.content } });
  expect(feishu.sign).toBe(createHmac('sha256', `${feishu.timestamp}\n${secret}`).digest('base64'));

  const wrong = await says({ errcode: 93000, errmsg: 'invalid webhook url' });
  const busy = await says({ errcode: 45009, errmsg: 'api freq out of limit' });
  const outcomes = await Promise.all(
    [wrong, busy].map(async (robot) => sent((await aChannel('wecom', { url: `${robot.url}/send?key=k1` })).id)),
  );
  expect(outcomes).toEqual([
    { state: 'failed', reason: '机器人拒绝 93000：「invalid webhook url」', retryable: false },
    { state: 'failed', reason: '机器人拒绝 45009：「api freq out of limit」', retryable: true },
  ]);
});

test('a mail arrives over SMTP; a wrong password and an unknown address are told and not tried again', async () => {
  const mails: string[] = [];
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === secret ? done(null, { user: username }) : done(new Error('wrong')),
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith('gone') ? done(Object.assign(new Error('no such user'), { responseCode: 550 })) : done(),
    onData: async (stream, _session, done) => {
      let text = '';
      for await (const part of stream) text += part;
      mails.push(text);
      done();
    },
  });
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => resolve((listening.address() as AddressInfo).port));
  });
  const settings = { host: '127.0.0.1', port, security: 'none', user: 'anhao', from: 'alarm@example.cn' };
  const { id } = await aChannel('email', { ...settings, password: secret });
  expect(await sent(id)).toMatchObject({ state: 'sent', providerId: '<claim-17-1@example.cn>' });
  const [head = '', body = ''] = (mails[0] ?? '').split('\r\n\r\n');
  expect([/^Message-ID: <claim-17-1@example.cn>/m.test(head), /liu@example\.cn/.test(head)]).toEqual([true, true]);
  expect(Buffer.from(body, 'base64').toString()).toContain(`${message.text}\n\n${message.url}`);

  expect(await tried(id, { email: 'gone@example.cn' })).toMatchObject({ state: 'failed', reason: /550 no such user/ });
  expect(await tried(id)).toMatchObject({ state: 'failed', reason: '没有邮箱地址' });
  const other = await aChannel('email', { ...settings, password: 'wrong' });
  expect(await sent(other.id)).toEqual({ state: 'failed', reason: '邮件服务器不接受账号或密码', retryable: false });
  await new Promise<void>((resolve) => server.close(resolve));
  expect(await sent(id)).toMatchObject({ state: 'failed', reason: '127.0.0.1：对方拒绝连接', retryable: true });
});

test('a project says an event in its own words, of the six that a template may name', async () => {
  const { project } = await aChannel('wecom', { url: 'https://example.cn/send?key=1' });
  const values = {
    name: '王阿姨',
    place: '3幢2单元',
    type: '紧急呼叫',
    time: '02:15',
    state: '',
    link: 'https://a.cn/1',
  };
  const said = async () => (await textsOf(db, [project]))(project, 'claim', 'wecom', values);
  expect(await said()).toEqual({
    title: '超时未接警：紧急呼叫 王阿姨',
    text: '王阿姨 紧急呼叫，02:15，3幢2单元。超时未接警，请处理 https://a.cn/1',
  });
  const edit = (text: string | null) =>
    app.tryCall(channelApi.editTemplate, { projectId: project, event: 'claim', channel: 'wecom', text }, app.admin);
  expect((await edit('{name} 得了 {disease}')).msg).toBe(
    '没有「{disease}」，可用 {name} {place} {type} {time} {state} {link}',
  );
  expect((await edit('      ')).msg).toBe('文字为4至300个字，不能只有空格');
  await app.sql(
    `insert into channel_template (project_id, event, kind, text) values ($1, 'claim', 'wecom', '{name}')`,
    [project],
  );
  expect((await textsOf(db, [project]))(project, 'claim', 'wecom', { ...values, name: '' }).text).toContain('请处理');
  await edit('快看 {name}，{link}');
  await edit('快去 {name}，{link}');
  expect((await said()).text).toBe('快去 王阿姨，https://a.cn/1');
  const templates = await app.call(channelApi.getTemplateList, { projectId: project }, app.admin);
  expect([templates.length, templates.filter(({ own }) => own).length]).toEqual([10, 1]);
  await edit(null);
  expect((await said()).text).toMatch(/^王阿姨 紧急呼叫/);
});
