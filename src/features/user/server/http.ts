import { notFound, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { getBlob, statBlob } from '#server/files/blobs.ts';
import type { HttpHandlers } from '#server/http/app.ts';
import { authorize } from '#server/http/endpointRoute.ts';
import { requirePortrait } from './image.ts';

const idForm = /^[1-9][0-9]{0,17}$/;
const reading = {
  method: 'GET',
  path: '/api/user/getUserImg',
  permission: 'login',
  beforePasswordChange: true,
} as const;

/** `GET /api/user/getUserImg?id=<fileId>`: sends a portrait stored by `uploadUserImg`; needs the session's header. */
const http: HttpHandlers = (app) => {
  app.get<{ Querystring: { id?: string } }>(reading.path, {
    schema: { summary: '用户头像', tags: ['user'], 'x-permission': 'login' },
    onRequest: async (request) => {
      request.viewer = await authorize(request, reading);
      if (!request.headers['x-requested-with']) throw new Problem(400, '缺少请求头 X-Requested-With');
    },
    handler: async (request, reply) => {
      const { id } = request.query;
      if (typeof id !== 'string' || !idForm.test(id)) throw notFound('头像');
      const { hash, size } = await requirePortrait(request.viewer as Viewer, id);
      if ((await statBlob(hash)) === null) throw notFound('头像');
      return reply.header('Content-Length', size).type('image/webp').send(getBlob(hash));
    },
  });
};
export default http;
