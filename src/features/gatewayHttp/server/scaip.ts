import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { judgeScaip, scaipAnswer, snu } from '#devices/scaip/request.ts';
import { scaipFormat as format } from '#devices/scaip/scaip.ts';
import { db, onPool } from '#server/db/db.ts';
import type { HttpHandlers } from '#server/http/app.ts';
import type { DeviceLogin } from '#server/ingest/gateway/deviceLogin.ts';
import { admitted, gatewayBySecret, secretOf } from './logins.ts';
import { stored } from './receive.ts';

/** Maximum bytes that are read at all: of a request that is too long the reference is still sent back. */
const maxBytes = 262_144;

type ScaipParts = { Params: { sn: string }; Querystring: { token?: string } };

/** Returns the interval of a unit's model in minutes, of the protocol's own model for a unit that is not registered. */
async function heartbeatOf(gateway: string, cid: string): Promise<number | null> {
  const row = await db.row(sql<{ seconds: number }>`
    select coalesce((select m.interval_seconds from equipment_identifier i join equipment e on e.id = i.equipment_id and e.deleted_at is null
        join model m on m.id = e.model_id where i.protocol = 'scaip' and i.number = ${cid} and e.gateway_id = ${gateway}),
      (select interval_seconds from model where code = 'scaip' and deleted_at is null)) as seconds`);
  return row ? Math.max(1, Math.floor(row.seconds / 60)) : null;
}

interface Answer {
  status: number;
  xml: string;
}

async function handle(request: FastifyRequest<ScaipParts>, login: DeviceLogin, body: Buffer): Promise<Answer> {
  const judged = judgeScaip(body);
  const isSafe = await stored({ format, login, address: request.ip, topic: '', body }).catch(() => null);
  if (!isSafe) return { status: 503, xml: scaipAnswer(judged, snu.notTreated) };
  const { message } = format.read({ word: '', body }, { number: '', profile: {}, at: Date.now() });
  const isAlarm = message !== null && message.alarms.length > 0;
  const heartbeat = isAlarm ? await heartbeatOf(login.id, message.number).catch(() => null) : null;
  return { status: 200, xml: scaipAnswer(judged, judged.snu, isAlarm ? { heartbeat } : null) };
}

async function answer(request: FastifyRequest<ScaipParts>): Promise<Answer> {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const { sn } = request.params;
  const prove = () => gatewayBySecret(format.name, sn, secretOf(request));
  const login = await admitted(request, sn.slice(0, 64), prove).catch(() => undefined);
  if (login === undefined) return { status: 503, xml: scaipAnswer(judgeScaip(body), snu.notTreated) };
  if (login === 'limited') return { status: 429, xml: '' };
  if (login === null) return { status: 401, xml: '' };
  return handle(request, login, body);
}

function send(reply: FastifyReply, { status, xml }: Answer): FastifyReply {
  return reply.status(status).type('application/scaip+xml; charset=utf-8').send(xml);
}

/**
 * `POST /open/scaip/<sn>`: a request of a unit behind the gateway; answers `<mrs>` after the commit, with 503 and `snu` 5
 * where it could not be stored.
 */
export const scaipHttp: HttpHandlers = (app) => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.setErrorHandler((error, _request, reply) => {
      if ((error as { code?: string }).code !== 'FST_ERR_CTP_BODY_TOO_LARGE') throw error;
      return send(reply, { status: 413, xml: scaipAnswer({ ref: '', wrapper: ['mrq'] }, snu.tooLong) });
    });
    scope.post<ScaipParts>('/open/scaip/:sn', { schema: { hide: true }, bodyLimit: maxBytes }, async (request, reply) =>
      send(reply, await onPool('alarm', () => answer(request))),
    );
  });
};
