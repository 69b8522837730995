import { BlockList, isIPv6, type Socket } from 'node:net';
import { plainAddress } from '#server/core/addressRange.ts';
import { readProxyHeader } from './proxyHeader.ts';

/** Whether an address stands among addresses and networks such as `10.0.0.0/8`. */
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

/** The address of the other side, in IPv4 form where it is one; null when it is gone. */
export function addressOf(socket: Socket): string | null {
  return socket.remoteAddress === undefined ? null : plainAddress(socket.remoteAddress);
}

/**
 * Reads the PROXY header and puts back what follows it.
 * @param ms until the whole header must be there
 * @returns the client's address; null when there was no header, a wrong one or none in time: the socket is to be cut
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
