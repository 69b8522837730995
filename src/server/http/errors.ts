import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { log } from '#server/core/log.ts';
import { invalid, Problem } from '#server/core/problem.ts';
import { isDiskFull, isTransient, sqlState } from '#server/core/retry.ts';
import { newTrace } from '#server/core/trace.ts';
import { recordDatabaseError } from '#server/files/disk.ts';
import { rateLimiter } from '#server/net/rateLimiter.ts';
import { failed } from '#shared/codes.ts';
import type { FieldProblem } from '#shared/envelope.ts';
import { problemsOf } from '#shared/rule/rules.ts';
import type { TSchema } from '#shared/typebox.ts';
import { fieldOf } from './fieldOf.ts';

/** SQLSTATE of a character that no text can contain (U+0000). */
const unstorable = ['22021', '22P05'];

const sentences: Record<string, [number, string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, '不支持这种内容类型，请使用 application/json'],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, '内容太大'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, '内容为空'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, '内容不是有效的 JSON'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, '内容长度不一致'],
  FST_REQ_FILE_TOO_LARGE: [413, '文件太大，最多20MB'],
};

/** Returns the messages of the contract's own rules; Ajv's messages only where those rules find nothing. */
function validationProblems(error: FastifyError, schema: unknown, value: unknown): FieldProblem[] {
  const problems = schema ? problemsOf(schema as TSchema, value) : [];
  if (problems.length > 0) return problems;
  return (error.validation ?? []).map((issue) => ({
    field: (issue.instancePath ?? '').slice(1).replaceAll('/', '.'),
    rule: issue.keyword,
    msg: '输入不正确',
  }));
}

interface FailedRequest {
  routeOptions: { schema?: unknown };
  body: unknown;
  query: unknown;
  traceId: string;
}

/**
 * Returns a 400 for a value that the database cannot compute with (SQLSTATE class 22), with its field if PostgreSQL
 * quotes the value.
 */
function outOfRange(error: Error, { routeOptions, body, query, traceId }: FailedRequest): Problem {
  log.warn({ err: error, trace: traceId }, 'the database refused a value');
  const schema = routeOptions.schema as { body?: object; querystring?: object } | undefined;
  const quoted = /"([^"]*)"/.exec(error.message)?.[1];
  const field = quoted === undefined ? null : fieldOf(body ?? query, schema?.body ?? schema?.querystring, quoted);
  if (!field) return new Problem(400, '输入的数值、日期或时间超出范围');
  return invalid([{ field: field.path, rule: 'range', msg: `${field.title ?? '此项'}超出范围` }]);
}

/** Maps a database error to a client error; null if it is a server error. */
function databaseProblem(error: Error, request: FailedRequest): Problem | null {
  const { traceId } = request;
  recordDatabaseError(error);
  if (isDiskFull(error)) return new Problem(507, '磁盘空间不足，暂时不能保存，请联系管理员', { traceId });
  if (isTransient(error)) return new Problem(503, '数据库暂时不可用，请稍后重试', { traceId });
  if (unstorable.includes(sqlState(error))) return new Problem(400, '输入中有不能保存的字符');
  if (sqlState(error).startsWith('22')) return outOfRange(error, request);
  return sqlState(error) === '57014' ? new Problem(503, '查询超时，请缩小范围后重试', { traceId }) : null;
}

function invalidInput(error: FastifyError, { routeOptions, body, query }: FailedRequest): Problem {
  const schema = routeOptions.schema as { body?: unknown; querystring?: unknown } | undefined;
  const errors =
    error.validationContext === 'body'
      ? validationProblems(error, schema?.body, body)
      : validationProblems(error, schema?.querystring, query);
  return invalid(errors);
}

/** Maps an error of the HTTP layer (body, type, size, rate) to a Problem; null for any other error. */
function httpProblem(error: FastifyError): Problem | null {
  const sentence = sentences[error.code];
  if (sentence) return new Problem(sentence[0], sentence[1]);
  if (error instanceof SyntaxError && error.statusCode === 400) return new Problem(400, '内容不是有效的 JSON');
  if (error.statusCode === 429) return new Problem(429, '请求太频繁，请稍后再试');
  return null;
}

function toProblem(error: FastifyError | Error, request: FailedRequest): Problem {
  if (error instanceof Problem) return error;
  const fastifyError = error as FastifyError;
  if (fastifyError.validation) return invalidInput(fastifyError, request);
  const refused = httpProblem(fastifyError) ?? databaseProblem(error, request);
  if (refused) return refused;
  const theirs =
    fastifyError.statusCode !== undefined && fastifyError.statusCode >= 400 && fastifyError.statusCode < 500;
  return theirs
    ? new Problem(fastifyError.statusCode as number, '请求不正确')
    : new Problem(500, '服务器返回异常', { traceId: request.traceId });
}

/** Answers an unparsable URL, which never reaches a route. */
export function answerBadUrl(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .status(400)
    .header('X-Trace-Id', request.traceId || newTrace())
    .header('Cache-Control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ code: failed, data: null, msg: '地址不正确' }));
}

/** Limits log lines to one a minute per kind, caller and path. */
const canLog = rateLimiter(1, 60_000);
/** Statuses to log as refused: login missing or wrong, no permission, too many requests. */
const telling = new Set([401, 403, 413, 429]);

/** Logs a refused request: user, address, path. */
function logRefusal(status: number, request: FastifyRequest): void {
  const { url: path } = request.routeOptions;
  const { viewer } = request;
  const user = viewer?.bearerId ? viewer.account : viewer?.userId;
  if (!telling.has(status) || !canLog([status, user, request.ip, path].join(' '))) return;
  log.warn({ status, user, ip: request.ip, path, trace: request.traceId }, 'request refused');
}

/**
 * Answers every error, unknown path and unreadable body with the envelope in Chinese; server errors are logged with
 * their trace.
 */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = toProblem(error, request);
    if (problem.status >= 500)
      log.error({ err: error, trace: request.traceId, path: request.routeOptions.url }, 'request failed');
    logRefusal(problem.status, request);
    return reply
      .status(problem.status)
      .type('application/json; charset=utf-8')
      .send({ code: problem.code, data: problem.data, msg: problem.message });
  });
  app.setNotFoundHandler((request, reply) => {
    if (request.url.startsWith('/api/'))
      return reply.status(404).send({ code: failed, data: null, msg: '没有这个接口' });
    return reply.status(404).type('text/plain; charset=utf-8').send('没有这个页面');
  });
}
