import type { ConnectionState } from './connectionState.ts';
import type { Decoded } from './message.ts';
import type { Span } from './span.ts';

/** Reasons why bytes are no frame. After a fatal error the connection must be closed. */
export type FrameError = 'malformed' | 'too_long' | 'junk';

export type FrameEvent =
  | { kind: 'frame'; bytes: Buffer }
  | { kind: 'error'; reason: FrameError; bytes: Buffer; fatal: boolean };

/** Cuts a byte stream into frames. Pure: stores only the incomplete frame, within limits, and uses no clock. */
export interface Framer {
  /**
   * Takes the next bytes and returns completed frames, in order.
   * @param steps maximum number of steps, after which it stops until the next call (also without bytes); default:
   * unlimited
   */
  push(bytes: Buffer, steps?: number): FrameEvent[];
  /** Whether the last `push` stopped at its step limit. */
  readonly isStopped: boolean;
  /** Ends the stream; returns an incomplete frame if it can be saved. */
  end(): FrameEvent[];
  /** Number of bytes of the incomplete frame. */
  readonly pendingBytes: number;
  /**
   * Number of bytes examined or moved so far, repeats included: grows linearly with the pushed bytes, whatever they
   * contain.
   */
  readonly lookedBytes: number;
}

/** Decoded frame. Send `reply` only after the messages are stored. */
export interface FrameResult {
  /** Device named by the frame or earlier by its connection; null if unknown. */
  number: string | null;
  /** Messages of the frame in order; a batch has several. Empty: the frame is unreadable. */
  messages: Decoded[];
  reply: Buffer | null;
  error: string | null;
  /** For a frame that completes earlier ones: all of them in order, to store and decode again instead of it. */
  body?: Buffer;
}

/** Commands for a device (names.md, sendCommand); equal to `deviceCommands` of the shared codes. */
export const deviceCommands = [
  'locate',
  'restart',
  'interval',
  'fall_sensitivity',
  'contacts',
  'call',
  'find',
  'measure_heart',
  'heart_interval',
  'quiet_hours',
  'parameters',
] as const;
export type DeviceCommand = (typeof deviceCommands)[number];

/** Command with validated parameters. */
export interface CommandInput {
  command: DeviceCommand;
  params: Readonly<Record<string, unknown>>;
  /** Word of the device's model for the command, of the profile's `commands`. */
  word?: string | null;
}

/** Addressee of a command. */
export interface Addressee {
  number: string;
  /** First bytes of a frame from the device; the command is encoded in the same dialect. */
  frame?: Buffer | undefined;
}

/** Protocol over TCP: framing and decoding. Its functions neither throw, wait nor read a clock. */
export interface StreamProtocol {
  name: string;
  /** Chinese title, shown before the TCP of its port. */
  title: string;
  createFramer(): Framer;
  /** Creates the state of a connection. */
  createState(): ConnectionState;
  /**
   * Decodes one frame with the connection's state, and updates that for the next frames.
   * @param state created by `createState` of this protocol
   * @param at reception time, ms since 1970
   */
  decode(frame: Buffer, state: ConnectionState, at: number): FrameResult;
  /**
   * Encodes a command, in the dialect of the device's frame if given; null if the protocol does not support it, or the
   * frame is not of this protocol.
   * @param serial number of the device's command
   */
  encodeCommand?(to: Addressee, input: CommandInput, serial: number): Buffer | null;
  /** Returns the protocol's keyword of a command (`CR`, `8201`); undefined if unsupported. */
  wordOf?(input: CommandInput): string | undefined;
  /** Returns the byte ranges of the fields of a frame's nth message, from 0; only for decode previews and the log. */
  spans?(frame: Buffer, nth: number): Span[];
  /** Whether manually entered bytes are one whole frame; binary content may be unescaped. */
  isFrame(bytes: Buffer): boolean;
}

/** Error of a frame with a wrong checksum: its content is only for decode previews, a connection only stores it raw. */
export const checksumError = 'checksum';

/** Decodes one frame of a connection; the first frame that names its device sets the connection's number for good. */
export function readFrame(protocol: StreamProtocol, frame: Buffer, state: ConnectionState, at: number): FrameResult {
  const result = protocol.decode(frame, state, at);
  if (result.messages.length > 0 && result.error !== checksumError) state.number ??= result.number;
  return result;
}

/**
 * Decodes manually given bytes (a stored message, a decode preview): one frame or several; returns replies and frames
 * in hex.
 * @param state of a new connection, or with the number of a logged-in one
 * @param at ms since 1970
 */
export function decodeBytes(
  protocol: StreamProtocol,
  bytes: Buffer,
  state: ConnectionState,
  at: number,
): { messages: Decoded[]; replies: string[]; frames: string[]; errors: string[] } {
  const result = { messages: [] as Decoded[], replies: [] as string[], frames: [] as string[], errors: [] as string[] };
  for (const event of cut(protocol, bytes)) {
    if (event.kind === 'error') {
      result.errors.push(event.reason);
      continue;
    }
    result.frames.push(event.bytes.toString('hex'));
    const { messages, reply, error } = readFrame(protocol, event.bytes, state, at);
    result.messages.push(...messages);
    if (reply) result.replies.push(reply.toString('hex'));
    if (error) result.errors.push(error);
  }
  return result;
}

function cut(protocol: StreamProtocol, bytes: Buffer): FrameEvent[] {
  if (protocol.isFrame(bytes)) return [{ kind: 'frame', bytes }];
  const framer = protocol.createFramer();
  const events = framer.push(bytes);
  const begun = framer.pendingBytes > 0;
  const saved = framer.end();
  const lost: FrameEvent[] =
    begun && saved.length === 0 ? [{ kind: 'error', reason: 'malformed', bytes, fatal: false }] : [];
  return [...events, ...saved, ...lost];
}
