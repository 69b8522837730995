import { createParser } from 'eventsource-parser';
import { backoff } from './backoff.ts';
import type { LiveEvent, LiveState } from './protocol.ts';
import { recentKeys } from './recent.ts';

export interface StreamOptions {
  token: string;
  /** URL of the stream, and of a cheap page of this server that needs no session. */
  url: string;
  probeUrl: string;
  onEvent: (event: LiveEvent) => void;
  onState: (state: LiveState, since: number, lastBeat: number) => void;
  onReset: () => void;
  /** Called when the permission version changes, and once at the beginning of each connection. */
  onPermissions: (mark: string) => void;
  onOver: () => void;
  /**
   * When the pages began to read their data, ms on the clock of `moment`; without it they read again at the first
   * connection.
   */
  begun?: number | undefined;
}

/** Returns ms since 1970 on a clock that is never adjusted and that page and worker share. */
export const moment = () => performance.timeOrigin + performance.now();

/** Silence before a probe of the server, ms; the server itself sends every 2 s. */
const probeAfter = 2_500;
/** Timeout of a probe, ms: with the silence before it, a dead connection is shown after 5 s. */
const probeTimeout = 2_000;
/** Silence of the stream after which it counts as dead, ms. */
const deadAfter = 8_000;
/** Maximum wait for the first answer of a connection, ms. */
const answerWithin = 5_000;
/** A shorter break is not shown, ms: a restart or a moved connection. */
const shownAfter = 3_000;
/** Lifetime of a connection that resets the retry delays, ms. */
const goodAfter = 5_000;
const maxRecentKeys = 2_000;
/** Maximum characters of a block; a longer one is a fault of the other side. */
const maxBlockLength = 4_000_000;

/** Holds one resumable event stream over fetch until `close`; passes every event once. */
export function openStream(options: StreamOptions): { close: () => void; reconnect: () => void } {
  const keys = recentKeys(maxRecentKeys);
  let closed = false;
  let cursor: string | null = null;
  /** The pages read their data then or later. */
  let readSince = options.begun;
  let attempt = 0;
  let state: LiveState = 'connecting';
  let since = Date.now();
  /** Last byte of the stream, and last proof (byte or probe) that the server is reachable. */
  let lastByte = Date.now();
  let lastBeat = Date.now();
  let brokenAt = Date.now();
  let probing = false;
  /** The break was detected by silence, so it began earlier. */
  let wasSilent = false;
  let moved = false;
  let abort = new AbortController();
  let wake: () => void = () => {};

  function say(next: LiveState, instant: number) {
    if (next === state) return;
    state = next;
    since = instant;
    options.onState(state, since, lastBeat);
  }

  function handle(event: string | undefined, text: string) {
    if (event === 'reset') {
      cursor = null;
      keys.clear();
      reset();
    } else if (event === 'session') over();
    else if (event === 'permission') options.onPermissions((JSON.parse(text) as { version: string }).version);
    else if (event === 'moved') {
      moved = true;
      abort.abort();
    } else {
      const value: unknown = JSON.parse(text);
      if (isLiveEvent(value) && keys.isNew(value.eventId)) options.onEvent(value);
    }
  }

  function reset() {
    readSince = moment();
    options.onReset();
  }

  function over() {
    close();
    options.onOver();
  }

  function beat() {
    lastByte = Date.now();
    lastBeat = lastByte;
    if (state === 'live') options.onState(state, since, lastBeat);
  }

  async function read(body: ReadableStream<Uint8Array>) {
    const decoder = new TextDecoder();
    const parser = createParser({
      maxBufferSize: maxBlockLength,
      onEvent: ({ event, data, id }) => {
        handle(event, data);
        // Confirmed only after reading, so that an unreadable event is sent again.
        if (id !== undefined) cursor = id;
      },
    });
    const reader = body.getReader();
    for (let part = await reader.read(); !part.done && !closed; part = await reader.read()) {
      beat();
      parser.feed(decoder.decode(part.value, { stream: true }));
    }
  }

  function requestHeaders() {
    const headers: Record<string, string> = {
      Accept: 'text/event-stream',
      Authorization: `Bearer ${options.token}`,
      'X-Requested-With': 'XMLHttpRequest',
    };
    if (cursor !== null) headers['Last-Event-ID'] = cursor;
    else if (readSince !== undefined) headers['X-Page-Age'] = String(Math.max(0, Math.ceil(moment() - readSince)));
    return headers;
  }

  /** Returns whether the stream covers everything since the pages began to read. */
  function isGapless(head: Headers): boolean {
    if (cursor !== null) return true;
    const reach = Number(head.get('X-Reaches-Back') ?? Number.NaN);
    return readSince !== undefined && reach >= moment() - readSince;
  }

  async function connect() {
    abort = new AbortController();
    lastByte = Date.now();
    const response = await fetch(options.url, {
      headers: requestHeaders(),
      signal: abort.signal,
      cache: 'no-store',
      credentials: 'omit',
    });
    if (response.status === 401) return over();
    if (!response.ok || !response.body) throw new Error(`event stream: status ${response.status}`);
    const opened = Date.now();
    beat();
    say('live', opened);
    const permissionMark = response.headers.get('X-Permission-Version');
    if (permissionMark) options.onPermissions(permissionMark);
    if (!isGapless(response.headers)) reset();
    try {
      await read(response.body);
    } finally {
      if (Date.now() - opened > goodAfter || moved) attempt = 0;
    }
  }

  function broke() {
    if (state !== 'live') return;
    brokenAt = wasSilent ? lastBeat : Date.now();
    wasSilent = false;
    say(Date.now() - brokenAt > shownAfter ? 'down' : 'connecting', lastBeat);
  }

  async function run() {
    while (!closed) {
      try {
        await connect();
      } catch {
        // Network failure, cut connection or unreadable block: the next try finds out.
      }
      if (closed) return;
      broke();
      if (!moved) await wait(backoff(attempt++, Math.random()));
      moved = false;
    }
  }

  function wait(ms: number) {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function probe() {
    probing = true;
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), probeTimeout);
    try {
      await fetch(options.probeUrl, {
        signal: limit.signal,
        cache: 'no-store',
        credentials: 'omit',
      });
      lastBeat = Date.now();
      if (state === 'live') options.onState(state, since, lastBeat);
    } catch {
      wasSilent = true;
      abort.abort();
    }
    clearTimeout(timer);
    probing = false;
  }

  const watch = setInterval(() => {
    const now = Date.now();
    if (state === 'connecting' && now - brokenAt > shownAfter) say('down', lastBeat);
    if (now - lastByte > (state === 'live' ? deadAfter : answerWithin)) abort.abort();
    else if (state === 'live' && !probing && now - lastBeat > probeAfter) void probe();
  }, 500);

  function close() {
    closed = true;
    clearInterval(watch);
    abort.abort();
    wake();
  }

  void run();
  return {
    close,
    reconnect() {
      attempt = 0;
      if (state === 'live') abort.abort();
      wake();
    },
  };
}

function isLiveEvent(value: unknown): value is LiveEvent {
  return (
    typeof value === 'object' &&
    value !== null &&
    'eventId' in value &&
    typeof value.eventId === 'string' &&
    'kind' in value
  );
}
