import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FormatReply } from '#devices/format.ts';
import { ownRequest } from '#devices/thingsboard/requests.ts';
import { thingsboardFormat as format } from '#devices/thingsboard/thingsboard.ts';
import { secretHash } from '#server/core/crypto.ts';
import { onPool } from '#server/db/db.ts';
import type { HttpHandlers } from '#server/http/app.ts';
import { openDownlink } from '#server/ingest/downlink.ts';
import type { DeviceLogin } from '#server/ingest/gateway/deviceLogin.ts';
import { payloadContext } from '#server/ingest/startIngest.ts';
import { admitted, deviceByToken } from './logins.ts';
import { stored } from './receive.ts';
import { endWaiting, nextCommand, waitingDevices } from './waiting.ts';

/** Maximum bytes of a body: that of a device's message. */
const maxBytes = 65_536;
/** Longest and preset time, ms, for which a request waits for a command. */
const maxPoll = 30_000;

type TokenParts = { Params: { token: string; id?: string }; Querystring: Record<string, unknown> };
type TokenRequest = FastifyRequest<TokenParts>;

/** Returns the device of the token; a number is the status of the refusal. */
async function loginOf(request: TokenRequest): Promise<DeviceLogin | 401 | 429> {
  const { token } = request.params;
  // The token is a secret: not even the limits remember it.
  const login = await admitted(request, secretHash(token).toString('base64'), () => deviceByToken(token));
  if (login === 'limited') return 429;
  return login ?? 401;
}

/** Stores a body as if it had come on the topic; null: not stored now. */
function take(request: TokenRequest, login: DeviceLogin, topic: string): Promise<FormatReply[] | null> {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  return onPool('alarm', () => stored({ format, login, address: request.ip, topic, body }));
}

type Handler = (
  request: TokenRequest,
  login: DeviceLogin,
) => Promise<number | { json: unknown }> | number | { json: unknown };

/** Runs a handler for the device of the token. */
function asDevice(handler: Handler) {
  return async (request: TokenRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const login = await onPool('alarm', () => loginOf(request));
    const result = typeof login === 'number' ? login : await handler(request, login);
    if (typeof result === 'number') return reply.status(result).send();
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(result.json));
  };
}

const publish = (topic: string) =>
  asDevice(async (request, login) => ((await take(request, login, topic)) ? 200 : 503));

/** Takes the answer to a command. */
const respond = asDevice(async (request, login) => {
  const { id = '' } = request.params;
  if (!/^\d{1,10}$/.test(id)) return 400;
  return (await take(request, login, `v1/devices/me/rpc/response/${id}`)) ? 200 : 503;
});

/** Answers a call of the device to the server, after it is stored. */
const call = asDevice(async (request, login) => {
  const replies = await take(request, login, 'v1/devices/me/rpc/request/0');
  const [reply] = replies ?? [];
  if (!replies) return 503;
  return reply ? { json: JSON.parse(reply.payload) as unknown } : 400;
});

const attributes = asDevice(async (request, login) => {
  const attributeRequest = ownRequest(request.query, '0');
  const values = await payloadContext()?.payloads?.attributesOf(login, attributeRequest);
  return values ? { json: JSON.parse(attributeRequest.answer(values).payload) as unknown } : 503;
});

/** Waits for a command; without one the request ends with 408, as ThingsBoard ends it. */
const poll = asDevice(async (request, login) => {
  const timeout = Number(request.query.timeout ?? maxPoll);
  const ms = Number.isFinite(timeout) ? Math.min(Math.max(timeout, 0), maxPoll) : maxPoll;
  const gone = new AbortController();
  const end = () => gone.abort();
  request.raw.socket.once('close', end);
  const command = await nextCommand(login.sn, ms, gone.signal);
  request.raw.socket.off('close', end);
  return command === null ? 408 : { json: JSON.parse(command) as unknown };
});

/** ThingsBoard's API for devices over HTTP (protocols.md P7); the token in the URL is the device's secret. */
export const thingsboardHttp: HttpHandlers = (app) => {
  openDownlink(format.name, waitingDevices, 'http');
  app.register(async (scope) => {
    // The stop waits for requests: those that wait for a command end at once.
    scope.addHook('preClose', async () => endWaiting());
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) =>
      done(null, body),
    );
    const options = { schema: { hide: true }, bodyLimit: maxBytes };
    const path = '/api/v1/:token';
    scope.post<TokenParts>(`${path}/telemetry`, options, publish('v1/devices/me/telemetry'));
    scope.post<TokenParts>(`${path}/attributes`, options, publish('v1/devices/me/attributes'));
    scope.post<TokenParts>(`${path}/rpc/:id`, options, respond);
    scope.post<TokenParts>(`${path}/rpc`, options, call);
    scope.get<TokenParts>(`${path}/attributes`, options, attributes);
    scope.get<TokenParts>(`${path}/rpc`, options, poll);
  });
};
