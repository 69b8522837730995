import type { FastifyRequest } from 'fastify';
import { formatOf } from '#devices/formats.ts';
import { onPool } from '#server/db/db.ts';
import type { HttpHandlers } from '#server/http/app.ts';
import { admitted, gatewayBySecret, secretOf } from './logins.ts';
import { stored } from './receive.ts';

const maxBytes = 262_144;

type ChirpstackParts = { Params: { sn: string }; Querystring: { event?: string; token?: string } };

async function answer(request: FastifyRequest<ChirpstackParts>): Promise<number> {
  const format = formatOf('lorawan');
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const { sn } = request.params;
  const { event } = request.query;
  if (!format) return 503;
  const prove = () => gatewayBySecret(format.name, sn, secretOf(request));
  const login = await admitted(request, sn.slice(0, 64), prove);
  if (login === 'limited') return 429;
  if (login === null) return 401;
  if (typeof event !== 'string' || !/^[a-z]{1,20}$/.test(event)) return 400;
  return (await stored({ format, login, address: request.ip, topic: event, body })) ? 200 : 503;
}

/** `POST /open/chirpstack/<sn>?event=up`: an event of the HTTP integration; answers 200 after the commit. */
export const chirpstackHttp: HttpHandlers = (app) => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.post<ChirpstackParts>(
      '/open/chirpstack/:sn',
      { schema: { hide: true }, bodyLimit: maxBytes },
      async (request, reply) => {
        const status = await onPool('alarm', () => answer(request));
        return reply.status(status).send({ ok: status === 200 });
      },
    );
  });
};
