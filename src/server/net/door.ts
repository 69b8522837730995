import type { Server, Socket } from 'node:net';
import { log } from '#server/core/log.ts';
import type { ConnectionSlot, Doors } from './doors.ts';
import { addressOf } from './proxy.ts';
import { rateLimiter } from './rateLimiter.ts';

type Peer = Pick<Socket, 'remoteAddress' | 'remotePort'>;

const keyOf = ({ remoteAddress, remotePort }: Peer) => `${remoteAddress} ${remotePort}`;

/** Limits log lines to one a minute. */
const canLog = rateLimiter(1, 60_000);

/**
 * Assigns a slot to each connection, before the TLS handshake, and cuts connections without a free slot. Call it before
 * any other listener for connections.
 * @param onCut called for a connection cut for lack of slots
 * @returns the slot of a connection, also by its TLS or HTTP/2 socket; undefined if it was cut
 */
export function guardDoor(
  server: Server,
  doors: Doors,
  onCut: (address: string | null) => void,
): (peer: Peer) => ConnectionSlot | undefined {
  const places = new Map<string, ConnectionSlot>();
  // Out of file descriptors at accept: the system continues with the next connection.
  server.on('error', (error) => {
    if (server.listening && canLog('accept')) log.error({ err: error }, 'port failed');
  });
  server.on('connection', (socket: Socket) => {
    const address = addressOf(socket);
    const cut = () => {
      onCut(address);
      socket.destroy();
    };
    const place = doors.enter(server, address, cut);
    if (!place) {
      cut();
      return;
    }
    const key = keyOf(socket);
    places.set(key, place);
    socket.once('close', () => {
      doors.leave(place, address);
      if (places.get(key) === place) places.delete(key);
    });
  });
  return (peer) => places.get(keyOf(peer));
}
