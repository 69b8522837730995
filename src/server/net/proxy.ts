import { BlockList, isIPv6, type Socket } from 'node:net';
import { plainAddress } from '#server/core/addressRange.ts';
import { readProxyHeader } from './proxyHeader.ts';

/** Returns a test for a list of addresses and networks such as `10.0.0.0/8`. */
export function addressTest(items: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const item of items) {
    const [address = '', bits] = item.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Returns the peer's address, as IPv4 if mapped; null if the socket is closed. */
export function addressOf(socket: Socket): string | null {
  return socket.remoteAddress === undefined ? null : plainAddress(socket.remoteAddress);
}

/**
 * Reads the PROXY header and unshifts the bytes after it.
 * @param ms timeout of the complete header
 * @returns the client's address; null for a missing, invalid or late header: the caller must cut the socket
 */
export function behindProxy(socket: Socket, ms: number): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  let bytes = Buffer.alloc(0);
  const settle = (address: string | null): void => {
    clearTimeout(timer);
    socket.off('data', onData).off('close', onClose).off('end', onClose);
    resolve(address);
  };
  const onClose = () => settle(null);
  const onData = (chunk: Buffer): void => {
    bytes = Buffer.concat([bytes, chunk]);
    const header = readProxyHeader(bytes);
    if (header.state === 'more') return;
    socket.pause();
    if (header.state === 'done' && bytes.length > header.length) socket.unshift(bytes.subarray(header.length));
    settle(header.state === 'done' ? (header.source ?? addressOf(socket)) : null);
  };
  const timer = setTimeout(onClose, ms);
  socket.on('data', onData).on('close', onClose).on('end', onClose).on('error', onClose);
  return promise;
}
