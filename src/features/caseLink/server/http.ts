import type { FastifyRequest } from 'fastify';
import { verifySignature } from '#devices/json/signature.ts';
import { callbackSecretOf } from '#features/channel/server/service.ts';
import { onPool } from '#server/db/db.ts';
import { deleteNonce, isFirstUse } from '#server/db/nonces.ts';
import type { HttpHandlers } from '#server/http/app.ts';
import { FailureLimiter } from '#server/net/failureLimiter.ts';
import { rateLimiter } from '#server/net/rateLimiter.ts';
import { parseReport, recordReport } from './voice.ts';

const maxBytes = 4096;

/** Failed signatures per minute: of one address for one channel, and of an address. */
const channelFailures = new FailureLimiter(30, 60_000);
const addressFailures = new FailureLimiter(300, 60_000);
/** Limits signed reports of a channel per minute. */
const canReport = rateLimiter(1200, 60_000);

type ReportRequest = FastifyRequest<{ Params: { channel: string } }>;

const senderOf = (channel: string) => `voice:${channel}`;

/**
 * Returns the nonce of a report signed by the channel's gateway; null if the signature is wrong or the nonce was used.
 */
async function verifiedNonce({ params, headers }: ReportRequest, body: Buffer): Promise<string | null> {
  const secret = /^\d{1,18}$/.test(params.channel) ? await callbackSecretOf(params.channel) : null;
  if (secret === null) return null;
  const verdict = verifySignature('hmac', secret, { headers, body }, Date.now());
  if (!verdict.ok || verdict.nonce === null) return null;
  return (await isFirstUse(senderOf(params.channel), verdict.nonce)) ? verdict.nonce : null;
}

async function answer(request: ReportRequest): Promise<number> {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const { channel } = request.params;
  const nonce = await addressFailures.judge(request.ip, () =>
    channelFailures.judge(`${request.ip} ${channel.slice(0, 20)}`, () => verifiedNonce(request, body)),
  );
  if (nonce === 'limited') return 429;
  if (nonce === null) return 401;
  let status = 500;
  try {
    status = await handleReport(request, body);
    return status;
  } finally {
    // A report that was not stored may be sent again with its nonce.
    if (status !== 200) await deleteNonce(senderOf(channel), nonce).catch(() => undefined);
  }
}

async function handleReport({ params: { channel }, headers }: ReportRequest, body: Buffer): Promise<number> {
  if (!canReport(channel)) return 429;
  const report = parseReport(body.toString('utf8'));
  if (!report) return 400;
  const at = new Date(Number(headers['x-timestamp']) * 1000).toISOString();
  return (await recordReport(channel, report, at)) ? 200 : 404;
}

/**
 * Registers `POST /open/voice/<channel>`: reports of a voice gateway, signed like pushes. 401 for every wrong signature
 * and repeated nonce, 404 if no message matches.
 */
const http: HttpHandlers = (app) => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.post<{ Params: { channel: string } }>(
      '/open/voice/:channel',
      { schema: { hide: true }, bodyLimit: maxBytes },
      async (request, reply) => {
        const status = await onPool('alarm', () => answer(request));
        return reply.status(status).send({ ok: status === 200 });
      },
    );
  });
};
export default http;
