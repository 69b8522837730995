import type { FastifyRequest } from 'fastify';
import { type Decoded, type Message, toMessage } from '#devices/message.ts';
import { decodePush } from '#devices/push.ts';
import { verifySignature } from '#devices/signature.ts';
import type { Doors } from '#server/app.ts';
import { lanes } from '#server/intake.ts';
import { log } from '#server/log.ts';
import { firstUse, forgetNonce, type OpenSource, openSource } from './service.ts';

const mostBytes = 262_144;

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
  request: FastifyRequest<{ Params: { source: string }; Querystring: { token?: string } }>,
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

/** `POST /open/push/<source>`: signed, answered 200 after the commit, 401 unsigned or repeated, 503 while nothing can be stored. */
const doors: Doors = (app) => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.post<{ Params: { source: string }; Querystring: { token?: string } }>(
      '/open/push/:source',
      { schema: { hide: true } as never, bodyLimit: mostBytes },
      async (request, reply) => {
        if (!lanes() || lanes()?.paused()) return reply.status(503).send({ ok: false });
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const from = await proven(request, body);
        if (typeof from === 'number') return reply.status(from).send({ ok: false });
        const { messages, errors } = decodePush(body, from.source.mapping);
        if (messages.length === 0) return reply.status(400).send({ ok: false, errors });
        try {
          await Promise.all(messagesOf(from.source, messages).map((message) => lanes()?.submit(message)));
        } catch {
          if (from.nonce !== null) await forgetNonce(from.source.source, from.nonce).catch(() => undefined);
          return reply.status(503).send({ ok: false });
        }
        return { ok: true, stored: messages.length, errors };
      },
    );
  });
};
export default doors;
