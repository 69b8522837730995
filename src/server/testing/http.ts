import { Agent, type IncomingHttpHeaders, request as send } from 'node:http';
import { request as sendSecurely, Agent as TlsAgent } from 'node:https';

/** Any answer to a request. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** Fields of the envelope, if the body is one. */
  code: number | undefined;
  msg: string;
  data: unknown;
  count: number | undefined;
}

export interface Ask {
  method?: string;
  path: string;
  /** An object is sent as JSON, text and bytes unchanged. */
  body?: unknown;
  token?: string | undefined;
  headers?: Record<string, string | null>;
  /** Local address of the client: 127.0.0.x. */
  from?: string | undefined;
}

const agents = new Map<string, Agent>();

function agentFrom(address: string, secure: boolean): Agent {
  const key = `${secure} ${address}`;
  const options = { keepAlive: true, maxSockets: 60 };
  // Test certificates are self-signed; tests about certificates verify them separately.
  const agent =
    agents.get(key) ?? (secure ? new TlsAgent({ ...options, rejectUnauthorized: false }) : new Agent(options));
  agents.set(key, agent);
  return agent;
}

/** Closes the keep-alive connections. */
export function closeConnections(): void {
  for (const agent of agents.values()) agent.destroy();
  agents.clear();
}

function headersOf(ask: Ask): Record<string, string> {
  const json = ask.body !== undefined && typeof ask.body !== 'string' && !Buffer.isBuffer(ask.body);
  const headers: Record<string, string | null> = {
    'X-Requested-With': 'XMLHttpRequest',
    ...(json ? { 'Content-Type': 'application/json' } : {}),
    ...(ask.token ? { Authorization: `Bearer ${ask.token}` } : {}),
    ...ask.headers,
  };
  return Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== null));
}

function bytesOf(body: unknown): Buffer | undefined {
  if (body === undefined) return undefined;
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

function envelopeOf(text: string): Pick<Answer, 'code' | 'msg' | 'data' | 'count'> {
  const none: Pick<Answer, 'code' | 'msg' | 'data' | 'count'> = {
    code: undefined,
    msg: '',
    data: undefined,
    count: undefined,
  };
  try {
    const parsed: unknown = JSON.parse(text);
    return parsed !== null && typeof parsed === 'object' && 'code' in parsed
      ? { ...none, ...(parsed as Partial<Answer>) }
      : none;
  } catch {
    return none;
  }
}

/** Sends an HTTP request over a keep-alive connection. Headers set to null are omitted. */
export function http(url: string, ask: Ask): Promise<Answer> {
  const bytes = bytesOf(ask.body);
  const address = ask.from ?? '127.0.0.1';
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const { hostname, port, protocol } = new URL(url);
  const secure = protocol === 'https:';
  const request = (secure ? sendSecurely : send)(
    {
      hostname,
      port,
      path: ask.path,
      method: ask.method ?? 'POST',
      agent: agentFrom(address, secure),
      localAddress: address,
      headers: { ...headersOf(ask), ...(bytes ? { 'Content-Length': bytes.length } : {}) },
    },
    (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, ...envelopeOf(text) });
      });
    },
  );
  request.on('error', reject);
  request.end(bytes);
  return promise;
}
