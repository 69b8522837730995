/** PROXY protocol version 2 (haproxy.org, proxy-protocol.txt section 2.2), binary. */
const signature = Buffer.from('0d0a0d0a000d0a515549540a', 'hex');
const fixed = 16;
/** Maximum length, bytes: addresses and TLVs of any real proxy fit; a longer header is refused. */
const longest = 536;

export type ProxyHeader =
  | { state: 'more' }
  | { state: 'bad' }
  /** `source`: the client's address; null for the proxy's connection (LOCAL) or a non-IP address. */
  | { state: 'done'; length: number; source: string | null };

/** Parses the header from the first bytes of a connection; `more` while it is incomplete. */
export function readProxyHeader(bytes: Buffer): ProxyHeader {
  const begun = Math.min(bytes.length, signature.length);
  if (!bytes.subarray(0, begun).equals(signature.subarray(0, begun))) return { state: 'bad' };
  if (bytes.length < fixed) return { state: 'more' };
  const command = bytes.readUInt8(12);
  const length = fixed + bytes.readUInt16BE(14);
  if ((command !== 0x20 && command !== 0x21) || length > longest) return { state: 'bad' };
  if (bytes.length < length) return { state: 'more' };
  if (command === 0x20) return { state: 'done', length, source: null };
  return withSource(bytes.readUInt8(13), bytes.subarray(fixed, length), length);
}

function withSource(transport: number, body: Buffer, length: number): ProxyHeader {
  if (transport === 0x11 && body.length >= 12) return { state: 'done', length, source: body.subarray(0, 4).join('.') };
  if (transport === 0x21 && body.length >= 36) return { state: 'done', length, source: ipv6(body.subarray(0, 16)) };
  return transport === 0 ? { state: 'done', length, source: null } : { state: 'bad' };
}

function ipv6(bytes: Buffer): string {
  const groups = Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16)).join(':');
  return new URL(`http://[${groups}]`).hostname.slice(1, -1);
}
