import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const servers = new Set<Server>();

/** Starts a server on this machine until `closeReceivers`; returns its origin. */
export async function listenOutside(server: Server): Promise<string> {
  servers.add(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/**
 * Starts a receiver of JSON messages on this machine, which may refuse them permanently.
 * @param status of each answer
 * @returns its URL and the received messages, in order
 */
export async function openReceiver<Got = Record<string, unknown>>(status = 200): Promise<{ got: Got[]; url: string }> {
  const got: Got[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    got.push(JSON.parse(body) as Got);
    response.writeHead(status).end('{"errcode":0}');
  });
  return { got, url: `${await listenOutside(server)}/messages` };
}

/** Closes all receivers. */
export function closeReceivers(): void {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  servers.clear();
}
