import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AppBearer, bearerOf } from '#features/app/server/service.ts';
import { Problem } from '#server/core/problem.ts';
import { getBlob } from '#server/files/blobs.ts';
import type { HttpHandlers } from '#server/http/app.ts';
import { tokenOf } from '#server/http/endpointRoute.ts';
import { Id, strict } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';
import { listOpenNews, type OpenQuery, type Picture, readOpenCover, readOpenNews, readOpenPicture } from './open.ts';

const scope = 'news:read';
const One = strict({ id: Id });
const Query = strict({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, title: '页码' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, title: '每页条数' })),
  keyword: Type.Optional(Type.String({ maxLength: 50, title: '关键字' })),
  category: Type.Optional(Type.String({ maxLength: 30, title: '分类' })),
  recommended: Type.Optional(Type.Boolean({ title: '推荐' })),
});

/** Returns the app of the token. 401 for an unknown or ended token, 403 without the scope. */
async function admitApp(request: FastifyRequest): Promise<AppBearer> {
  const bearer = await bearerOf(tokenOf(request) ?? '');
  if (!bearer) throw new Problem(401, '应用的令牌无效或已过期');
  if (!bearer.scopes.includes(scope)) throw new Problem(403, `应用没有 ${scope} 的权限`);
  return bearer;
}

/** Rate limit per address: 60,000 requests a minute, since an integration may send a few hundred a second. */
const limited = { rateLimit: { max: 60_000, timeWindow: 60_000 } };
const documented = (summary: string, input: object) => ({
  summary,
  tags: ['open'],
  'x-permission': 'public' as const,
  ...input,
});

function show(reply: FastifyReply, { hash, type, size }: Picture): FastifyReply {
  return reply
    .header('Cache-Control', 'private, max-age=3600')
    .header('Content-Length', size)
    .type(type)
    .send(getBlob(hash));
}

/** Endpoints for families' apps, with an app token of the scope `news:read`; answers use the usual envelope. */
const http: HttpHandlers = (app) => {
  // Validates the token before the body.
  const onRequest = async (request: FastifyRequest) => {
    await admitApp(request);
  };
  app.post<{ Body: OpenQuery }>('/api/open/getNewsList', {
    config: limited,
    schema: documented('家属端资讯列表', { body: Query }),
    onRequest,
    preValidation: async (request) => {
      if (request.body === undefined) request.body = {};
    },
    handler: async (request) => {
      const { rows, count } = await listOpenNews(await admitApp(request), request.body);
      return { code: 0, data: rows, count, msg: '' };
    },
  });
  app.post<{ Body: { id: string } }>('/api/open/getNews', {
    config: limited,
    schema: documented('家属端资讯', { body: One }),
    onRequest,
    handler: async (request) => ({
      code: 0,
      data: await readOpenNews(await admitApp(request), request.body.id),
      msg: '',
    }),
  });
  app.get<{ Querystring: { id: string } }>('/api/open/getNewsCover', {
    config: limited,
    schema: documented('家属端资讯封面', { querystring: One }),
    onRequest,
    handler: async (request, reply) => show(reply, await readOpenCover(await admitApp(request), request.query.id)),
  });
  app.get<{ Querystring: { id: string } }>('/api/open/getNewsPicture', {
    config: limited,
    schema: documented('家属端资讯正文里的图片', { querystring: One }),
    onRequest,
    handler: async (request, reply) => show(reply, await readOpenPicture(await admitApp(request), request.query.id)),
  });
};
export default http;
