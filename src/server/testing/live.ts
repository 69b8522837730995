import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { createParser } from 'eventsource-parser';
import { until } from './until.ts';

export interface LiveEvent {
  event: string;
  id: string;
  data: { eventId: string; kind: string; warn: Record<string, unknown>; notice?: { id: string } };
}

/** A live stream on a real connection, read block by block as a browser does. */
export class Live {
  events: LiveEvent[] = [];
  comments = 0;
  ended = false;
  status = 0;
  /** How many ms before its head the stream begins, when the server says so. */
  reach: number | null = null;
  #request: ClientRequest;
  #parser = createParser({
    onEvent: ({ event = '', id = '', data }) => this.events.push({ event, id, data: JSON.parse(data) }),
    onComment: () => {
      this.comments += 1;
    },
  });

  private constructor(made: ClientRequest) {
    this.#request = made;
    made.on('error', () => {
      this.ended = true;
    });
  }

  /**
   * Opens a stream and waits for its head; `lastId` resumes. `cutAfter` destroys the connection after so many bytes,
   * `age` says how many ms ago the page began to read.
   */
  static async open(
    url: string,
    token: string,
    lastId?: string,
    cutAfter = Number.POSITIVE_INFINITY,
    age?: number,
  ): Promise<Live> {
    const made = request(`${url}/api/events`, {
      headers: {
        Authorization: `Bearer ${token}`,
        'X-Requested-With': 'XMLHttpRequest',
        ...(lastId ? { 'Last-Event-ID': lastId } : {}),
        ...(age === undefined ? {} : { 'X-Page-Age': age }),
      },
    });
    const live = new Live(made);
    made.end();
    made.on('response', (response) => live.#read(response, cutAfter));
    await until('the head of the stream', () => live.status !== 0 || live.ended);
    return live;
  }

  #read(response: IncomingMessage, cutAfter: number): void {
    let left = cutAfter;
    this.status = response.statusCode ?? 0;
    const reach = response.headers['x-reaches-back'];
    this.reach = reach === undefined ? null : Number(reach);
    response.setEncoding('utf8');
    response.on('error', () => undefined);
    response.on('close', () => {
      this.ended = true;
    });
    response.on('data', (text: string) => {
      if (left <= 0) return;
      this.#parser.feed(text.slice(0, left));
      left -= text.length;
      if (left <= 0) this.close();
    });
  }

  /** The id that a browser would come back with. */
  get lastId(): string {
    return this.events.findLast((one) => one.id !== '')?.id ?? '';
  }

  get warns(): LiveEvent[] {
    return this.events.filter((one) => one.event === 'warn');
  }

  /** The first event for which `match` holds, waited for. */
  async sees(what: string, match: (event: LiveEvent) => boolean, most?: number): Promise<LiveEvent> {
    return until(what, () => this.events.find(match), most);
  }

  close(): void {
    this.ended = true;
    this.#request.destroy();
  }
}
