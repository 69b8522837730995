import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcp, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLoopback } from '#server/testing/loopback.ts';
import type { ChannelRecipient, OutboundMessage, SendResult } from '../adapter.ts';
import { adapterOf } from '../find.ts';
import { acs3Headers, tc3Headers } from './sign.ts';

interface GatewayRequest {
  method: string | undefined;
  url: URL;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Last request that the gateway received. */
let lastRequest: GatewayRequest;
let answer: (request: GatewayRequest, response: ServerResponse) => void = () => undefined;
const gateway = createHttp((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const url = new URL(request.url ?? '', 'http://gateway');
    lastRequest = { method: request.method, url, headers: request.headers, body: Buffer.concat(parts).toString() };
    answer(lastRequest, response);
  });
});
const sockets = new Set<Socket>();
/** Gateway that sends one answer more than it was asked for. */
const stammering = createTcp((socket) => {
  sockets.add(socket);
  const once = (text: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
  socket.on('error', () => undefined);
  socket.once('data', () => socket.write(once('{"code":0,"id":"a"}') + once('{"code":7,"id":"b"}')));
});

const listening = (server: Server) =>
  new Promise<string>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
  );
let address = '';
beforeAll(async () => {
  openLoopback();
  address = await listening(gateway);
});
afterAll(() => {
  gateway.closeAllConnections();
  gateway.close();
  for (const socket of sockets) socket.destroy();
  stammering.close();
});

const to: ChannelRecipient = {
  kind: 'contact',
  id: '7',
  name: '陈敏',
  mobile: '13900004402',
  email: null,
  subscriptions: [],
};
const message: OutboundMessage = {
  key: 'w17-new-7',
  title: 'SOS 告警',
  text: '陈女士 "梧桐苑" 9幢 & 10:21 按下求助',
  spoken: '梧桐苑的陈女士按下了求助',
  url: 'https://anhao.example.cn/#/open?case=1',
  level: 1,
};

async function send(
  kind: 'sms' | 'voice',
  config: object,
  overrides: Partial<ChannelRecipient> = {},
  signal = new AbortController().signal,
): Promise<SendResult> {
  const adapter = await adapterOf(kind);
  if (!adapter) throw new Error(`no adapter for ${kind}`);
  return adapter.send(config as never, { ...to, ...overrides }, message, signal);
}

const json =
  (value: unknown, status = 200) =>
  (_asked: GatewayRequest, response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

const keys = { id: 'LTAI-test', secret: 'secret-of-the-test' };
const cloud = { keyId: keys.id, keySecret: keys.secret, templateCode: 'T_1', signName: '安好' };
const header = (name: string) => String(lastRequest.headers[name] ?? '');

test('Alibaba Cloud gets a signed SMS with the variables of its template', async () => {
  answer = json({ Code: 'OK', Message: 'OK', BizId: '900619746936498440^0', RequestId: 'r' });
  const parameters = 'who={name}\nwhat={title}，{text}';
  expect(await send('sms', { speaks: 'acs3', address, ...cloud, parameters })).toEqual({
    state: 'sent',
    providerId: '900619746936498440^0',
  });
  const { TemplateParam, ...rest } = Object.fromEntries(lastRequest.url.searchParams);
  expect(rest).toEqual({ PhoneNumbers: to.mobile, SignName: '安好', TemplateCode: 'T_1', OutId: message.key });
  expect(JSON.parse(TemplateParam ?? '')).toEqual({ who: '陈敏', what: `${message.title}，${message.text}` });
  const call = { action: 'SendSms', version: '2017-05-25', query: lastRequest.url.search.slice(1) };
  const signed = { host: header('host'), date: header('x-acs-date'), nonce: header('x-acs-signature-nonce') };
  expect(header('authorization')).toBe(acs3Headers(keys, { ...call, ...signed }).Authorization);
});

test('Tencent Cloud gets a signed SMS with the variables in their order', async () => {
  answer = json({
    Response: { RequestId: 'r', SendStatusSet: [{ Code: 'Ok', SerialNo: '5000:1', Message: 'send success' }] },
  });
  const settings = { speaks: 'tc3', address, ...cloud, appId: '1400006666' };
  expect(await send('sms', settings)).toEqual({ state: 'sent', providerId: '5000:1' });
  expect(JSON.parse(lastRequest.body)).toEqual({
    PhoneNumberSet: ['+8613900004402'],
    SmsSdkAppId: '1400006666',
    SignName: '安好',
    TemplateId: 'T_1',
    TemplateParamSet: [message.text],
    SessionContext: message.key,
  });
  const call = {
    service: 'sms',
    action: 'SendSms',
    version: '2021-01-11',
    region: 'ap-guangzhou',
    body: lastRequest.body,
  };
  const signed = tc3Headers(keys, { ...call, host: header('host'), at: Number(header('x-tc-timestamp')) });
  expect(header('authorization')).toBe(signed.Authorization);
  expect([header('x-tc-action'), header('x-tc-region')]).toEqual(['SendSms', 'ap-guangzhou']);
});

test('both clouds read the text out over the telephone', async () => {
  answer = json({ Code: 'OK', CallId: '116012354148^10281' });
  const settings = { address, ...cloud, showNumber: '05715678', appId: '1400', playTimes: 3 };
  expect(await send('voice', { speaks: 'acs3', ...settings })).toEqual({
    state: 'sent',
    providerId: '116012354148^10281',
  });
  expect(Object.fromEntries(lastRequest.url.searchParams)).toEqual({
    CalledNumber: to.mobile,
    CalledShowNumber: '05715678',
    TtsCode: 'T_1',
    TtsParam: JSON.stringify({ text: message.spoken }),
    PlayTimes: '3',
    OutId: message.key,
  });
  expect(header('x-acs-action')).toBe('SingleCallByTts');

  answer = json({ Response: { RequestId: 'r', SendStatus: { CallId: 'c-1', SessionContext: message.key } } });
  expect(await send('voice', { speaks: 'tc3', ...settings })).toEqual({ state: 'sent', providerId: 'c-1' });
  expect(JSON.parse(lastRequest.body)).toMatchObject({
    CalledNumber: '+8613900004402',
    TemplateParamSet: [message.spoken],
  });
  expect(header('x-tc-action')).toBe('SendTtsVoice');
});

test('a cloud that answers 200 with an error has failed, and is asked again only where that may help', async () => {
  const failure = async (speaks: string, value: unknown, status = 200) => {
    answer = json(value, status);
    return send('sms', { speaks, address, ...cloud });
  };
  const limit = { Code: 'isv.BUSINESS_LIMIT_CONTROL', Message: '触发分钟级流控' };
  expect(await failure('acs3', limit)).toEqual({
    state: 'failed',
    reason: '云平台拒绝：「触发分钟级流控」（isv.BUSINESS_LIMIT_CONTROL）',
    retryable: false,
  });
  expect(await failure('acs3', { Code: 'Throttling.User', Message: 'x' }, 400)).toMatchObject({ retryable: true });
  expect(await failure('acs3', { Code: 'InvalidAccessKeyId.NotFound', Message: 'x' }, 404)).toMatchObject({
    retryable: false,
  });
  const wrong = { Code: 'AuthFailure.SignatureFailure', Message: '签名错误' };
  expect(await failure('tc3', { Response: { RequestId: 'r', Error: wrong } })).toMatchObject({ retryable: false });
  const busy = { Response: { RequestId: 'r', Error: { Code: 'InternalError', Message: '' } } };
  expect(await failure('tc3', busy)).toMatchObject({
    reason: '云平台拒绝：「InternalError」（InternalError）',
    retryable: true,
  });
  const blocked = { Code: 'FailedOperation.PhoneNumberInBlacklist', Message: '黑名单' };
  expect(await failure('tc3', { Response: { RequestId: 'r', SendStatusSet: [blocked] } })).toMatchObject({
    state: 'failed',
  });
  expect(await failure('tc3', 'hello')).toMatchObject({ reason: '对方的回答不是云平台的格式' });
  expect(await failure('acs3', {}, 502)).toMatchObject({ reason: '对方回答 502：「{}」', retryable: true });
});

const free = { speaks: 'free', keyId: 'user', keySecret: 'p&s' };

test('any other gateway is asked as its template says, each value in the clothes of its place', async () => {
  answer = json({ status: { code: 0 }, data: { sid: 42 } });
  const judged = { successField: 'status.code', successValue: '0, 200', idField: 'data.sid' };
  const body = '{"to":"{mobile}","text":"【安好】{text}","left":"{unknown}"}';
  const headers = 'Content-Type: application/json\nX-Key: {secret}\nX-Name: {name}';
  const url = `${address}/send?k={key}&u={url}`;
  expect(await send('sms', { ...free, ...judged, url, headers, body })).toEqual({ state: 'sent', providerId: '42' });
  expect(JSON.parse(lastRequest.body)).toEqual({ to: to.mobile, text: `【安好】${message.text}`, left: '{unknown}' });
  expect(lastRequest.url.searchParams.get('u')).toBe(message.url);
  expect([header('x-key'), header('x-name')]).toEqual(['p&s', '']);

  await send('voice', { ...free, url: address, body: 'user={keyId}&pass={secret}&to={mobile}&say={spoken}' });
  expect(header('content-type')).toBe('application/x-www-form-urlencoded; charset=utf-8');
  expect(Object.fromEntries(new URLSearchParams(lastRequest.body))).toEqual({
    user: 'user',
    pass: 'p&s',
    to: to.mobile,
    say: message.spoken,
  });

  await send('sms', { ...free, url: address, headers: 'Content-Type: text/xml', body: '<m>{text}</m>' });
  expect(lastRequest.body).toBe('<m>陈女士 &#34;梧桐苑&#34; 9幢 &#38; 10:21 按下求助</m>');

  await send('sms', { ...free, url: `${address}/get?to={mobile}`, method: 'GET', body: 'not sent' });
  expect([lastRequest.method, lastRequest.body, lastRequest.url.searchParams.get('to')]).toEqual([
    'GET',
    '',
    to.mobile,
  ]);
});

test('a gateway that refuses has failed, by its status or by what its answer says', async () => {
  const judged = { ...free, url: address, body: '{}', successField: 'code', successValue: '0' };
  const failure = async (value: unknown, status = 200) => {
    answer = json(value, status);
    return send('sms', judged);
  };
  expect(await failure({ code: 12, msg: '余额不足' })).toEqual({
    state: 'failed',
    reason: '网关没有接受：「{"code":12,"msg":"余额不足"}」',
    retryable: false,
  });
  expect(await failure('ok')).toMatchObject({ state: 'failed' });
  expect(await failure({ code: 0 }, 500)).toMatchObject({ state: 'failed', retryable: true });
  expect(await failure({ code: 0 }, 401)).toMatchObject({ state: 'failed', retryable: false });
  expect(await send('sms', judged, { mobile: null })).toEqual({
    state: 'failed',
    reason: '没有手机号',
    retryable: false,
  });
});

test('a gateway that hangs is left when the time is over, one that answers twice is heard once', async () => {
  for (const speaks of ['free', 'acs3', 'tc3']) {
    const ending = new AbortController();
    answer = () => ending.abort();
    const sent = send('sms', { ...free, ...cloud, speaks, address, url: address }, {}, ending.signal);
    await expect(sent).rejects.toMatchObject({ message: '127.0.0.1 没有及时回答', again: true });
  }

  const url = await listening(stammering);
  const judged = { ...free, url, body: '{}', successField: 'code', successValue: '0', idField: 'id' };
  expect(await send('sms', judged)).toEqual({ state: 'sent', providerId: 'a' });
});
