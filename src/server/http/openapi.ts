import Fastify, { type FastifyInstance } from 'fastify';
import { lazyCompilers } from './compilers.ts';
import { authorizeInspector } from './endpointRoute.ts';

/** Registers all routes again in a Fastify instance that only describes them. */
async function describe(addRoutes: (app: FastifyInstance) => void): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ]);
  const app = Fastify({ schemaController: { compilersFactory: lazyCompilers } });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: '安好', version: '1.0.0', description: '居家养老监护平台的接口' },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
      security: [{ token: [] }],
    },
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs' });
  await app.register(async (scope) => addRoutes(scope));
  await app.ready();
  return app;
}

/**
 * Adds `/api/docs` (OpenAPI page) and `/api/docs/json` (document), generated from the contracts at the first request.
 */
export function addDocs(app: FastifyInstance, addRoutes: (app: FastifyInstance) => void): void {
  let docs: Promise<FastifyInstance> | undefined;
  app.addHook('onClose', async () => {
    await (await docs)?.close();
  });
  for (const url of ['/api/docs', '/api/docs/*'])
    app.get(url, { schema: { hide: true }, onRequest: authorizeInspector }, async (request, reply) => {
      docs ??= describe(addRoutes);
      const answer = await (await docs).inject({ method: 'GET', url: request.url, headers: request.headers });
      const { 'content-length': _length, connection: _connection, ...headers } = answer.headers;
      return reply.status(answer.statusCode).headers(headers).send(answer.rawPayload);
    });
}
