// H02 protocol over TCP (protocols.md P4) of cheap SOS pendants and locators: texts from `*` to `#` (V1 and its
// variants, LINK, NBR, V3, VP1, heartbeats, answers to commands, texts) and binary records after `$`, on one port.
// Commands: interval and restart, the only ones that all makers support.

import { type ConnectionState, plainState } from '../connectionState.ts';
import { CuttingFramer } from '../cuttingFramer.ts';
import type { Addressee, CommandInput, FrameResult, StreamProtocol } from '../framer.ts';
import { blankDecoded } from '../message.ts';
import { markPress } from '../profile.ts';
import { finite, percent } from '../reading.ts';
import type { Span } from '../span.ts';
import { cleanText } from '../text.ts';
import { h02Cutter } from './frame.ts';
import { readRecord } from './record.ts';
import {
  type H02Draft,
  mark,
  parseH02Text,
  readCells,
  readPosition,
  readStatusWord,
  readSteps,
  readTime,
  readUnplaced,
} from './text.ts';

/** Reads the fields of one type. */
type TextReader = (draft: H02Draft) => void;

/** Returns the index of the date before the status at the end of the text; -1 for none. */
function dateBeforeStatus({ text: { fields } }: H02Draft): number {
  return fields.findLastIndex(
    (field, index) => index > 0 && /^\d{6}$/.test(field) && /^[0-9A-Fa-f]{8}$/.test(fields[index + 1] ?? ''),
  );
}

const link: TextReader = (draft) => {
  const { decoded, text } = draft;
  decoded.kind = 'heartbeat';
  readTime(draft, 0, 6);
  Object.assign(decoded.values, { signal: finite(text.fields[1]), satellites: finite(text.fields[2]) });
  decoded.battery = percent(text.fields[3]);
  readSteps(draft, 4);
  readStatusWord(draft, 7);
  for (const [field, index] of [
    ['values.signal', 1],
    ['values.satellites', 2],
    ['battery', 3],
    ['steps', 4],
    ['values.rollovers', 5],
  ] as const)
    mark(draft, field, index);
};

const neighbours: TextReader = (draft) => {
  const { decoded, text } = draft;
  decoded.kind = 'position';
  const dateAt = dateBeforeStatus(draft);
  const network = { mcc: finite(text.fields[1]), mnc: finite(text.fields[2]) };
  const count = Math.max(0, Math.trunc(finite(text.fields[4]) ?? 0));
  readCells(draft, network, 5, 3, Math.min(5 + 3 * count, dateAt < 0 ? text.fields.length : dateAt));
  if (dateAt < 0) return;
  readTime(draft, 0, dateAt);
  readStatusWord(draft, dateAt + 1);
};

/** Reads MCC and MNC in one field, four fields per cell, the battery in hex. */
const cellReport: TextReader = (draft) => {
  const { decoded, text } = draft;
  decoded.kind = 'position';
  const [, mcc, mnc] = /^(\d{3})(\d+)$/.exec(text.fields[1] ?? '') ?? [];
  const count = Math.max(0, Math.trunc(finite(text.fields[2]) ?? 0));
  const dateAt = dateBeforeStatus(draft);
  const end = Math.min(3 + 4 * count, dateAt < 0 ? text.fields.length : dateAt);
  readCells(draft, { mcc: finite(mcc), mnc: finite(mnc) }, 3, 4, end);
  if (/^[0-9A-Fa-f]{4}$/.test(text.fields[dateAt - 3] ?? '')) {
    decoded.values.battery = Number.parseInt(text.fields[dateAt - 3] ?? '', 16);
    mark(draft, 'values.battery', dateAt - 3);
  }
  if (dateAt < 0) return;
  readTime(draft, 0, dateAt);
  readStatusWord(draft, dateAt + 1);
};

const heartbeat: TextReader = (draft) => {
  const { decoded, text } = draft;
  if (readPosition(draft) >= 0) {
    decoded.kind = 'position';
    return;
  }
  decoded.kind = 'heartbeat';
  decoded.battery = percent(text.fields[0]);
  mark(draft, 'battery', 0);
};

/** Reads a position without a time, or cells separated by `Y`. */
const shortPlace: TextReader = (draft) => {
  const { decoded, text } = draft;
  decoded.kind = 'position';
  if (text.fields[0] !== 'V') {
    // The time field before the letter is missing: an empty one is inserted.
    const shifted = {
      ...text,
      fields: ['000000', ...text.fields],
      places: [[0, 0], ...text.places] as H02Draft['text']['places'],
    };
    readPosition({ ...draft, text: shifted });
    return;
  }
  const network = { mcc: finite(text.fields[1]), mnc: finite(text.fields[2]) };
  for (const cell of text.fields.slice(3).join(',').split('Y')) {
    const [lac, cid, signal] = cell.split(',').map(finite);
    if (lac != null && cid != null) decoded.cells.push({ ...network, lac, cid, signal: signal ?? null });
  }
  mark(draft, 'cells', 1, text.fields.length - 1);
};

const texts: TextReader = ({ decoded, text, ...rest }) => {
  decoded.kind = 'answer';
  decoded.values.result = cleanText(text.fields.join(','));
  mark({ decoded, text, ...rest }, 'values.result', 0, text.fields.length - 1);
};

/** Keywords of our commands; their time of day is the serial that the answer repeats. */
const commandKeywords = new Set(['S71', 'R1']);

/** Reads the answer to a command: keyword, time and position. */
const answer: TextReader = (draft) => {
  const { decoded, text } = draft;
  decoded.kind = 'answer';
  const placed = readPosition(draft, 1);
  const answerFields = text.fields.slice(0, placed < 0 ? text.fields.length : placed);
  decoded.values.result = cleanText(answerFields.join(','));
  decoded.values.answer = answerFields[0];
  const [, hour, minute, second] = /^(\d\d)(\d\d)(\d\d)$/.exec(answerFields[1] ?? '') ?? [];
  if (hour !== undefined && commandKeywords.has(answerFields[0] ?? ''))
    decoded.values.answeredSerial = (Number(hour) * 60 + Number(minute)) * 60 + Number(second);
  mark(draft, 'values.result', 0, answerFields.length - 1);
};

/** Reads a heartbeat: a flag, then the battery. */
const sign: TextReader = (draft) => {
  const { decoded, text } = draft;
  decoded.kind = 'heartbeat';
  decoded.values.parameters = text.fields.map(cleanText);
  decoded.battery = percent(text.fields[1]);
  mark(draft, 'battery', 1);
};

const byType: ReadonlyMap<string, TextReader> = new Map<string, TextReader>([
  ['LINK', link],
  ['NBR', neighbours],
  ['V3', cellReport],
  ['V0', heartbeat],
  ['HTBT', heartbeat],
  ['VP1', shortPlace],
  ['XT', sign],
  ['SMS', texts],
  ['V4', answer],
]);

/** Reads any other type: its position if there is one, else the alarms of its status word. */
const anyPlace: TextReader = (draft) => {
  const { decoded, text } = draft;
  if (readPosition(draft) >= 0) {
    decoded.kind = 'position';
    return;
  }
  decoded.values.parameters = text.fields.map(cleanText);
  mark(draft, 'values.parameters', 0, text.fields.length - 1);
  readUnplaced(draft);
};

function digits(at: number): string {
  return new Date(at).toISOString().replaceAll(/\D/g, '').slice(0, 14);
}

/** Returns the reply to types that request one; otherwise null. */
function replyTo(maker: string, number: string, type: string, at: number): Buffer | null {
  if (number === '') return null;
  if (type === 'V0' || type === 'HTBT') return Buffer.from(`*${maker},${number},${type}#`);
  return type === 'V1' || type === 'NBR' ? Buffer.from(`*HQ,${number},V4,${type},${digits(at)}#`) : null;
}

function readText(frame: Buffer, state: ConnectionState, spans: Span[] | null) {
  const text = parseH02Text(frame);
  if (!text) return null;
  const number = text.number === '' ? (state.number ?? '') : text.number;
  const decoded = blankDecoded('unknown', number, frame);
  decoded.values.type = text.type;
  const offset = text.maker.length + 2;
  spans?.push({ field: 'number', from: offset, to: offset + text.number.length });
  spans?.push({
    field: 'values.type',
    from: offset + text.number.length + 1,
    to: offset + text.number.length + 1 + text.type.length,
  });
  (byType.get(text.type.toUpperCase()) ?? anyPlace)({ decoded, text, profile: state.profile, spans });
  markPress(decoded, state.profile, text.type);
  return { decoded, text };
}

/** Decodes one text or record into the message and its reply, if requested. */
export function decodeH02(frame: Buffer, state: ConnectionState, at: number): FrameResult {
  if (frame[0] === 0x24 && frame.length >= 29) {
    const decoded = readRecord(frame, state.profile, null);
    if (!/^\d+$/.test(decoded.number)) return { number: null, messages: [], reply: null, error: 'no H02 record' };
    return { number: decoded.number, messages: [decoded], reply: null, error: null };
  }
  const read = readText(frame, state, null);
  const number = read?.text.number || state.number;
  if (!read) return { number: null, messages: [], reply: null, error: 'no H02 frame' };
  const { decoded, text } = read;
  const reply = number ? replyTo(text.maker, number, text.type, at) : null;
  return { number: number ?? null, messages: [decoded], reply, error: number === null ? 'no number' : null };
}

function spansOf(frame: Buffer): Span[] {
  const spans: Span[] = [];
  if (frame[0] === 0x24) readRecord(frame, {}, spans);
  else readText(frame, plainState(), spans);
  return spans;
}

/** Encodes a command; its time of day is the serial, which the answer repeats. */
function encodeCommand({ number }: Addressee, { command, params }: CommandInput, serial: number): Buffer | null {
  const second = serial % 0x1_0000;
  const clock = [Math.floor(second / 3600), Math.floor(second / 60) % 60, second % 60];
  const time = clock.map((part) => String(part).padStart(2, '0')).join('');
  if (command === 'interval') return Buffer.from(`*HQ,${number},S71,${time},22,${params.seconds}#`);
  return command === 'restart' ? Buffer.from(`*HQ,${number},R1,${time}#`) : null;
}

/** H02 protocol over TCP. */
export const h02Protocol = {
  name: 'h02',
  title: 'H02',
  createFramer: () => new CuttingFramer(h02Cutter),
  createState: plainState,
  decode: decodeH02,
  encodeCommand,
  wordOf: (input) =>
    encodeCommand({ number: '' }, input, 0)
      ?.toString('latin1')
      .match(/[A-Z]\d+/)?.[0],
  spans: spansOf,
  isFrame: (bytes) => h02Cutter.measure(bytes, 0, bytes.length, 0, true) === bytes.length,
} as const satisfies StreamProtocol;
