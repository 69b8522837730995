import type { FastifyReply } from 'fastify';
import { viewerOfAppToken } from '#server/auth/applications.ts';
import { viewerOf } from '#server/auth/session.ts';
import { notFound, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { getBlob, statBlob } from '#server/files/blobs.ts';
import type { HttpHandlers } from '#server/http/app.ts';
import { authorize } from '#server/http/endpointRoute.ts';
import { requireFile } from './service.ts';

const idForm = /^[1-9][0-9]{0,17}$/;
const reading = {
  method: 'GET',
  path: '/api/file/getFile',
  permission: 'login',
  alsoFor: ['app'],
  beforePasswordChange: false,
} as const;
const alsoForApps = { 'x-also-for': reading.alsoFor };
/** Types shown in the page; all others are only downloaded. */
const shown = new Set(['image/webp', 'image/png', 'image/jpeg']);

async function send(reply: FastifyReply, viewer: Viewer, id: unknown, save: boolean): Promise<FastifyReply> {
  if (typeof id !== 'string' || !idForm.test(id)) throw notFound('文件');
  const file = await requireFile(viewer, id);
  if ((await statBlob(file.hash)) === null) throw notFound('文件');
  const inline = !save && shown.has(file.type);
  return reply
    .header(
      'Content-Disposition',
      `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    )
    .header('Content-Length', file.size)
    .type(inline ? file.type : 'application/octet-stream')
    .send(getBlob(file.hash));
}

function refusalPage(message: string): string {
  return `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>无法下载 · 安好</title><body style="font:16px/1.6 sans-serif;margin:15vh auto;max-width:28em;padding:0 1em"><h1 style="font-size:20px">文件没有下载</h1><p>${message}。</p><p><a href="/">返回首页</a></p></body></html>`;
}

/**
 * Registers `GET /api/file/getFile` for the page, with the token in a header; `POST /api/file/downloadFile`, with the
 * token as a form field.
 */
const http: HttpHandlers = (app) => {
  app.get<{ Querystring: { id?: string } }>(reading.path, {
    schema: { summary: '页面内的文件', tags: ['file'], 'x-permission': 'login', ...alsoForApps },
    onRequest: async (request) => {
      request.viewer = await authorize(request, reading);
      if (!request.headers['x-requested-with']) throw new Problem(400, '缺少请求头 X-Requested-With');
    },
    handler: async (request, reply) => send(reply, request.viewer as Viewer, request.query.id, false),
  });
  app.post<{ Body: { token?: unknown; id?: unknown } | null }>('/api/file/downloadFile', {
    schema: { summary: '下载文件', tags: ['file'], 'x-permission': 'login', ...alsoForApps },
    errorHandler: (error, request, reply) => {
      const status = (error as { statusCode?: number }).statusCode ?? 500;
      const fallback =
        status < 500 ? new Problem(400, '下载请求不正确') : new Problem(500, '服务器返回异常，请稍后再试');
      const problem = error instanceof Problem ? error : fallback;
      request.log.warn({ err: error }, 'download refused');
      return reply.status(problem.status).type('text/html; charset=utf-8').send(refusalPage(problem.message));
    },
    handler: async (request, reply) => {
      const { token, id } = request.body ?? {};
      const { traceId, ip } = request;
      const bearer = typeof token === 'string' ? token : '';
      const viewer = (await viewerOf(bearer, traceId, ip)) ?? (await viewerOfAppToken(bearer, traceId, ip));
      if (!viewer) throw new Problem(401, '登录已过期，请重新登录后再下载');
      if (viewer.mustChangePassword) throw new Problem(403, '请先修改密码');
      return send(reply, viewer, id, true);
    },
  });
};
export default http;
