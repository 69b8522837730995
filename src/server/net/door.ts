import type { Server, Socket } from 'node:net';
import { log } from '#server/core/log.ts';
import type { ConnectionSlot, Doors } from './doors.ts';
import { addressOf } from './proxy.ts';
import { rateLimiter } from './rateLimiter.ts';

type Peer = Pick<Socket, 'remoteAddress' | 'remotePort'>;

const keyOf = ({ remoteAddress, remotePort }: Peer) => `${remoteAddress} ${remotePort}`;

/** One line a minute. */
const canLog = rateLimiter(1, 60_000);

/**
 * Gives each connection of a server a place, with TLS from before its handshake, and cuts it where there is none. To be called
 * before anything else listens for the server's connections.
 * @param onCut a connection was cut for want of places
 * @returns the place of a connection, or of what TLS or HTTP/2 made of it; undefined where it was cut
 */
export function guardDoor(
  server: Server,
  doors: Doors,
  onCut: (address: string | null) => void,
): (peer: Peer) => ConnectionSlot | undefined {
  const places = new Map<string, ConnectionSlot>();
  // No file for a connection that waits: the system goes on with the next one.
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
