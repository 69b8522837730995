import type { FastifyInstance } from 'fastify';
import { Counter } from 'prom-client';
import { guardDoor } from '#server/net/door.ts';
import type { Doors } from '#server/net/doors.ts';

const cut = new Counter({
  name: 'anhao_http_connections_cut_total',
  help: 'HTTP connections cut because all places were taken',
});

/** Limits HTTP connections. A connection with a logged-in request is dropped last, never during a request. */
export function guardConnections(app: FastifyInstance, doors: Doors): void {
  const placeOf = guardDoor(app.server, doors, () => cut.inc());
  app.addHook('onRequest', async (request, reply) => {
    const place = placeOf(request.raw.socket);
    // A proxy's connection carries requests of many users.
    if (doors.isProxy(request.raw.socket.remoteAddress ?? null)) place?.prove();
    const free = place?.use();
    if (free) reply.raw.once('close', free);
  });
  // Before the body is read: the login is checked by then.
  app.addHook('preParsing', async (request) => {
    if (request.viewer?.sessionId) placeOf(request.raw.socket)?.prove();
  });
}
