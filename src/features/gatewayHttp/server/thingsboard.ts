import type { FastifyReply, FastifyRequest } from 'fastify';
import { isRecord, parseJson } from '#devices/text.ts';
import { attributesOf, resultOf, sidesOf } from '#devices/thingsboard/requests.ts';
import { thingsboardFormat as format } from '#devices/thingsboard/thingsboard.ts';
import { secretHash } from '#server/core/crypto.ts';
import { onPool } from '#server/db/db.ts';
import type { HttpHandlers } from '#server/http/app.ts';
import { storedAttributes } from './attributes.ts';
import { admitted, deviceByToken, type Login } from './logins.ts';
import { messagesOf, stored } from './receive.ts';
import { nextCommand } from './waiting.ts';

/** Maximum bytes of a body: that of a device's message. */
const maxBytes = 65_536;
/** Longest and preset time, ms, for which a request waits for a command. */
const maxPoll = 30_000;

type TokenParts = { Params: { token: string; id?: string }; Querystring: Record<string, unknown> };
type TokenRequest = FastifyRequest<TokenParts>;

/** Returns the device of the token; a number is the status of the refusal. */
async function loginOf(request: TokenRequest): Promise<Login | 401 | 429> {
  const { token } = request.params;
  // The token is a secret: not even the limits remember it.
  const login = await admitted(request, secretHash(token).toString('base64'), () => deviceByToken(token));
  if (login === 'limited') return 429;
  return login ?? 401;
}

/** Stores a body as if it had come on the topic; returns the status. */
async function take(request: TokenRequest, login: Login, topic: string): Promise<number> {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const at = Date.now();
  const split = format.split(body, {
    topic,
    login: { sn: login.sn, isGateway: login.isGateway, baseTopic: '' },
    state: format.createState(),
    at,
  });
  const messages = await messagesOf(format, { login, split, body, at });
  return (await stored(format.name, { login, address: request.ip, messages })) ? 200 : 503;
}

type Handler = (
  request: TokenRequest,
  login: Login,
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

const publish = (topic: string) => asDevice((request, login) => onPool('alarm', () => take(request, login, topic)));

const bodyOf = ({ body }: TokenRequest): Record<string, unknown> => {
  const value = Buffer.isBuffer(body) ? parseJson(body) : undefined;
  return isRecord(value) ? value : {};
};

/** Takes the answer to a command. */
const respond = asDevice((request, login) => {
  const { id = '' } = request.params;
  if (!/^\d{1,10}$/.test(id)) return 400;
  return onPool('alarm', () => take(request, login, `v1/devices/me/rpc/response/${id}`));
});

/** Answers a call of the device to the server, after it is stored. */
const call = asDevice(async (request, login) => {
  const status = await onPool('alarm', () => take(request, login, 'v1/devices/me/rpc/request/0'));
  return status === 200 ? { json: resultOf(bodyOf(request).method, Date.now()) } : status;
});

const attributes = asDevice(async (request, login) => {
  const sides = sidesOf(request.query);
  return { json: attributesOf(sides, await onPool('alarm', () => storedAttributes(login.id, sides))) };
});

/** Waits for a command; without one the request ends with 408, as ThingsBoard ends it. */
const poll = asDevice(async (request, login) => {
  const asked = Number(request.query.timeout ?? maxPoll);
  const ms = Number.isFinite(asked) ? Math.min(Math.max(asked, 0), maxPoll) : maxPoll;
  const gone = new AbortController();
  const end = () => gone.abort();
  request.raw.socket.once('close', end);
  const command = await nextCommand(login.sn, ms, gone.signal);
  request.raw.socket.off('close', end);
  return command === null ? 408 : { json: JSON.parse(command) as unknown };
});

/** ThingsBoard's API for devices over HTTP (protocols.md P7); the token in the URL is the device's secret. */
export const thingsboardHttp: HttpHandlers = (app) => {
  app.register(async (scope) => {
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
