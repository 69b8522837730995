import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ok } from '#shared/codes.ts';
import { type Endpoint, strict } from '#shared/endpoint.ts';
import type { Envelope, Paged } from '#shared/envelope.ts';
import { problemsOf } from '#shared/rules.ts';
import type { TSchema } from '#shared/typebox.ts';
import { Type } from '#shared/typebox.ts';
import { recordCommand } from './cmdLog.ts';
import type { Bound, UploadedFile } from './handlers.ts';
import { invalid, invalidField, Problem } from './problem.ts';
import { rangeProblems } from './ranges.ts';
import { viewerOf } from './session.ts';
import { anonymous, type Viewer } from './viewer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    viewer?: Viewer;
  }
}

function envelopeOf(endpoint: Endpoint): TSchema {
  const head = { code: Type.Integer(), msg: Type.String() };
  return endpoint.list
    ? strict({ ...head, count: Type.Integer(), data: Type.Array(endpoint.output) })
    : strict({ ...head, data: endpoint.output });
}

export function tokenOf(request: FastifyRequest): string | null {
  const header = request.headers.authorization;
  return header?.startsWith('Bearer ') ? header.slice(7).trim() : null;
}

/** Session, then right: both before the body is looked at. */
export async function admit(
  request: FastifyRequest,
  endpoint: Pick<Endpoint, 'method' | 'path' | 'permission' | 'beforePasswordChange'>,
): Promise<Viewer> {
  if (endpoint.permission === 'public') return anonymous(request.traceId, request.ip);
  const token = tokenOf(request);
  if (!token) throw new Problem(401, '请登录');
  const viewer = await viewerOf(token, request.traceId, request.ip);
  if (!viewer) throw new Problem(401, '登录超时，请重新登录');
  if (viewer.mustChangePassword && !endpoint.beforePasswordChange) throw new Problem(403, '请先修改密码');
  const open = endpoint.permission === 'login' || viewer.endpoints === null;
  if (!open && !viewer.endpoints?.has(`${endpoint.method} ${endpoint.path}`))
    throw new Problem(403, '没有这项操作的权限');
  return viewer;
}

/** One part `file` and the other parts as text; refused like a JSON body that breaks the contract's rules. */
async function readUpload(
  request: FastifyRequest,
  endpoint: Endpoint,
): Promise<{ input: unknown; file: UploadedFile }> {
  if (!request.isMultipart()) throw new Problem(415, '请用表单上传文件');
  const input: Record<string, unknown> = {};
  let file: UploadedFile | null = null;
  for await (const part of request.parts()) {
    if (part.type === 'field') input[part.fieldname] = part.value;
    else if (part.fieldname === 'file' && file === null) file = { name: part.filename, content: await part.toBuffer() };
    else throw new Problem(400, '只能上传一个文件');
  }
  const problems = problemsOf(endpoint.input, input);
  if (problems.length > 0) throw invalid(problems);
  if (!file || file.content.length === 0) throw invalidField('file', '请选择文件', 'required');
  return { input, file };
}

/** A list and its export refuse a range that ends before it begins. */
function checkRanges(endpoint: Endpoint, input: unknown): void {
  const problems = endpoint.list
    ? rangeProblems(input)
    : rangeProblems((input as { filters?: unknown } | undefined)?.filters, 'filters.');
  if (problems.length > 0) throw invalid(problems);
}

const loginLimit = { max: 300, timeWindow: 60_000 };

/** Makes a route of an endpoint: door, validation, envelope, command log. */
export function bindEndpoint(app: FastifyInstance, { endpoint, run }: Bound): void {
  if (!endpoint.permission) throw new Error(`${endpoint.path} declares no permission`);
  const reads = endpoint.inQuery;
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: endpoint.permission === 'public' ? { rateLimit: loginLimit } : {},
    schema: {
      summary: endpoint.title,
      tags: [endpoint.path.split('/')[2] ?? ''],
      'x-permission': endpoint.permission,
      ...(endpoint.upload
        ? { consumes: ['multipart/form-data'] }
        : reads
          ? { querystring: endpoint.input }
          : { body: endpoint.input }),
      response: { 200: envelopeOf(endpoint) },
    } as never,
    onRequest: async (request) => {
      request.viewer = await admit(request, endpoint);
      if (!request.headers['x-requested-with']) throw new Problem(400, '缺少请求头 X-Requested-With');
    },
    preValidation: async (request) => {
      if (!reads && !endpoint.upload && request.body === undefined) request.body = {};
    },
    handler: async (request): Promise<Envelope> => {
      const viewer = request.viewer as Viewer;
      const { input, file } = endpoint.upload
        ? await readUpload(request, endpoint)
        : { input: reads ? request.query : request.body, file: null };
      const info = { ip: request.ip, agent: request.headers['user-agent'] ?? '', token: tokenOf(request), file };
      const started = performance.now();
      try {
        checkRanges(endpoint, input);
        const value = await run(viewer, input as never, info);
        if (endpoint.change)
          await recordCommand(endpoint, viewer, input, info, performance.now() - started, null, value);
        if (!endpoint.list) return { code: ok, data: value, msg: '' };
        const { rows, count } = value as Paged<unknown>;
        return { code: ok, data: rows, count, msg: '' };
      } catch (error) {
        if (endpoint.change)
          await recordCommand(endpoint, viewer, input, info, performance.now() - started, error, null);
        throw error;
      }
    },
  });
}
