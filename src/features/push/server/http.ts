import type { FastifyRequest } from 'fastify';
import { type Decoded, type Message, toMessage } from '#devices/message.ts';
import { decodePush } from '#devices/push.ts';
import { verifySignature } from '#devices/signature.ts';
import { log } from '#server/core/log.ts';
import { onPool } from '#server/db/db.ts';
import type { HttpHandlers } from '#server/http/app.ts';
import { lanes } from '#server/ingest/intake.ts';
import { WrongTries } from '#server/net/wrongTries.ts';
import { firstUse, forgetNonce, type OpenSource, openSource } from './service.ts';

const mostBytes = 262_144;

type PushParts = { Params: { source: string }; Querystring: { token?: string } };
type PushRequest = FastifyRequest<PushParts>;

function messagesOf({ source }: OpenSource, decoded: Decoded[]): Message[] {
  const receivedAt = new Date().toISOString();
  return decoded.map((one) =>
    toMessage({
      source: `push:${source}`,
      protocol: 'push',
      number: one.number,
      body: Buffer.from(one.raw, 'hex'),
      receivedAt,
      decoded: one,
      error: null,
    }),
  );
}

/** The source that the request proves to be, or the HTTP status that refuses it. */
async function proven(
  request: PushRequest,
  body: Buffer,
): Promise<{ source: OpenSource; nonce: string | null } | number> {
  const source = await openSource(request.params.source);
  if (!source) return 401;
  const verdict = verifySignature(
    source.scheme,
    source.secret,
    { headers: request.headers, token: request.query.token, body },
    Date.now(),
  );
  if (!verdict.ok) {
    log.warn({ source: source.source, reason: verdict.reason }, 'push refused');
    return 401;
  }
  if (verdict.nonce !== null && !(await firstUse(source.source, verdict.nonce))) return 401;
  return { source, nonce: verdict.nonce };
}

/** Stores what was pushed; false when it was not stored, and the same push may then come again. */
async function stored(source: OpenSource, nonce: string | null, decoded: Decoded[]): Promise<boolean> {
  try {
    await Promise.all(messagesOf(source, decoded).map((message) => lanes()?.submit(message)));
    return true;
  } catch {
    if (nonce !== null) await forgetNonce(source.source, nonce).catch(() => undefined);
    return false;
  }
}

/** Unsigned or wrongly signed pushes in a minute: of one address to one source, and of an address. */
const wrongHere = new WrongTries(30, 60_000);
const wrongFrom = new WrongTries(300, 60_000);

type Proof = { source: OpenSource; nonce: string | null } | { status: number };

/** The same within the limits of wrong ones: past them nothing is looked at. */
async function admitted(request: PushRequest, body: Buffer): Promise<Proof> {
  const judged = await wrongFrom.judge(request.ip, async (): Promise<Proof | null> => {
    const one = await wrongHere.judge(`${request.ip} ${request.params.source}`, async () => {
      const found = await proven(request, body);
      return typeof found === 'number' ? null : found;
    });
    return one === 'limited' ? { status: 429 } : one;
  });
  if (judged === 'limited') return { status: 429 };
  return judged ?? { status: 401 };
}

/** HTTP status and body of the answer to one push. */
async function take(request: PushRequest): Promise<[status: number, answer: Record<string, unknown>]> {
  if (lanes()?.paused() !== false) return [503, { ok: false }];
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const from = await admitted(request, body);
  if ('status' in from) return [from.status, { ok: false }];
  const { messages, errors } = decodePush(body, from.source.mapping);
  if (messages.length === 0) return [400, { ok: false, errors }];
  const safe = await stored(from.source, from.nonce, messages);
  return safe ? [200, { ok: true, stored: messages.length, errors }] : [503, { ok: false }];
}

/** `POST /open/push/<source>`: signed, answered 200 after the commit, 401 unsigned or repeated, 429 after too many of those, 503 while nothing can be stored. */
const http: HttpHandlers = (app) => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.post<PushParts>(
      '/open/push/:source',
      { schema: { hide: true }, bodyLimit: mostBytes },
      async (request, reply) => {
        const [status, answer] = await onPool('alarm', () => take(request));
        return reply.status(status).send(answer);
      },
    );
  });
};
export default http;
