import { lookup } from 'node:dns/promises';
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { defaultPolicy, type OutboundPolicy } from './targets.ts';

/** Error of an outbound request; the message is a Chinese sentence for users. */
export class OutboundError extends Error {
  /** True if a later retry may succeed. */
  readonly again: boolean;

  constructor(message: string, again: boolean) {
    super(message);
    this.name = 'OutboundError';
    this.again = again;
  }
}

const reasons: Record<string, string> = {
  ENOTFOUND: '找不到这个域名',
  EAI_AGAIN: '域名解析失败',
  ECONNREFUSED: '对方拒绝连接',
  ECONNRESET: '连接被对方断开',
  EPIPE: '连接被对方断开',
  ETIMEDOUT: '连接超时',
  EHOSTUNREACH: '到不了对方的地址',
  ENETUNREACH: '到不了对方的地址',
  CERT_HAS_EXPIRED: '对方的证书已过期',
  ERR_TLS_CERT_ALTNAME_INVALID: '对方的证书不是这个域名的',
  DEPTH_ZERO_SELF_SIGNED_CERT: '对方的证书不可信',
  SELF_SIGNED_CERT_IN_CHAIN: '对方的证书不可信',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: '对方的证书不可信',
};

/** Turns an error of network, TLS or timeout into an OutboundError with a message. */
export function unreached(error: unknown, host: string): OutboundError {
  if (error instanceof OutboundError) return error;
  const { code, name } = error as { code?: string; name?: string };
  if (name === 'TimeoutError' || name === 'AbortError') return new OutboundError(`${host} 没有及时回答`, true);
  return new OutboundError(`${host}：${reasons[code ?? ''] ?? '连接失败'}`, true);
}

/**
 * Resolves a host and checks every address by the policy. Connect only to these addresses, without another lookup (DNS
 * rebinding).
 * @throws OutboundError if the host or one of its addresses is refused, or there is none
 */
export async function resolveAllowed(
  host: string,
  gate: OutboundPolicy = defaultPolicy(),
): Promise<{ address: string; family: number }[]> {
  const bare = host.replace(/^\[|\]$/g, '');
  const resolved = gate.problem(bare)
    ? []
    : await lookup(bare, { all: true }).catch((error) => Promise.reject(unreached(error, host)));
  const problem = gate.problem(bare) ?? resolved.map(({ address }) => gate.problem(address)).find(Boolean);
  if (problem) throw new OutboundError(problem, false);
  return resolved;
}

/** Returns a lookup function with only the checked addresses. */
function pinned(addresses: { address: string; family: number }[]): LookupFunction {
  return (_host, options, done) => {
    const [first] = addresses;
    if (options.all) done(null, addresses);
    else done(null, first?.address ?? '', first?.family);
  };
}

/** Headers of the connection: settings must not send them, they could split a request or reach another host. */
const ofConnection =
  /^(host|content-length|transfer-encoding|connection|keep-alive|te|trailers?|upgrade|expect|proxy-.*|http2-settings)$/i;

/** Returns whether a header belongs to the connection and cannot be set. */
export function isConnectionHeader(name: string): boolean {
  return ofConnection.test(name);
}

export interface OutboundRequest {
  method?: 'POST' | 'GET' | 'PUT';
  /** Request headers; those of the connection are dropped. */
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Aborts the request early; the timeout applies as well. */
  signal: AbortSignal;
}

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  /** First 64 kB of the body. */
  text: string;
  /** True if users may read the text: the host is public. */
  readable: boolean;
}

/** Timeout of a request with its redirects, ms. */
const timeoutMs = 10_000;
const maxBytes = 65_536;
const maxRedirects = 3;

async function bodyOf(message: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of message as AsyncIterable<Buffer>) {
    parts.push(part);
    bytes += part.length;
    if (bytes >= maxBytes) break;
  }
  return Buffer.concat(parts).subarray(0, maxBytes).toString('utf8');
}

const insecure = '地址须以 https:// 开头，只有开放的内网可用 http://';

async function fetchOnce(
  url: URL,
  { method = 'POST', headers = {}, body, signal }: OutboundRequest,
  gate: OutboundPolicy,
): Promise<Reply> {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new OutboundError(insecure, false);
  const addresses = await resolveAllowed(url.hostname, gate);
  if (url.protocol === 'http:' && !addresses.every(({ address }) => gate.plain(address)))
    throw new OutboundError(insecure, false);
  signal.throwIfAborted();
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const forwardedHeaders = Object.fromEntries(Object.entries(headers).filter(([name]) => !isConnectionHeader(name)));
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    request(
      url,
      { method, headers: { ...forwardedHeaders, ...length }, lookup: pinned(addresses), agent: false, signal },
      resolve,
    )
      .on('error', reject)
      .end(body);
  });
  return {
    status: message.statusCode ?? 0,
    headers: message.headers,
    text: await bodyOf(message),
    readable: addresses.every(({ address }) => gate.readable(address)),
  };
}

/**
 * Sends an outbound request: 10 s, at most 64 kB of the answer, only to allowed addresses. Follows three redirects
 * (307, 308) within the origin, because credentials are for it alone; returns others.
 * @throws OutboundError without an answer, or if the address is refused
 */
export async function fetchOutbound(
  address: string | URL,
  request: OutboundRequest,
  gate: OutboundPolicy = defaultPolicy(),
): Promise<Reply> {
  if (!URL.canParse(String(address))) throw new OutboundError('地址不是完整的网址', false);
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
  let url = new URL(String(address));
  try {
    for (let remaining = maxRedirects; ; remaining -= 1) {
      const reply = await fetchOnce(url, { ...request, signal }, gate);
      const { location } = reply.headers;
      if ((reply.status !== 307 && reply.status !== 308) || !location) return reply;
      if (remaining === 0) throw new OutboundError(`${url.hostname} 转来转去，没有回答`, false);
      const next = URL.parse(location, url);
      if (next?.origin !== url.origin) throw new OutboundError(`${url.hostname} 转到了别的地址，没有跟随`, false);
      url = next;
    }
  } catch (error) {
    throw unreached(error, url.hostname);
  }
}
