import type { Doors } from '#server/app.ts';
import { getBlob } from '#server/blobs.ts';
import { Problem } from '#server/problem.ts';
import { Id, strict } from '#shared/endpoint.ts';
import { publicPicture } from './open.ts';

/** The pictures of public notices, for the page that needs no login. */
const doors: Doors = (app) => {
  app.get<{ Querystring: { id: string } }>('/api/open/getNoticePicture', {
    config: { rateLimit: { max: 600, timeWindow: 60_000 } },
    schema: {
      summary: '公开公告里的图片',
      tags: ['open'],
      'x-permission': 'public',
      querystring: strict({ id: Id }),
    } as never,
    handler: async (request, reply) => {
      if (!request.headers['x-requested-with']) throw new Problem(400, '缺少请求头 X-Requested-With');
      const { hash, type, size } = await publicPicture(request.query.id);
      return reply
        .header('Cache-Control', 'public, max-age=3600')
        .header('Content-Length', size)
        .type(type)
        .send(getBlob(hash));
    },
  });
};
export default doors;
