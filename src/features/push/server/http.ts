import type { FastifyRequest } from 'fastify';
import { decodePush } from '#devices/json/push.ts';
import { verifySignature } from '#devices/json/signature.ts';
import { type Decoded, type Message, toMessage } from '#devices/message.ts';
import { log } from '#server/core/log.ts';
import { onPool } from '#server/db/db.ts';
import { deleteNonce, isFirstUse } from '#server/db/nonces.ts';
import type { HttpHandlers } from '#server/http/app.ts';
import { lanes } from '#server/ingest/startIngest.ts';
import { FailureLimiter } from '#server/net/failureLimiter.ts';
import { isNightProblem, withoutForeignNights } from './nights.ts';
import { type Push, type Reason, type Signed, writePushLog } from './pushLogWriter.ts';
import { type EnabledSource, enabledSource, isSource } from './sources.ts';

const maxBytes = 262_144;

type PushParts = { Params: { source: string }; Querystring: { token?: string } };
type PushRequest = FastifyRequest<PushParts>;

/** Returns a source's decoded messages for the ingest. */
function messagesOf({ source }: Pick<EnabledSource, 'source'>, decoded: readonly Decoded[]): Message[] {
  const receivedAt = new Date().toISOString();
  return decoded.map((message) =>
    toMessage({
      source: `push:${source}`,
      protocol: 'push',
      number: message.number,
      body: Buffer.from(message.raw, 'hex'),
      receivedAt,
      decoded: message,
      error: null,
    }),
  );
}

/** Proven source of a push, or the reason for refusal. */
type Proof = { source: EnabledSource; nonce: string | null } | { reason: Reason; isSource: boolean };

async function proven(request: PushRequest, body: Buffer): Promise<Proof> {
  const source = await enabledSource(request.params.source);
  if (!source) return { reason: 'source', isSource: await isSource(request.params.source) };
  const verdict = verifySignature(
    source.scheme,
    source.secret,
    { headers: request.headers, token: request.query.token, body },
    Date.now(),
  );
  if (!verdict.ok) {
    log.warn({ source: source.source, reason: verdict.reason }, 'push refused');
    return { reason: verdict.reason, isSource: true };
  }
  if (verdict.nonce !== null && !(await isFirstUse(source.source, verdict.nonce)))
    return { reason: 'repeat', isSource: true };
  return { source, nonce: verdict.nonce };
}

/** Stores pushed messages; false when not stored: the push may then be repeated. */
async function stored(source: EnabledSource, nonce: string | null, decoded: Decoded[]): Promise<boolean> {
  try {
    await Promise.all(messagesOf(source, decoded).map((message) => lanes()?.submit(message)));
    return true;
  } catch {
    if (nonce !== null) await deleteNonce(source.source, nonce).catch(() => undefined);
    return false;
  }
}

/** Limits of unsigned or wrongly signed pushes per minute: per address and source, and per address. */
const wrongHere = new FailureLimiter(30, 60_000);
const wrongFrom = new FailureLimiter(300, 60_000);

/** Proves a push within the failure limits; beyond them it is not read. */
async function admitted(request: PushRequest, body: Buffer): Promise<Proof | 'limited'> {
  const refused: Proof[] = [];
  const judged = await wrongFrom.judge(request.ip, () =>
    wrongHere.judge(`${request.ip} ${request.params.source}`, async () => {
      const proof = await proven(request, body);
      if (!('reason' in proof)) return proof;
      refused.push(proof);
      return null;
    }),
  );
  return judged ?? refused[0] ?? 'limited';
}

interface PushAnswer {
  status: number;
  answer: Record<string, unknown>;
  /** Log entry; null: none, because a limit was exceeded or the ingest is paused. */
  logged: Pick<Push, 'isSource' | 'reason' | 'detail' | 'messages'> | null;
  /** Why nights were refused in a push that is otherwise stored. */
  refused?: string;
}

const refusal = (status: number, reason: Reason, rest: Partial<Push> = {}, answer = {}): PushAnswer => ({
  status,
  answer: { ok: false, ...answer },
  logged: { isSource: true, reason, messages: [], ...rest },
});

function read(body: Buffer, { mapping }: EnabledSource): ReturnType<typeof decodePush> | null {
  try {
    return decodePush(body, mapping);
  } catch {
    return null;
  }
}

async function handlePush(request: PushRequest, body: Buffer): Promise<PushAnswer> {
  if (lanes()?.paused() !== false) return { ...refusal(503, 'busy'), logged: null };
  const from = await admitted(request, body);
  if (from === 'limited') return { status: 429, answer: { ok: false }, logged: null };
  if ('reason' in from) return refusal(401, from.reason, { isSource: from.isSource });
  const decoded = read(body, from.source);
  if (!decoded) return refusal(400, 'mapping');
  const { messages, errors } = await withoutForeignNights(decoded);
  const detail = [...new Set(errors)].join(';');
  const nights = errors.some(isNightProblem);
  if (messages.length === 0) return refusal(400, nights ? 'night' : 'body', { detail }, { errors });
  const safe = await stored(from.source, from.nonce, messages);
  if (!safe) return refusal(503, 'busy', { messages });
  return {
    status: 200,
    answer: { ok: true, stored: messages.length, errors },
    logged: { isSource: true, reason: null, messages },
    ...(nights && { refused: detail }),
  };
}

/** Returns the signature of a push to store; a token is a secret and not stored. */
function signedOf({ headers }: PushRequest): Signed | null {
  const [timestamp, nonce, signature] = ['x-timestamp', 'x-nonce', 'x-signature'].map((name) => headers[name]);
  const isComplete = [timestamp, nonce, signature].every((part) => typeof part === 'string' && part.length <= 200);
  return isComplete ? ({ timestamp, nonce, signature } as Signed) : null;
}

/** Answers a push and logs it: refused pushes before the answer, accepted ones after it. */
async function answer(request: PushRequest): Promise<PushAnswer> {
  const begun = performance.now();
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const outcome = await handlePush(request, body);
  if (!outcome.logged) return outcome;
  const ms = Math.round(performance.now() - begun);
  const source = named(request);
  const noted = writePushLog({
    source,
    status: outcome.status,
    ms,
    body,
    signed: signedOf(request),
    ...outcome.logged,
  });
  const { refused } = outcome;
  if (refused !== undefined)
    await writePushLog({
      ...{ source, status: outcome.status, ms, body, signed: null, isSource: true },
      reason: 'night',
      detail: refused,
      messages: [],
    });
  if (outcome.logged.reason) await noted;
  return outcome;
}

/** Returns the source in the URL, within the limits of the log. */
const named = ({ params }: PushRequest) => params.source.replaceAll('\0', '').slice(0, 40);

/** Logs a push that was too large to be read; its content is unknown. */
async function logTooLarge(request: PushRequest): Promise<void> {
  const size = Number(request.headers['content-length'] ?? 0);
  const detail = Number.isSafeInteger(size) && size > maxBytes ? { detail: String(size) } : {};
  // The push is not proven: it counts as a failure.
  const limited = await wrongFrom.judge(request.ip, async () => null);
  if (limited === 'limited') return;
  const source = named(request);
  const outcome = { status: 413, ms: 0, body: null, signed: null, messages: [] };
  await writePushLog({ source, isSource: await isSource(source), reason: 'size', ...detail, ...outcome });
}

/**
 * `POST /open/push/<source>`: signed; answers 200 after the commit, 401 unsigned or repeated, 429 after too many of
 * those, 503 while storing is impossible.
 */
const http: HttpHandlers = (app) => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.addHook('onError', async (request, _reply, error) => {
      if ((error as { code?: string }).code === 'FST_ERR_CTP_BODY_TOO_LARGE')
        await onPool('alarm', () => logTooLarge(request as PushRequest));
    });
    scope.post<PushParts>(
      '/open/push/:source',
      { schema: { hide: true }, bodyLimit: maxBytes },
      async (request, reply) => {
        const outcome = await onPool('alarm', () => answer(request));
        return reply.status(outcome.status).send(outcome.answer);
      },
    );
  });
};
export default http;
