import type { FastifyRequest } from 'fastify';
import { menuEtag, permissionEtag } from '#server/auth/permission.ts';
import { viewerOf } from '#server/auth/session.ts';
import { Problem } from '#server/core/problem.ts';
import { onPool } from '#server/db/db.ts';
import type { HttpHandlers } from '#server/http/app.ts';
import { authorize, tokenOf } from '#server/http/endpointRoute.ts';
import { isDraining, openStream } from '#server/live/stream.ts';
import { snapshotBefore } from '#server/live/streamHistory.ts';
import { acquireStream } from './streamCount.ts';

const reading = { method: 'GET', path: '/api/events', permission: 'login', beforePasswordChange: false } as const;

/**
 * Returns the snapshot from before the page began to read; `X-Page-Age` is the page's age, ms. Later events will be
 * sent.
 */
function snapshotBeforeRead(ageMs: unknown) {
  return typeof ageMs === 'string' && /^\d{1,6}$/.test(ageMs) ? snapshotBefore(Number(ageMs)) : null;
}

/**
 * Keeps the connection open and returns its header. Leaves an HTTP/2 connection alone: it also carries other requests.
 */
function holdOpen({ raw }: FastifyRequest): { Connection?: string } {
  if (raw.httpVersionMajor >= 2) return {};
  raw.socket.setNoDelay(true);
  raw.socket.setTimeout(0);
  return { Connection: 'keep-alive' };
}

/**
 * Registers `GET /api/events`: server-sent events in the viewer's scope, resumed by `Last-Event-ID`; the stream ends
 * with the session.
 */
const http: HttpHandlers = (app) => {
  app.get(reading.path, {
    schema: {
      summary: '实时事件流',
      tags: ['event'],
      'x-permission': 'login',
      response: { 200: { type: 'string', description: 'text/event-stream' } },
    },
    onRequest: async (request) => {
      request.viewer = await onPool('alarm', () => authorize(request, reading));
      if (!request.headers['x-requested-with']) throw new Problem(400, '缺少请求头 X-Requested-With');
      if (isDraining()) throw new Problem(503, '服务正在重启，请稍后重试');
    },
    handler: async (request, reply) => {
      const token = tokenOf(request) ?? '';
      const viewer = request.viewer;
      if (!viewer) throw new Problem(401, '请登录');
      const header = request.headers['last-event-id'];
      const lastId = typeof header === 'string' ? header : null;
      const pageSnapshot = lastId ? null : snapshotBeforeRead(request.headers['x-page-age']);
      const etag = permissionEtag(viewer, await onPool('alarm', menuEtag));
      const release = acquireStream(viewer.sessionId ?? viewer.userId);
      if (!release) throw new Problem(429, '同一登录打开的窗口太多，请关闭一些');
      reply.raw.once('close', release);
      reply.hijack();
      reply.raw.writeHead(200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store, no-transform',
        ...holdOpen(request),
        'X-Accel-Buffering': 'no',
        'X-Trace-Id': request.traceId,
        'X-Permission-Version': etag,
        ...(pageSnapshot ? { 'X-Reaches-Back': pageSnapshot.reach } : {}),
      });
      const currentViewer = () => viewerOf(token, request.traceId, request.ip);
      const start = { lastId, snapshot: pageSnapshot?.snapshot ?? null };
      await onPool('alarm', () => openStream(reply.raw, viewer, start, currentViewer, etag)).catch(() =>
        reply.raw.end(),
      );
    },
  });
};
export default http;
