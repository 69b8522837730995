import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const servers = new Set<Server>();

/** Lets a server listen on this machine until `closeReceivers`; its origin. */
export async function listenOutside(server: Server): Promise<string> {
  servers.add(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/**
 * Somebody outside who takes JSON messages on this machine, or refuses them for good.
 * @param status of each answer
 * @returns its address, and what it got, in order
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

/** Closes all of them. */
export function closeReceivers(): void {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  servers.clear();
}
