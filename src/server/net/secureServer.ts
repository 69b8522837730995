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

/** Timeouts of a request's arrival and of an idle connection, ms; equal for HTTP/1.1 and HTTP/2. */
export interface HttpTimes {
  request: number;
  idle: number;
}

/** Maximum parallel streams: twice what a screen needs (60 files, calls and the live stream). */
const maxStreams = 128;
/** Maximum bytes and number of request headers. */
const maxHeaderBytes = 16_384;
const maxHeaderPairs = 64;

/** Resets an HTTP/2 request that does not end in time: HTTP/2 has no such timeout. */
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
 * Creates a server for HTTP/2 and HTTP/1.1 over TLS on one port. Rapid reset, invalid frames, endless headers or
 * settings close the connection.
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
  // Fastify uses only the members that both server types have.
  return server as unknown as Server;
}
