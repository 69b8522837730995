import type { FastifyInstance } from 'fastify';
import { Counter } from 'prom-client';
import { guardDoor } from '#server/net/door.ts';
import type { Doors } from '#server/net/doors.ts';

const cut = new Counter({
  name: 'anhao_http_connections_cut_total',
  help: 'HTTP connections cut because all places were taken',
});

/** Bounds the connections of HTTP: one on which somebody has called who is logged in goes last, and never during a call. */
export function guardConnections(app: FastifyInstance, doors: Doors): void {
  const placeOf = guardDoor(app.server, doors, () => cut.inc());
  app.addHook('onRequest', async (request, reply) => {
    const place = placeOf(request.raw.socket);
    // A proxy's connection carries many people's calls.
    if (doors.isProxy(request.raw.socket.remoteAddress ?? null)) place?.prove();
    const free = place?.use();
    if (free) reply.raw.once('close', free);
  });
  // Whoever is logged in is known by now, and the body is still to come.
  app.addHook('preParsing', async (request) => {
    if (request.viewer?.sessionId) placeOf(request.raw.socket)?.prove();
  });
}
