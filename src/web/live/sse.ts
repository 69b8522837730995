/** One dispatched block of a server-sent event stream. */
export interface SseMessage {
  event: string;
  data: string;
}

export interface SseHandlers {
  onMessage: (message: SseMessage) => void;
  /** The cursor, confirmed when its block is complete; it comes after that block's message. */
  onId: (id: string) => void;
  onComment?: (text: string) => void;
}

/** A longer line or block is a fault of the other side, not an event: 4 million characters. */
const maxBuffered = 4_000_000;

/**
 * Incremental parser of `text/event-stream` (WHATWG HTML 9.2.6): feed it decoded text in pieces of any size.
 * A block that the end of the connection cut is dropped, so its `id` confirms nothing.
 */
export function sseParser(handlers: SseHandlers): (chunk: string) => void {
  let rest = '';
  let first = true;
  let event = '';
  let data: string[] = [];
  let size = 0;
  let id: string | null = null;

  function dispatch() {
    if (data.length > 0) handlers.onMessage({ event: event || 'message', data: data.join('\n') });
    if (id !== null) handlers.onId(id);
    event = '';
    data = [];
    size = 0;
    id = null;
  }

  function field(name: string, value: string) {
    if (name === 'event') event = value;
    else if (name === 'data') {
      data.push(value);
      size += value.length;
    } else if (name === 'id' && !value.includes('\0')) id = value;
  }

  function line(text: string) {
    const colon = text.indexOf(':');
    if (text === '') dispatch();
    else if (colon === 0) handlers.onComment?.(text.slice(1).trimStart());
    else if (colon < 0) field(text, '');
    else field(text.slice(0, colon), text.slice(text[colon + 1] === ' ' ? colon + 2 : colon + 1));
  }

  /** Handles the whole lines of `rest` and keeps what follows them. */
  function lines() {
    let from = 0;
    for (let at = nextBreak(rest, from); at >= 0; at = nextBreak(rest, from)) {
      // A CR that ends the chunk may be half of a CRLF: wait for the next piece.
      if (rest[at] === '\r' && at === rest.length - 1) break;
      line(rest.slice(from, at));
      from = rest.startsWith('\r\n', at) ? at + 2 : at + 1;
    }
    rest = rest.slice(from);
  }

  return (chunk) => {
    if (chunk === '') return;
    rest += first && chunk.startsWith('\uFEFF') ? chunk.slice(1) : chunk;
    first = false;
    lines();
    if (rest.length + size > maxBuffered) throw new Error('event stream: block too long');
  };
}

function nextBreak(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) return at;
  }
  return -1;
}
