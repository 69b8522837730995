import type { Socket } from 'node:net';
import type { Server, TLSSocket } from 'node:tls';
import { Counter } from 'prom-client';
import { plainAddress, subscriberOf } from '#server/core/addressRange.ts';

/** A handshake takes two round trips, ms. */
export const handshakeTime = 10_000;
/** Unfinished ones of one address; a house full of screens or a carrier's gate after a restart stays below. */
const maxPerAddress = 200;

const refused = new Counter({
  name: 'anhao_tls_refused_total',
  help: 'connections cut before their handshake was over',
});

const keyOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;

/**
 * Lets one address have so many unfinished handshakes at a time: each holds a socket and costs a signature. A connection that
 * one of the `trusted` proxies carries on is not counted.
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
