// JT/T 808-2011, -2013 and -2019 over TCP, its 0xE7 dialect and the short locations of padlocks: register,
// authenticate, heartbeat, log out, location with additional items, location query, batches, attributes, parameters,
// transparent data, texts, time, general answers; messages in parts. Commands: locate, restart, interval, call back,
// phone book, parameters, text. Encrypted bodies are stored and refused. Not supported: UDP, media, fences.

import { type ConnectionState, Serials } from '../connectionState.ts';
import { type Addressee, type CommandInput, checksumError, type FrameResult, type StreamProtocol } from '../framer.ts';
import { blankDecoded, type Decoded } from '../message.ts';
import { MultipartCollector } from '../multipart.ts';
import { markPress, type Profile } from '../profile.ts';
import { commandMessage } from './command.ts';
import { encode808, type Frame808, isPlainFrame, numberBytesOf, readFrame808, readHeader808, u16 } from './frame.ts';
import { Jt808Framer } from './framer.ts';
import { type Answer, beforeAuthentication, isPlatforms, readMessage } from './messages.ts';
import { spans808 } from './spans.ts';

/** State of a connection: our serials, incomplete messages, and how far the terminal has identified itself. */
class Jt808State implements ConnectionState {
  profile: Profile = {};
  number: string | null = null;
  readonly serials = new Serials();
  readonly parts = new MultipartCollector();
  registered = false;
  authenticated = false;

  get heldBytes(): number {
    return this.parts.heldBytes;
  }
}

const isOpen = (byte: number | undefined) => byte === 0x28;

/** Decodes a lock's text in round brackets: it belongs to the connection's device and gets no answer. */
function decodeText(bytes: Buffer, { number }: ConnectionState): FrameResult {
  if (number === null) return { number, messages: [], reply: null, error: 'text before a number' };
  const decoded = blankDecoded('information', number, bytes);
  decoded.values.text = bytes.toString('latin1', 0, 1024).replace(/[^\x20-\x7e]/g, '.');
  return { number, messages: [decoded], reply: null, error: null };
}

const generalAnswer = 0x8001;
const askAgain = 0x8003;
const [accepted, notSupported] = [0, 3];

function encodeAnswer(frame: Frame808, answer: Answer, state: Jt808State): Buffer | null {
  if (answer === 'none') return null;
  if (answer !== 'general') return encode808(frame, answer.id, state.serials.next(), answer.body);
  return encodeGeneral(frame, accepted, state);
}

function encodeGeneral(frame: Frame808, result: number, state: Jt808State): Buffer {
  const body = Buffer.concat([u16(frame.serial, frame.id), Buffer.from([result])]);
  return encode808(frame, generalAnswer, state.serials.next(), body);
}

/** Maximum parts requested at once, and the length of a request without any, bytes. */
const maxRequested = 100;
const asksNothing = 18;

function encodeAgain(frame: Frame808, first: number, list: readonly number[], state: Jt808State): Buffer {
  const count = frame.version === null ? Buffer.from([list.length]) : u16(list.length);
  return encode808(frame, askAgain, state.serials.next(), Buffer.concat([u16(first), count, u16(...list)]));
}

function messageOf(frame: Frame808, bytes: Buffer | string): Decoded {
  const decoded = blankDecoded('unknown', frame.number, bytes);
  decoded.values.messageId = frame.id.toString(16).padStart(4, '0');
  decoded.values.serialNumber = frame.serial;
  return decoded;
}

function decodeComplete(
  frame: Frame808,
  bytes: Buffer,
  body: Buffer,
  state: Jt808State,
  at: number,
): Pick<FrameResult, 'messages' | 'reply'> {
  const first = messageOf(frame, bytes);
  const messages = [first];
  const another = () => {
    const message = messageOf(frame, first.raw);
    messages.push(message);
    return message;
  };
  const answer = readMessage(first, { frame, body, profile: state.profile, at, another });
  note(frame, first, state);
  markPress(first, state.profile, String(first.values.messageId));
  // Without a time a message is never taken for a repeat: the serial restarts with the terminal.
  for (const message of messages) message.ownKey = message.time === null ? null : String(frame.serial);
  return { messages, reply: encodeAnswer(frame, answer, state) };
}

/**
 * Records how far the terminal has identified itself; marks messages of one that registered but never authenticated.
 */
function note(frame: Frame808, decoded: Decoded, state: Jt808State): void {
  if (frame.id === 0x0100) state.registered = true;
  if (frame.id === 0x0102) state.authenticated = true;
  if (state.registered && !state.authenticated && !beforeAuthentication.includes(frame.id))
    decoded.values.authenticated = false;
}

function decodePart(
  frame: Frame808,
  part: { total: number; index: number },
  bytes: Buffer,
  state: Jt808State,
  at: number,
): FrameResult {
  const { number } = frame;
  const first = (frame.serial - part.index + 1) & 0xffff;
  const key = `${number} ${frame.id} ${first}`;
  const got = state.parts.add(key, part.total, part.index, { content: frame.body, frame: bytes }, at);
  if (got.state === 'whole') {
    const complete = decodeComplete(frame, bytes, got.content, state, at);
    return { number, ...complete, error: null, body: got.frames };
  }
  const decoded = messageOf(frame, bytes);
  decoded.kind = 'part';
  Object.assign(decoded.values, { part: part.index, parts: part.total });
  if (got.state === 'refused') {
    const reply = encodeAnswer(frame, 'general', state);
    return { number, messages: [decoded], reply, error: 'too many or too large parts' };
  }
  return {
    number,
    messages: [decoded],
    reply: answerPart({ frame, part, first, key }, got.isRepeated, state),
    error: null,
  };
}

/** Position of a frame in a message of several parts. */
interface PartOf {
  frame: Frame808;
  part: { total: number; index: number };
  /** Serial of the first part. */
  first: number;
  key: string;
}

/**
 * Returns the answer to a part, and after the last one the request for missing parts: never more bytes than received.
 */
function answerPart({ frame, part, first, key }: PartOf, isRepeated: boolean, state: Jt808State): Buffer | null {
  const { parts: collector } = state;
  const reply = encodeAnswer(frame, 'general', state);
  if (!reply || (isRepeated && reply.length > collector.spare(key))) return null;
  collector.recordAnswered(key, reply.length);
  const most = Math.min(maxRequested, Math.floor((collector.spare(key) - asksNothing) / 2));
  if (part.index < part.total || most < 1) return reply;
  const again = encodeAgain(frame, first, collector.missing(key, most), state);
  if (again.length > collector.spare(key)) return reply;
  collector.recordAnswered(key, again.length);
  return Buffer.concat([reply, again]);
}

/** Stores an encrypted body and refuses it, so that the terminal does not consider it understood. */
function refuseEncrypted(frame: Frame808, bytes: Buffer, state: Jt808State): FrameResult {
  const decoded = messageOf(frame, bytes);
  Object.assign(decoded.values, { encrypted: true, data: frame.body.toString('hex', 0, 512) });
  markPress(decoded, state.profile, String(decoded.values.messageId));
  const reply = isPlatforms(frame.id) ? null : encodeGeneral(frame, notSupported, state);
  return { number: frame.number, messages: [decoded], reply, error: 'encrypted body' };
}

/**
 * Whether the frame's device is not that of the connection: then it must not use its serials and incomplete messages.
 */
function isForeign({ number }: Frame808, state: ConnectionState): boolean {
  return state.number !== null && state.number !== '' && state.number.replace(/^0+(?=\d)/, '') !== number;
}

/** Decodes one whole frame, flags included, into messages and a reply. */
export function decode808(bytes: Buffer, connection: ConnectionState, at: number): FrameResult {
  const deviceState = connection as Jt808State;
  if (isOpen(bytes[0])) return decodeText(bytes, deviceState);
  const frame = readFrame808(bytes);
  if (!frame) return { number: null, messages: [], reply: null, error: 'no JT/T 808 frame' };
  const foreign = isForeign(frame, deviceState);
  const apart = foreign || !frame.isSound;
  const state = apart ? Object.assign(new Jt808State(), { profile: deviceState.profile }) : deviceState;
  const read = decodeSound(frame, bytes, state, at);
  // The content of a frame with a wrong check byte is shown, but has no effect.
  return apart ? { ...read, reply: null, ...(frame.isSound ? {} : { error: checksumError }) } : read;
}

function decodeSound(frame: Frame808, bytes: Buffer, state: Jt808State, at: number): FrameResult {
  if (frame.encrypted) return refuseEncrypted(frame, bytes, state);
  if (frame.part) return decodePart(frame, frame.part, bytes, state, at);
  return { number: frame.number, ...decodeComplete(frame, bytes, frame.body, state, at), error: null };
}

/** Encodes a command in the dialect of the device's frame; without one by the form of its number. */
function encodeCommand({ number, frame }: Addressee, input: CommandInput, serial: number): Buffer | null {
  const header = frame && readHeader808(frame);
  if (frame && header?.number !== number.replace(/^0+(?=\d)/, '')) return null;
  const numbered = numberBytesOf(number);
  const manner = header ?? (numbered && { flag: 0x7e, ...numbered });
  const content = commandMessage(input);
  return manner && content && encode808(manner, content.id, serial, content.body);
}

export const jt808Protocol = {
  name: 'jt808',
  title: 'JT/T 808',
  createFramer: () => new Jt808Framer(),
  createState: () => new Jt808State(),
  decode: decode808,
  encodeCommand,
  wordOf: (input) => commandMessage(input)?.id.toString(16),
  spans: spans808,
  isFrame: isPlainFrame,
} as const satisfies StreamProtocol;
