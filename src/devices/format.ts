import type { Addressee, CommandInput } from './framer.ts';
import type { Decoded } from './message.ts';
import type { Profile } from './profile.ts';
import type { Span } from './span.ts';

/** Child of a gateway, as the gateway describes it. */
export interface ChildReport {
  /** Number on the wire: ieee address, devEui, name or controller id. */
  number: string;
  /** Name in topics. */
  wireName?: string;
  vendor?: string;
  model?: string;
  kind?: string;
  power?: string;
  /** Percent. */
  signal?: number;
  /** State that the gateway reports; it refreshes no child. */
  reported?: 'online' | 'offline';
  /** Properties that the child exposes, as the source lists them. */
  exposes?: unknown;
  /** The child left the gateway. */
  isGone?: true;
}

/** State of one connection: created at the login, changed by `split` alone. */
export interface FormatState {
  /** Numbers by wire name: what the gateway has listed, from storage at the login and from its messages since. */
  names: Map<string, string>;
  /** When the gateway said that it has started, ms since 1970; null: not on this connection. */
  startedAt: number | null;
  /** What was last reported of each child, by number and subject: the same again is no report. */
  reports?: Map<string, string>;
  /** Last action of each child, by number: the same action may come on two topics. */
  actions?: Map<string, { action: string; word: string; at: number }>;
}

/** Part of a payload about one device; its bytes are stored with its word and read alone. */
export interface Part {
  /** Number of the child on the wire; null: the device of the login. */
  number: string | null;
  /** Short word for the topic: the bytes alone do not tell a state from an availability. */
  word: string;
  body: Buffer;
  /** Repeated by the gateway from its memory at its start: the child was not heard. */
  isCached?: true;
}

/** Payload for the same client; sent only after the parts are stored. */
export interface FormatReply {
  topic: string;
  payload: string;
}

/** Attributes that the client asks for, kept by the server; answered only after the parts are stored. */
export interface AttributeRequest {
  /** Number of the child on the wire; null: the device of the login. */
  number: string | null;
  /** Keys of each side; null: all. */
  client: readonly string[] | null;
  shared: readonly string[] | null;
  /** Returns the answer with the attributes that there are. */
  answer(stored: { client: Readonly<Record<string, unknown>>; shared: Readonly<Record<string, unknown>> }): FormatReply;
}

/** Content of one payload. Neither part nor error: acknowledged and dropped. */
export interface Split {
  parts: Part[];
  /** Children that it describes. */
  children: ChildReport[];
  /** `children` is the gateway's whole list: those missing have left. */
  isWholeList?: true;
  /** Version of the gateway's software. */
  software?: string;
  replies: FormatReply[];
  /** Attributes to read and answer. */
  requests?: AttributeRequest[];
  /** Why the payload cannot be read: it is stored raw with this reason. */
  error: string | null;
}

/** Settings of the login that the format depends on. */
export interface FormatLogin {
  /** SN of the device or gateway. */
  sn: string;
  isGateway: boolean;
  /** Base topic of a Zigbee2MQTT gateway, without trailing slash. */
  baseTopic: string;
}

/** What one part says. */
export interface PartRead {
  message: Decoded | null;
  /** Messages of earlier times that came with it. */
  more?: Decoded[];
  error: string | null;
}

/**
 * Format of messages without a stream: over MQTT or HTTP, of one device or of a gateway for its children. Its functions
 * are pure: they neither throw, wait nor read a clock.
 */
export interface Format {
  /** Protocol of its devices. */
  name: string;
  /** Whether a login of this format may publish on the topic. */
  mayPublish(topic: string, login: FormatLogin): boolean;
  /** Filters to which the login may subscribe; each exactly as written here. */
  filters(login: FormatLogin): string[];
  createState(): FormatState;
  /**
   * Splits a payload into the parts of the devices that it speaks for.
   * @param topic whole MQTT topic, or the word of a stored part
   * @param at reception time, ms since 1970
   */
  split(body: Buffer, context: { topic: string; login: FormatLogin; state: FormatState; at: number }): Split;
  /**
   * Reads one part, of a live or a stored message.
   * @param context.number device's number; '' if unknown
   */
  read(
    part: Pick<Part, 'word' | 'body' | 'isCached'>,
    context: { number: string; profile: Profile; at: number },
  ): PartRead;
  /**
   * Encodes a command as a message to the client; null if the format does not support it.
   * @param serial number of the device's command
   */
  encodeCommand?(
    to: Addressee & { login: FormatLogin; wireName?: string },
    input: CommandInput,
    serial: number,
  ): FormatReply | null;
  /** Returns the format's keyword of a command; undefined if unsupported. */
  wordOf?(input: CommandInput): string | undefined;
  /** Returns the byte ranges of the fields of a part; only for decode previews and the log. */
  spans?(body: Buffer): Span[];
}

/** Returns the state of a connection whose gateway has listed these children. */
export function formatState(names: Iterable<readonly [wireName: string, number: string]> = []): FormatState {
  return { names: new Map(names), startedAt: null };
}

/** Maximum number of reports that a connection remembers. */
const maxReports = 10_000;

/** Records what is reported of a child; returns whether it differs from the last report of this connection. */
export function isNewReport(state: FormatState, subject: string, report: string): boolean {
  state.reports ??= new Map();
  if (state.reports.get(subject) === report) return false;
  if (state.reports.size >= maxReports) state.reports.clear();
  state.reports.set(subject, report);
  return true;
}

/** Returns a split without content. */
export function emptySplit(error: string | null = null): Split {
  return { parts: [], children: [], replies: [], error };
}
