// JT/T 808-2011, -2013 and -2019 over TCP, and its dialect with 0xE7: register, authenticate, heartbeat, log out, location with
// additional items, location asked for, batches, attributes, parameters, transparent data, texts, time, general answers; messages in
// parts; down: locate, restart, interval, call back, phone book, parameters, text. Left out: UDP, encrypted bodies, media, fences.

import type { Addressee, DeviceOrder, FrameResult, StreamProtocol } from '../framer.ts';
import { blankDecoded, type Decoded } from '../message.ts';
import { Parts } from '../parts.ts';
import type { Profile } from '../profile.ts';
import { Serials, type Session } from '../session.ts';
import { addPress } from './alarms.ts';
import { toldBy } from './command.ts';
import { encode808, type Frame808, isPlainFrame, numberBytesOf, readFrame808, readHeader808, u16 } from './frame.ts';
import { Jt808Framer } from './framer.ts';
import { type Answer, beforeAuthentication, readMessage } from './messages.ts';
import { spans808 } from './spans.ts';

/** A connection: our serials, begun messages, how far its terminal has identified itself. */
class Jt808Session implements Session {
  profile: Profile = {};
  number: string | null = null;
  readonly serials = new Serials();
  readonly parts = new Parts();
  registered = false;
  authenticated = false;

  get heldBytes(): number {
    return this.parts.heldBytes;
  }
}

const isOpen = (byte: number | undefined) => byte === 0x28;

/** A lock's text in round brackets: of the device that the connection named, without an answer. */
function decodeText(bytes: Buffer, { number }: Session): FrameResult {
  if (number === null) return { number, messages: [], reply: null, error: 'text before a number' };
  const decoded = blankDecoded('information', number, bytes);
  decoded.values.text = bytes.toString('latin1', 0, 1024).replace(/[^\x20-\x7e]/g, '.');
  return { number, messages: [decoded], reply: null, error: null };
}

const generalAnswer = 0x8001;
const askAgain = 0x8003;

function encodeAnswer(frame: Frame808, answer: Answer, session: Jt808Session): Buffer | null {
  if (answer === 'none') return null;
  if (answer !== 'general') return encode808(frame, answer.id, session.serials.next(), answer.body);
  const body = Buffer.concat([u16(frame.serial, frame.id), Buffer.from([0])]);
  return encode808(frame, generalAnswer, session.serials.next(), body);
}

/** Which parts have not come: asked for once all have been sent. */
function encodeAgain(frame: Frame808, first: number, missing: readonly number[], session: Jt808Session): Buffer {
  const list = missing.slice(0, 100);
  const count = frame.version === null ? Buffer.from([list.length]) : u16(list.length);
  return encode808(frame, askAgain, session.serials.next(), Buffer.concat([u16(first), count, u16(...list)]));
}

function messageOf(frame: Frame808, bytes: Buffer | string): Decoded {
  const decoded = blankDecoded('unknown', frame.number, bytes);
  decoded.values.messageId = frame.id.toString(16).padStart(4, '0');
  decoded.values.serialNumber = frame.serial;
  return decoded;
}

function decodeWhole(
  frame: Frame808,
  bytes: Buffer,
  body: Buffer,
  session: Jt808Session,
  at: number,
): Pick<FrameResult, 'messages' | 'reply'> {
  const first = messageOf(frame, bytes);
  const messages = [first];
  const another = () => {
    const one = messageOf(frame, first.raw);
    messages.push(one);
    return one;
  };
  const answer = readMessage(first, { frame, body, profile: session.profile, at, another });
  note(frame, first, session);
  if (session.profile.presses?.has(String(first.values.messageId))) addPress(first, 'sos');
  // Without a time of its own a message is never taken for a repeat: the serial begins again when the terminal does.
  for (const one of messages) one.ownKey = one.time === null ? null : String(frame.serial);
  return { messages, reply: encodeAnswer(frame, answer, session) };
}

/** Notes how far the terminal has identified itself; what comes from one that registered and never authenticated is marked. */
function note(frame: Frame808, decoded: Decoded, session: Jt808Session): void {
  if (frame.id === 0x0100) session.registered = true;
  if (frame.id === 0x0102) session.authenticated = true;
  if (session.registered && !session.authenticated && !beforeAuthentication.includes(frame.id))
    decoded.values.authenticated = false;
}

function decodePart(
  frame: Frame808,
  part: { total: number; index: number },
  bytes: Buffer,
  session: Jt808Session,
  at: number,
): FrameResult {
  const { number } = frame;
  const first = (frame.serial - part.index + 1) & 0xffff;
  const key = `${number} ${frame.id} ${first}`;
  const got = session.parts.add(key, part.total, part.index, { content: frame.body, frame: bytes }, at);
  if (got.state === 'whole') {
    const whole = decodeWhole(frame, bytes, got.content, session, at);
    return { number, ...whole, error: null, body: got.frames };
  }
  const decoded = messageOf(frame, bytes);
  decoded.kind = 'part';
  Object.assign(decoded.values, { part: part.index, parts: part.total });
  const reply = encodeAnswer(frame, 'general', session);
  if (got.state === 'refused') return { number, messages: [decoded], reply, error: 'too many or too large parts' };
  const again = got.missing.length > 0 ? [encodeAgain(frame, first, got.missing, session)] : [];
  return { number, messages: [decoded], reply: Buffer.concat([...(reply ? [reply] : []), ...again]), error: null };
}

/** One whole frame, flags included, in; its messages and their answer out. */
export function decode808(bytes: Buffer, given: Session, at: number): FrameResult {
  const session = given as Jt808Session;
  if (isOpen(bytes[0])) return decodeText(bytes, session);
  const frame = readFrame808(bytes);
  if (!frame) return { number: null, messages: [], reply: null, error: 'no JT/T 808 frame' };
  if (!frame.isSound) return { number: null, messages: [], reply: null, error: 'wrong check byte' };
  if (frame.part) return decodePart(frame, frame.part, bytes, session, at);
  return { number: frame.number, ...decodeWhole(frame, bytes, frame.body, session, at), error: null };
}

/** In the manner of the device's own frame; of one that has sent nothing yet as its number says. */
function encodeCommand({ number, frame }: Addressee, order: DeviceOrder, serial: number): Buffer | null {
  const own = frame && readHeader808(frame);
  if (frame && own?.number !== number.replace(/^0+(?=\d)/, '')) return null;
  const numbered = numberBytesOf(number);
  const manner = own ?? (numbered && { flag: 0x7e, ...numbered });
  const told = toldBy(order);
  return manner && told && encode808(manner, told.id, serial, told.body);
}

export const jt808Protocol = {
  name: 'jt808',
  title: 'JT/T 808',
  createFramer: () => new Jt808Framer(),
  createSession: () => new Jt808Session(),
  decode: decode808,
  encodeCommand,
  spans: spans808,
  isFrame: isPlainFrame,
} as const satisfies StreamProtocol;
