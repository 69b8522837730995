import { createParser } from 'eventsource-parser';
import { backoff } from './backoff.ts';
import type { LiveEvent, LiveState } from './protocol.ts';
import { recentKeys } from './recent.ts';

export interface StreamOptions {
  token: string;
  /** Address of the stream and of a cheap page of the same server that answers without a session. */
  url: string;
  probeUrl: string;
  onEvent: (event: LiveEvent) => void;
  onState: (state: LiveState, since: number, lastBeat: number) => void;
  onReset: () => void;
  /** What the person may do has changed since the mark that was told before; told once at the beginning of each connection too. */
  onPermissions: (mark: string) => void;
  onOver: () => void;
  /** When the pages began to read what they show, ms on the clock of `moment`; without it they read anew at the first connection. */
  begun?: number | undefined;
}

/** Now, ms since 1970, on a clock that nobody sets and that page and worker share. */
export const moment = () => performance.timeOrigin + performance.now();

/** Silence after which the server is asked whether it is there, ms; the server itself speaks every 2 s. */
const probeAfter = 2_500;
/** With the silence before it, a line without any answer is shown as lost after 5 s, ms. */
const probeTimeout = 2_000;
/** Silence of the stream itself after which it counts as dead, ms. */
const deadAfter = 8_000;
/** Longest wait for the first answer of a connection, ms. */
const answerWithin = 5_000;
/** A break shorter than this is not shown, ms: a restart or a moved connection. */
const shownAfter = 3_000;
/** A connection that lived this long starts the pauses from the first one again, ms. */
const goodAfter = 5_000;
const maxRecentKeys = 2_000;
/** A longer block is a fault of the other side, not an event, characters. */
const maxBlockLength = 4_000_000;

/** Holds one resumed event stream over fetch until `close`; every event is handed on once. */
export function openStream(options: StreamOptions): { close: () => void; reconnect: () => void } {
  const keys = recentKeys(maxRecentKeys);
  let closed = false;
  let cursor: string | null = null;
  /** What the pages show was read then or later. */
  let readSince = options.begun;
  let attempt = 0;
  let state: LiveState = 'connecting';
  let since = Date.now();
  /** Last byte of the stream; last proof that the server can be reached, by byte or probe. */
  let lastByte = Date.now();
  let lastBeat = Date.now();
  let brokenAt = Date.now();
  let probing = false;
  /** The break was found out by silence: it is old already. */
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
        // Confirmed only now: what could not be read comes again.
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

  /** Whether the stream tells all that has happened since the pages began to read. */
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
        // Network failure, cut connection or unreadable block: the next try says what is the matter.
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
