// http: the HTTP server: endpoints and their envelope, errors, OpenAPI, health.

import type { RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import compress from '@fastify/compress';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import fastifyStatic from '@fastify/static';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
  type RouteOptions,
} from 'fastify';
import { requireKeyPlace } from '#server/auth/accessKey.ts';
import { log } from '#server/core/log.ts';
import { config } from '#server/core/runtime.ts';
import { newTrace } from '#server/core/trace.ts';
import { extensionsOf } from '#server/feature/extensions.ts';
import type { Doors } from '#server/net/doors.ts';
import { addressTest } from '#server/net/proxy.ts';
import { createTlsServer, type HttpTimes } from '#server/net/secureServer.ts';
import type { Tls } from '#server/net/tls.ts';
import { endsTooEarly } from '#shared/rule/order.ts';
import { timeFormats } from '#shared/rule/rules.ts';
import { lazyCompilers } from './compilers.ts';
import { guardConnections } from './connections.ts';
import { registerEndpoint } from './endpointRoute.ts';
import { answerBadUrl, answerErrors } from './errors.ts';
import { addHealth } from './health.ts';
import { addDocs } from './openapi.ts';
import { tileSource } from './tileOrigin.ts';

declare module 'fastify' {
  interface FastifyRequest {
    traceId: string;
  }
}

const times: HttpTimes = { request: 60_000, idle: 72_000 };

const webFolder = fileURLToPath(new URL('../../../dist/web', import.meta.url));

/** HTTP handlers of a feature outside the envelope (live stream, device pushes, files). */
export type HttpHandlers = (app: FastifyInstance) => void;

declare module '#server/feature/manifest.ts' {
  interface FeatureExtensions {
    http: HttpHandlers;
  }
}

/**
 * Builds the HTTP server: endpoints, documentation, health, the page. Does not listen. `onRoute` is called for every
 * route; `tls` makes it HTTPS; `doors` limits connections.
 */
export async function buildApp(
  onRoute: (route: RouteOptions) => void = () => undefined,
  tls?: Tls,
  doors?: Doors,
): Promise<FastifyInstance> {
  const isProxy = addressTest(config().trustProxy);
  const app = Fastify({
    loggerInstance: log.child({ part: 'http' }, { level: 'warn' }) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1_048_576,
    requestTimeout: times.request,
    keepAliveTimeout: times.idle,
    ...(tls ? { serverFactory: (handler: RequestListener) => createTlsServer(handler, tls, times, isProxy) } : {}),
    forceCloseConnections: 'idle',
    // `request.ip` is the nearest address that is no trusted proxy; other forwarding headers are ignored.
    trustProxy: config().trustProxy.length > 0 ? config().trustProxy : false,
    frameworkErrors: answerBadUrl,
    schemaController: { compilersFactory: lazyCompilers },
    ajv: {
      customOptions: {
        // The contract's own rules produce the messages, so the validator may stop at the first error.
        allErrors: false,
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        strict: false,
      },
      onCreate: (ajv) => {
        for (const [name, validate] of Object.entries(timeFormats)) ajv.addFormat(name, validate);
        ajv.addKeyword({
          keyword: 'after',
          validate: (begin: string, end: unknown, _schema: unknown, place?: { parentData: Record<string, unknown> }) =>
            !endsTooEarly(place?.parentData[begin], end),
        });
      },
    },
  });
  if (doors) guardConnections(app, doors);
  app.addHook('onRoute', (route) => {
    requireKeyPlace(route.schema?.['x-permission'], route.url);
    onRoute(route);
  });
  app.removeContentTypeParser('text/plain');
  app.decorateRequest('traceId', '');
  app.addHook('onRequest', async (request, reply) => {
    request.traceId = newTrace();
    reply.header('X-Trace-Id', request.traceId);
    // Answers contain private data; a handler of public content sets its own `Cache-Control`.
    if (request.url.startsWith('/api/')) reply.header('Cache-Control', 'no-store');
  });
  answerErrors(app);
  await app.register(helmet, {
    // Without TLS here, HSTS is set by the proxy.
    hsts: tls ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    referrerPolicy: { policy: 'no-referrer' },
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', tileSource],
        workerSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'", tileSource],
        fontSrc: ["'self'", 'data:'],
        frameSrc: ["'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
  });
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], brotliOptions: { params: { 1: 4 } } });
  await app.register(rateLimit, { global: false });
  await app.register(formbody, { bodyLimit: 65_536 });
  await app.register(multipart, { limits: { fileSize: 20_971_520, files: 5, fields: 20 } });
  const routes = (await extensionsOf('routes')).flatMap(({ extension: part }) => part);
  const handlers = await extensionsOf('http');
  const addRoutes: HttpHandlers = (scope) => {
    for (const bound of routes) registerEndpoint(scope, bound);
    for (const { extension: part } of handlers) part(scope);
  };
  addDocs(app, addRoutes);
  await app.register(async (scope) => {
    addRoutes(scope);
    addHealth(scope);
  });
  await app.register(fastifyStatic, {
    root: webFolder,
    preCompressed: true,
    // With `preCompressed` the plugin looks for a compressed index of the folder and answers 404 without it.
    index: false,
    cacheControl: false,
    setHeaders: setFileHeaders,
  });
  app.get('/', { schema: { hide: true } }, (_request, reply) => reply.sendFile('index.html'));
  return app;
}

/** Headers that browsers respect only in documents and workers. */
const documentHeaders = [
  'Content-Security-Policy',
  'Referrer-Policy',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Frame-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-XSS-Protection',
  'X-Trace-Id',
];

/** Sets the headers of a static file. A screen loads about 60 files: assets go without the document headers. */
function setFileHeaders(reply: FastifyReply, path: string): void {
  const asset = path.includes('/assets/');
  reply.header('Cache-Control', asset ? 'public, max-age=31536000, immutable' : 'no-cache');
  if (!asset || path.includes('worker')) return;
  for (const name of documentHeaders) {
    reply.removeHeader(name);
    reply.raw.removeHeader(name);
  }
}
