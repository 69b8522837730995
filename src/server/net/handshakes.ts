import type { Socket } from 'node:net';
import type { Server, TLSSocket } from 'node:tls';
import { Counter } from 'prom-client';
import { plainAddress, subscriberOf } from '#server/core/addressRange.ts';

/** Timeout of a handshake, ms; it takes two round trips. */
export const handshakeTime = 10_000;
/**
 * Maximum unfinished handshakes of one address; a site with many screens or a carrier gateway after a restart stays
 * below.
 */
const maxPerAddress = 200;

const refused = new Counter({
  name: 'anhao_tls_refused_total',
  help: 'connections cut before their handshake was over',
});

const keyOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;

/**
 * Limits the unfinished handshakes of one address: each holds a socket and costs a signature. Connections of the
 * `trusted` proxies are not counted.
 */
export function limitHandshakes(server: Server, trusted: (address: string) => boolean, most = maxPerAddress): void {
  const open = new Map<string, number>();
  const settled = new Map<string, () => void>();
  const settle = (socket: TLSSocket) => settled.get(keyOf(socket))?.();
  server.on('connection', (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress ?? '');
    if (trusted(address)) return;
    const place = subscriberOf(address);
    const count = open.get(place) ?? 0;
    if (count >= most) {
      refused.inc();
      socket.destroy();
      return;
    }
    open.set(place, count + 1);
    const key = keyOf(socket);
    const end = () => {
      if (!settled.delete(key)) return;
      const remaining = (open.get(place) ?? 1) - 1;
      if (remaining > 0) open.set(place, remaining);
      else open.delete(place);
    };
    settled.set(key, end);
    socket.once('close', end);
  });
  server.on('secureConnection', settle);
}
