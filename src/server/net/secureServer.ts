import type { RequestListener, Server } from 'node:http';
import {
  constants,
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type ServerHttp2Session,
} from 'node:http2';
import { handshakeTime, limitHandshakes } from './handshakes.ts';
import type { Tls } from './tls.ts';

/** How long a request may take to arrive, and a connection may be of no use, ms; the same for both versions of HTTP. */
export interface HttpTimes {
  request: number;
  idle: number;
}

/** What a screen of sixty files asks for at once, with its calls and its stream, and twice that. */
const maxStreams = 128;
/** Bytes and count of the headers of a request. */
const maxHeaderBytes = 16_384;
const maxHeaderPairs = 64;

/** HTTP/2 has no clock for a request that never ends: it is reset. */
function boundRequest(time: number): (request: Http2ServerRequest) => void {
  return ({ stream, complete, httpVersionMajor }) => {
    if (httpVersionMajor < 2 || complete || stream.endAfterHeaders) return;
    const late = setTimeout(() => {
      if (!stream.readableEnded) stream.close(constants.NGHTTP2_CANCEL);
    }, time);
    stream.once('end', () => clearTimeout(late));
    stream.once('close', () => clearTimeout(late));
  };
}

/**
 * HTTP/2 and HTTP/1.1 over TLS on one port. Streams reset in a row (rapid reset), frames that break the rules, headers and
 * settings without end close the connection.
 * @param trusted whether an address is a proxy's, whose connections are not counted
 */
export function createTlsServer(
  handler: RequestListener,
  tls: Tls,
  times: HttpTimes,
  trusted: (address: string) => boolean,
): Server {
  const server: Http2SecureServer = createSecureServer(
    {
      ...tls.options(),
      allowHTTP1: true,
      handshakeTimeout: handshakeTime,
      http1Options: { requestTimeout: times.request, keepAliveTimeout: times.idle } as never,
      settings: { maxConcurrentStreams: maxStreams, maxHeaderListSize: maxHeaderBytes, enablePush: false },
      maxHeaderListPairs: maxHeaderPairs,
      maxSessionInvalidFrames: 100,
      maxSettings: 16,
      streamResetBurst: 500,
      streamResetRate: 30,
    },
    handler as never,
  );
  server.on('session', (session: ServerHttp2Session) => session.setTimeout(times.idle, () => session.close()));
  server.on('request', boundRequest(times.request));
  limitHandshakes(server, trusted);
  tls.follow(server);
  // Fastify asks for no more than both kinds of servers have.
  return server as unknown as Server;
}
