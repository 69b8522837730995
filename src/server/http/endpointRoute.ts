import { availableParallelism } from 'node:os';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { keyKindOf, requireKeyPlace, viewerOfKey } from '#server/auth/accessKey.ts';
import { viewerOfAppToken } from '#server/auth/applications.ts';
import { endingOf, viewerOf } from '#server/auth/session.ts';
import { plainAddress } from '#server/core/addressRange.ts';
import { asAlarm, yieldToAlarms } from '#server/core/alarmPriority.ts';
import { fairQueue } from '#server/core/fairQueue.ts';
import { invalid, invalidField, Problem } from '#server/core/problem.ts';
import { config } from '#server/core/runtime.ts';
import { anonymous, type Viewer } from '#server/core/viewer.ts';
import { onPool } from '#server/db/db.ts';
import { withCommandLog } from '#server/feature/cmdLog.ts';
import type { EndpointBinding, UploadedFile } from '#server/feature/handlers.ts';
import { dropUpload, saveUploadStream } from '#server/files/uploads.ts';
import { addressTest } from '#server/net/proxy.ts';
import { ok } from '#shared/codes.ts';
import { type AlsoFor, type Endpoint, type Permission, strict } from '#shared/endpoint.ts';
import type { Envelope, Paged } from '#shared/envelope.ts';
import { isStorable, problemsOf } from '#shared/rule/rules.ts';
import type { TSchema } from '#shared/typebox.ts';
import { Type } from '#shared/typebox.ts';
import { rangeProblems } from './ranges.ts';

declare module 'fastify' {
  interface FastifyRequest {
    viewer?: Viewer;
  }
  /** Adds the required permission to the schema options of the OpenAPI page. */
  interface FastifySchema {
    'x-permission'?: Permission;
    'x-also-for'?: readonly AlsoFor[];
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

/**
 * Returns the 401 for an ended session; with its reason if it was ended or reached its maximum, so that the page keeps
 * its state.
 */
async function sessionOver(token: string): Promise<Problem> {
  const ending = await endingOf(token);
  return ending ? new Problem(401, ending.msg, ending.data) : new Problem(401, '登录超时，请重新登录');
}

type Judged = Pick<Endpoint, 'method' | 'path' | 'permission' | 'alsoFor' | 'beforePasswordChange'>;

/** Returns the user of the session, who may call the endpoint; null without a session. */
async function admitUser(request: FastifyRequest, endpoint: Judged, token: string): Promise<Viewer | null> {
  const viewer = await viewerOf(token, request.traceId, request.ip);
  if (!viewer) return null;
  request.viewer = viewer;
  if (viewer.mustChangePassword && !endpoint.beforePasswordChange) throw new Problem(403, '请先修改密码');
  const open = endpoint.permission === 'login' || keyKindOf(endpoint.permission) || viewer.endpoints === null;
  if (!open && !viewer.endpoints?.has(`${endpoint.method} ${endpoint.path}`))
    throw new Problem(403, '没有这项操作的权限');
  return viewer;
}

/** Returns the application of the token, if the contract opens the endpoint to applications; null for another token. */
async function admitApp(request: FastifyRequest, { permission, alsoFor }: Judged, token: string) {
  if (!alsoFor?.includes('app')) return null;
  const viewer = await viewerOfAppToken(token, request.traceId, request.ip);
  if (!viewer) return null;
  request.viewer = viewer;
  if (permission !== 'login' && !viewer.permissions.has(permission)) throw new Problem(403, '应用没有这项操作的权限');
  return viewer;
}

/** Checks session, key or token, then the permission, before the body is read. */
export async function authorize(request: FastifyRequest, endpoint: Judged): Promise<Viewer> {
  if (endpoint.permission === 'public') return anonymous(request.traceId, request.ip);
  const token = tokenOf(request) ?? '';
  const kind = keyKindOf(endpoint.permission);
  if (kind) {
    requireKeyPlace(endpoint.permission, endpoint.path);
    const user = endpoint.alsoFor?.includes('login') ? await admitUser(request, endpoint, token) : null;
    return user ?? viewerOfKey(kind, token, request.traceId, request.ip);
  }
  if (!token) throw new Problem(401, '请登录');
  const viewer = (await admitUser(request, endpoint, token)) ?? (await admitApp(request, endpoint, token));
  if (!viewer) throw await sessionOver(token);
  return viewer;
}

/** Returns whether the address may read metrics and API docs without a login (`INSPECT_FROM`). */
export function canInspect(ip: string): boolean {
  return addressTest(config().inspectFrom)(plainAddress(ip));
}

/** Allows metrics and API docs for the addresses of `INSPECT_FROM` and for any logged-in user; 401 otherwise. */
export async function authorizeInspector(request: FastifyRequest): Promise<void> {
  if (canInspect(request.ip)) return;
  await authorize(request, { method: 'GET', path: request.url, permission: 'login', beforePasswordChange: false });
}

/** Maximum fields of one object: more than any contract has. */
const maxFields = 1000;

/**
 * Returns whether every text of an input, keys included, can be stored. Iterative: a body may be nested deeply.
 * @throws Problem 400 for an object with more than `maxFields` fields, before it takes more time
 */
function isAllStorable(input: unknown): boolean {
  const open = [input];
  while (open.length > 0) {
    const current = open.pop();
    if (typeof current === 'string' && !isStorable(current)) return false;
    if (typeof current !== 'object' || current === null) continue;
    if (!Array.isArray(current)) {
      const keys = Object.keys(current);
      if (keys.length > maxFields) throw new Problem(400, '输入的字段太多');
      open.push(...keys);
    }
    for (const value of Object.values(current)) open.push(value);
  }
  return true;
}

/** Rejects characters that the database cannot store, naming the field. */
function validateTexts(endpoint: Endpoint, input: unknown): void {
  if (isAllStorable(input)) return;
  const problems = problemsOf(endpoint.input, input).filter(({ rule }) => rule === 'storable');
  throw problems.length > 0 ? invalid(problems) : new Problem(400, '输入中有不能保存的字符');
}

interface RequestInput {
  input: unknown;
  file: UploadedFile | null;
}

/** Reads a multipart form: one part `file` is streamed to disk, the others are text. */
async function readParts(request: FastifyRequest, files: UploadedFile[]): Promise<Record<string, unknown>> {
  const input: Record<string, unknown> = {};
  for await (const part of request.parts()) {
    if (part.type === 'field') input[part.fieldname] = part.value;
    else if (part.fieldname === 'file' && files.length === 0) {
      files.push(await saveUploadStream(part.filename, part.file));
      if (part.file.truncated) throw new Problem(413, '文件太大，最多20MB');
    } else throw new Problem(400, '只能上传一个文件');
  }
  return input;
}

/** Turns a parser error without a code (truncated or malformed form) into a 400. */
function formProblem(error: unknown): unknown {
  return error instanceof Problem || (error as { code?: unknown }).code ? error : new Problem(400, '上传的表单不完整');
}

/** Reads the parts of a form and validates them by the contract, like a JSON body. */
async function readUpload(request: FastifyRequest, endpoint: Endpoint, files: UploadedFile[]): Promise<RequestInput> {
  if (!request.isMultipart()) throw new Problem(415, '请用表单上传文件');
  const input = await readParts(request, files).catch((error: unknown) => {
    throw formProblem(error);
  });
  validateTexts(endpoint, input);
  const problems = problemsOf(endpoint.input, input);
  if (problems.length > 0) throw invalid(problems);
  const [file] = files;
  if (!file || file.size === 0) throw invalidField('file', '请选择文件', 'required');
  return { input, file };
}

/** Rejects a range that ends before it starts, in a list and in its export. */
function validateRanges(endpoint: Endpoint, input: unknown): void {
  const problems = endpoint.list
    ? rangeProblems(input)
    : rangeProblems((input as { filters?: unknown } | undefined)?.filters, 'filters.');
  if (problems.length > 0) throw invalid(problems);
}

/**
 * Queue for list pages: each runs two statements, so half as many as cores at once; a page blocks others for 1000 ms at
 * most.
 */
const inTurn = fairQueue(Math.ceil(availableParallelism() / 2), 1000);

const loginLimit = { max: 300, timeWindow: 60_000 };
/** Bytes of a body without a login: no endpoint that is public or for a key needs more. */
const publicBody = 8192;

/** Returns who waits in a queue as one: the user, or the bearer of a key or token. */
function turnOf({ kind, userId, bearerId }: Viewer): string {
  return bearerId === null ? userId : `${kind}:${bearerId}`;
}

/** Registers an endpoint as a route: authorization, validation, envelope, command log. */
export function registerEndpoint(app: FastifyInstance, bound: EndpointBinding): void {
  const { endpoint, pool } = bound;
  if (!endpoint.permission) throw new Error(`${endpoint.path} declares no permission`);
  requireKeyPlace(endpoint.permission, endpoint.path);
  const reads = endpoint.inQuery;
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(endpoint.permission === 'public' ? { config: { rateLimit: loginLimit } } : {}),
    ...(endpoint.permission === 'public' || keyKindOf(endpoint.permission) ? { bodyLimit: publicBody } : {}),
    // Compression shares threads with file I/O: alarm requests do not wait for it.
    ...(pool === 'alarm' ? { compress: false } : {}),
    schema: {
      summary: endpoint.title,
      tags: [endpoint.path.split('/')[2] ?? ''],
      'x-permission': endpoint.permission,
      ...(endpoint.alsoFor && { 'x-also-for': endpoint.alsoFor }),
      ...(endpoint.upload
        ? { consumes: ['multipart/form-data'] }
        : reads
          ? { querystring: endpoint.input }
          : { body: endpoint.input }),
      response: { 200: envelopeOf(endpoint) },
    },
    onRequest: async (request) => {
      // Authorization never uses the pools for many rows: it must not wait behind reports.
      const judging = pool === 'alarm' ? 'alarm' : 'web';
      const admitted = () => onPool(judging, () => authorize(request, endpoint));
      request.viewer = await (pool === 'alarm' ? asAlarm(admitted) : admitted());
      if (!request.headers['x-requested-with']) throw new Problem(400, '缺少请求头 X-Requested-With');
    },
    preValidation: async (request) => {
      if (!reads && !endpoint.upload && request.body === undefined) request.body = {};
      if (!endpoint.upload) validateTexts(endpoint, reads ? request.query : request.body);
    },
    handler: (request) =>
      onPool(pool, async () => {
        if (pool === 'alarm') return asAlarm(() => handle(request));
        await yieldToAlarms();
        return pool === 'list' ? inTurn(turnOf(request.viewer as Viewer), () => handle(request)) : handle(request);
      }),
  });

  async function handle(request: FastifyRequest): Promise<Envelope> {
    if (!endpoint.upload) return answer(request, bound, { input: reads ? request.query : request.body, file: null });
    const files: UploadedFile[] = [];
    try {
      return await answer(request, bound, await readUpload(request, endpoint, files));
    } finally {
      for (const { path } of files) await dropUpload(path);
    }
  }
}

async function answer(
  request: FastifyRequest,
  { endpoint, run }: EndpointBinding,
  { input, file }: RequestInput,
): Promise<Envelope> {
  const viewer = request.viewer as Viewer;
  const info = {
    ip: request.ip,
    agent: request.headers['user-agent'] ?? '',
    token: tokenOf(request),
    origin: `${request.protocol}://${request.host}`,
    file,
  };
  const work = async () => {
    validateRanges(endpoint, input);
    return run(viewer, input as never, info);
  };
  const call = { endpoint, viewer, input, info, started: performance.now() };
  const value = endpoint.change ? await withCommandLog(call, work) : await work();
  if (!endpoint.list) return { code: ok, data: value, msg: '' };
  const { rows, count } = value as Paged<unknown>;
  return { code: ok, data: rows, count, msg: '' };
}
