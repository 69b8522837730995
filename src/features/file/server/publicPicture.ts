import { notFound, Problem } from '#server/core/problem.ts';
import { getBlob } from '#server/files/blobs.ts';
import type { HttpHandlers } from '#server/http/app.ts';
import { Id, strict } from '#shared/endpoint.ts';

interface PublicPictures {
  path: string;
  /** Summary in the API documentation. */
  summary: string;
  tag: string;
  /** Returns the file if it is public. */
  find: (fileId: string) => Promise<{ hash: string; type: string; size: number } | undefined>;
}

/**
 * Returns the handler of `GET <path>?id=<fileId>`: public pictures of a feature, without login. 404 for every other
 * file.
 */
export function publicPictures({ path, summary, tag, find }: PublicPictures): HttpHandlers {
  return (app) => {
    app.get<{ Querystring: { id: string } }>(path, {
      config: { rateLimit: { max: 600, timeWindow: 60_000 } },
      schema: { summary, tags: [tag], 'x-permission': 'public', querystring: strict({ id: Id }) },
      handler: async (request, reply) => {
        if (!request.headers['x-requested-with']) throw new Problem(400, '缺少请求头 X-Requested-With');
        const picture = await find(request.query.id);
        if (!picture) throw notFound('图片');
        return reply
          .header('Cache-Control', 'public, max-age=3600')
          .header('Content-Length', picture.size)
          .type(picture.type)
          .send(getBlob(picture.hash));
      },
    });
  };
}
