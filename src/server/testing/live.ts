import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { createParser } from 'eventsource-parser';
import { until } from './until.ts';

export interface LiveEvent {
  event: string;
  id: string;
  data: { eventId: string; kind: string; warn: Record<string, unknown>; notice?: { id: string } };
}

/** A live stream on a real connection, parsed like in a browser. */
export class Live {
  events: LiveEvent[] = [];
  comments = 0;
  ended = false;
  status = 0;
  /** How many ms before the response header the stream starts, if the server reports it. */
  reach: number | null = null;
  #request: ClientRequest;
  #parser = createParser({
    onEvent: ({ event = '', id = '', data }) => this.events.push({ event, id, data: JSON.parse(data) }),
    onComment: () => {
      this.comments += 1;
    },
  });

  private constructor(clientRequest: ClientRequest) {
    this.#request = clientRequest;
    clientRequest.on('error', () => {
      this.ended = true;
    });
  }

  /**
   * Opens a stream and waits for its header; `lastId` resumes. `cutAfter` destroys the connection after so many bytes;
   * `ageMs`: how long ago the page began to read.
   */
  static async open(
    url: string,
    token: string,
    lastId?: string,
    cutAfter = Number.POSITIVE_INFINITY,
    ageMs?: number,
  ): Promise<Live> {
    const clientRequest = request(`${url}/api/events`, {
      headers: {
        Authorization: `Bearer ${token}`,
        'X-Requested-With': 'XMLHttpRequest',
        ...(lastId ? { 'Last-Event-ID': lastId } : {}),
        ...(ageMs === undefined ? {} : { 'X-Page-Age': ageMs }),
      },
    });
    const live = new Live(clientRequest);
    clientRequest.end();
    clientRequest.on('response', (response) => live.#read(response, cutAfter));
    await until('the head of the stream', () => live.status !== 0 || live.ended);
    return live;
  }

  #read(response: IncomingMessage, cutAfter: number): void {
    let remaining = cutAfter;
    this.status = response.statusCode ?? 0;
    const reach = response.headers['x-reaches-back'];
    this.reach = reach === undefined ? null : Number(reach);
    response.setEncoding('utf8');
    response.on('error', () => undefined);
    response.on('close', () => {
      this.ended = true;
    });
    response.on('data', (text: string) => {
      if (remaining <= 0) return;
      this.#parser.feed(text.slice(0, remaining));
      remaining -= text.length;
      if (remaining <= 0) this.close();
    });
  }

  /** Id that a browser would resume with. */
  get lastId(): string {
    return this.events.findLast((event) => event.id !== '')?.id ?? '';
  }

  get warns(): LiveEvent[] {
    return this.events.filter((event) => event.event === 'warn');
  }

  /** Waits for the first event that matches. */
  async waitFor(what: string, match: (event: LiveEvent) => boolean, most?: number): Promise<LiveEvent> {
    return until(what, () => this.events.find(match), most);
  }

  close(): void {
    this.ended = true;
    this.#request.destroy();
  }
}
