import type { ConnectionState } from './connectionState.ts';
import type { Decoded } from './message.ts';
import type { Span } from './span.ts';

/** Why bytes did not make a frame. After a fatal one the connection has to be closed. */
export type FrameError = 'malformed' | 'too_long' | 'junk';

export type FrameEvent =
  | { kind: 'frame'; bytes: Buffer }
  | { kind: 'error'; reason: FrameError; bytes: Buffer; fatal: boolean };

/** Cuts a byte stream into frames. Pure: keeps only the begun frame, within bounds, and knows no clock. */
export interface Framer {
  /**
   * Takes the next bytes; gives what they completed, in order.
   * @param steps after so many moves it stops, until it is called again, also with no bytes; absent: it goes on to the end
   */
  push(bytes: Buffer, steps?: number): FrameEvent[];
  /** Whether the last `push` stopped at its bound of steps. */
  readonly isStopped: boolean;
  /** No more bytes will come: gives a begun frame that can be saved. */
  end(): FrameEvent[];
  /** Bytes of the begun frame. */
  readonly pendingBytes: number;
  /** Bytes looked at or moved so far, each as often as it was: grows with the bytes pushed, whatever they are. */
  readonly lookedBytes: number;
}

/** What one frame means. `reply` may leave only after the messages are stored. */
export interface FrameResult {
  /** The device that the frame names, or its connection before; null when it cannot be told. */
  number: string | null;
  /** What it says, in its order: a batch says several things. Empty: it cannot be read. */
  messages: Decoded[];
  reply: Buffer | null;
  error: string | null;
  /** Of a frame that completes earlier ones: all of them in their order, to be kept and read again in its place. */
  body?: Buffer;
}

/** What can be asked of a device (names.md, sendCommand); the same set as `deviceCommands` of the shared codes. */
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

/** A command with its parameters, judged already. */
export interface CommandInput {
  command: DeviceCommand;
  params: Readonly<Record<string, unknown>>;
}

/** Whom a command is for. */
export interface Addressee {
  number: string;
  /** The beginning of one of the device's own frames, whose manner is kept. */
  frame?: Buffer | undefined;
}

/** A protocol over TCP: how to cut the stream and what a frame means. Neither throws, waits or reads a clock. */
export interface StreamProtocol {
  name: string;
  /** Chinese, before the TCP of its port. */
  title: string;
  createFramer(): Framer;
  /** What is kept of a connection from its opening to its end. */
  createState(): ConnectionState;
  /**
   * Reads one frame with what is known of its connection, and notes there what the next ones need.
   * @param state made by `createState` of this protocol
   * @param at when the frame came, ms since 1970
   */
  decode(frame: Buffer, state: ConnectionState, at: number): FrameResult;
  /**
   * The bytes of a command, in the manner of the device's own frame where one is given; null where the protocol has no
   * such command, or the frame is none of its own.
   * @param serial counts the commands of the device
   */
  encodeCommand?(to: Addressee, input: CommandInput, serial: number): Buffer | null;
  /** What the protocol calls a command (`CR`, `8201`); undefined where it has no such command. */
  wordOf?(input: CommandInput): string | undefined;
  /** Which bytes of one whole frame each field of its nth message, from 0, was read from; for a try-out and the log alone. */
  spans?(frame: Buffer, nth: number): Span[];
  /** Whether bytes given by hand are one whole frame, binary content in it unescaped perhaps. */
  isFrame(bytes: Buffer): boolean;
}

/** The error of a frame whose checksum is wrong: what it seems to say is for a try-out alone, a connection only keeps it raw. */
export const checksumError = 'checksum';

/** Reads one frame of a connection; the first that names its device names the connection, and no later one renames it. */
export function readFrame(protocol: StreamProtocol, frame: Buffer, state: ConnectionState, at: number): FrameResult {
  const result = protocol.decode(frame, state, at);
  if (result.messages.length > 0 && result.error !== checksumError) state.number ??= result.number;
  return result;
}

/**
 * Decodes bytes given by hand (a stored message, a try-out): one frame or several; replies and the frames themselves in hex.
 * @param state of a connection just opened, or with the number of one that is logged in
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
