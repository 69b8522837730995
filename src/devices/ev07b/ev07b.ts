// EV-07B / MiniFinder binary of personal alarms over TCP (protocols.md P4): data with alarm, battery, GNSS, cells, Wi-Fi,
// beacons, calls, steps, heart rate and SpO2, a record after a record; services, settings and answers. Down: locate, find,
// restart, interval, SOS numbers, one quiet period, falls, and the settings are read. It has no word for a call back; what the
// heart-rate interval of the watches among them looks like is not known.

import { type ConnectionState, plainState } from '../connectionState.ts';
import { CuttingFramer } from '../cuttingFramer.ts';
import { bit, FieldReader } from '../fieldReader.ts';
import { type Addressee, type CommandInput, checksumError, type FrameResult, type StreamProtocol } from '../framer.ts';
import { blankDecoded, type Decoded } from '../message.ts';
import { markPress } from '../profile.ts';
import type { Span } from '../span.ts';
import { cleanText } from '../text.ts';
import { commandContent } from './command.ts';
import { type Ev07bFrame, encodeEv07b, ev07bCutter, parseEv07bFrame } from './frame.ts';
import { dataItems, type ItemReader, settingItems } from './items.ts';

const contentAt = 8;
const dataType = 0x01;
const settingsType = 0x02;
const servicesType = 0x03;
const controlType = 0x04;
const answerType = 0x7f;
const imeiKey = 0x01;
const clockKey = 0x12;
/** A result, then a text. */
const textKey = 0x1f;

interface Item {
  key: number;
  /** Where its value lies in the frame. */
  offset: number;
  length: number;
}

/** Length, key and value, one after the other; what is cut off is left out. */
function itemsOf(content: Buffer): Item[] {
  const items: Item[] = [];
  for (let offset = 1; offset + 1 < content.length; ) {
    const length = content[offset] ?? 0;
    if (length === 0) {
      offset++;
      continue;
    }
    if (offset + 1 + length > content.length) break;
    items.push({ key: content[offset + 1] ?? 0, offset: contentAt + offset + 2, length: length - 1 });
    offset += 1 + length;
  }
  return items;
}

/** A backlog of a day has so many; what comes behind is read into the last of them, whose alarms add up. */
const maxRecords = 500;

/** Beacons that several items of one record tell of. */
const repeatedKeys = [0x28, 0x2c];

/** A repeated key begins a new record. */
function recordsOf(items: readonly Item[]): Item[][] {
  const records: Item[][] = [[]];
  for (const item of items) {
    const again = !repeatedKeys.includes(item.key) && records.at(-1)?.some(({ key }) => key === item.key);
    if (records.length < maxRecords && again) records.push([]);
    records.at(-1)?.push(item);
  }
  return records;
}

function imeiIn(frame: Buffer, items: readonly Item[]): string | null {
  const item = items.find(({ key }) => key === imeiKey);
  const text = item ? frame.toString('latin1', item.offset, item.offset + item.length).replace(/\0+$/, '') : '';
  return /^\d{10,20}$/.test(text) ? text : null;
}

const kinds = new Map([
  [dataType, 'information'],
  [settingsType, 'information'],
  [servicesType, 'request'],
]);

/** What a record is, from what was in it. */
function kindOf(decoded: Decoded, type: number): string {
  if (decoded.alarms.length > 0) return 'alarm';
  if (decoded.position || decoded.cells.length > 0 || decoded.wifi.length > 0) return 'position';
  if (decoded.readings.length > 0) return 'reading';
  return decoded.battery !== null && type !== settingsType ? 'heartbeat' : (kinds.get(type) ?? 'unknown');
}

const hexOf = (key: number) => key.toString(16).padStart(2, '0');

/** Of what was asked in a services frame, the name tells nothing but to be kept. */
const nothing: ItemReader = () => undefined;

function readRecord(
  frame: Buffer,
  record: readonly Item[],
  decoded: Decoded,
  state: ConnectionState,
  spans: Span[] | null,
): void {
  const type = frame[contentAt] ?? 0;
  const readers = type === settingsType ? settingItems : dataItems;
  const draft = { decoded, alarms: state.profile.alarmBits };
  for (const { key, offset, length } of record) {
    const f = new FieldReader(frame, offset, offset + length, spans);
    const isNumber = key === imeiKey && type !== settingsType;
    if (isNumber) f.take(length, 'number');
    const reader = isNumber || (type === servicesType && length === 0) ? nothing : readers.get(key);
    if (reader) reader(f, draft);
    else decoded.values[`item${hexOf(key)}`] = f.take(length, 'values.items').toString('hex');
    if (type === dataType) markPress(decoded, state.profile, hexOf(key));
  }
  decoded.kind = kindOf(decoded, type);
}

/** Our command's index comes back with what became of it. */
function readAnswer(frame: Buffer, { index }: Ev07bFrame, decoded: Decoded, spans: Span[] | null): void {
  const [item] = itemsOf(frame.subarray(contentAt));
  decoded.kind = 'answer';
  const result = item?.key ?? 0;
  Object.assign(decoded.values, {
    result,
    answer: String(result),
    answeredSerial: index,
    ...(result === 0 ? {} : { refused: true }),
  });
  spans?.push({ field: 'values.result', from: contentAt + 2, to: Math.min(frame.length, contentAt + 3) });
}

/** The text with which a device answers a text; else what came is kept. */
function readControl(frame: Buffer, items: readonly Item[], decoded: Decoded): void {
  const [item] = items;
  decoded.kind = 'answer';
  decoded.values.data = frame.toString('hex', contentAt + 1);
  if (item?.key === textKey)
    decoded.values.result = cleanText(frame.toString('utf8', item.offset + 1, item.offset + item.length));
}

/** Everything that a frame says, and the number in it. */
function read(frame: Buffer, parts: Ev07bFrame, state: ConnectionState, noted: Span[] | null, nth = 0) {
  const type = parts.content[0] ?? 0;
  const items = itemsOf(parts.content);
  const number = type === settingsType || type === answerType ? null : imeiIn(frame, items);
  noted?.push({ field: 'values.type', from: contentAt, to: contentAt + 1 });
  const records = kinds.has(type) ? recordsOf(items) : [[]];
  const raw = frame.toString('hex');
  const messages = records.map((record, recordIndex) => {
    const spans = recordIndex === nth ? noted : null;
    const decoded = blankDecoded('unknown', number ?? state.number ?? '', raw);
    decoded.values.type = type;
    if (kinds.has(type)) readRecord(frame, record, decoded, state, spans);
    else if (type === answerType) readAnswer(frame, parts, decoded, spans);
    else if (type === controlType) readControl(frame, items, decoded);
    else decoded.values.data = parts.content.subarray(1).toString('hex');
    if (decoded.time !== null) decoded.ownKey = String(parts.index);
    return decoded;
  });
  return { number, messages, items, type };
}

/** Where an answer is wanted: the time to whoever asks for it, else that the frame came. */
function replyTo({ flags, index, sound }: Ev07bFrame, type: number, items: readonly Item[], at: number): Buffer | null {
  if (!sound || !bit(flags, 4) || type === answerType) return null;
  if (type !== servicesType || !items.some(({ key }) => key === clockKey))
    return encodeEv07b(Buffer.from([answerType, 1, 0]), index);
  const clock = Buffer.from([servicesType, 5, clockKey, 0, 0, 0, 0]);
  clock.writeUInt32LE(Math.floor(at / 1000) >>> 0, 3);
  return encodeEv07b(clock, index);
}

/**
 * One frame in; its records and its answer out. A wrong checksum is an error and not answered; what the frame says is shown
 * all the same.
 */
export function decodeEv07b(frame: Buffer, state: ConnectionState, at: number): FrameResult {
  const parts = parseEv07bFrame(frame);
  if (!parts) return { number: null, messages: [], reply: null, error: 'no EV-07B frame' };
  const { number, messages, items, type } = read(frame, parts, state, null);
  const device = number ?? state.number;
  const foreign = number !== null && state.number !== null && state.number !== '' && number !== state.number;
  const error = parts.sound ? (device === null ? 'no number' : null) : checksumError;
  const reply = device === null || foreign ? null : replyTo(parts, type, items, at);
  return { number: device, messages, reply, error };
}

/** Which bytes the nth record was read from. */
function spansOf(frame: Buffer, nth = 0): Span[] {
  const parts = parseEv07bFrame(frame);
  const spans: Span[] = [];
  if (parts) read(frame, parts, plainState(), spans, nth);
  return spans;
}

/** An answer is wanted. */
const answerRequested = 0x10;

function encodeCommand(_to: Addressee, input: CommandInput, serial: number): Buffer | null {
  const content = commandContent(input);
  return content && encodeEv07b(content, serial, answerRequested);
}

/** EV-07B over TCP. */
export const ev07bProtocol = {
  name: 'ev07b',
  title: 'EV-07B',
  createFramer: () => new CuttingFramer(ev07bCutter),
  createState: plainState,
  decode: decodeEv07b,
  encodeCommand,
  // Type and first key.
  wordOf: (input) =>
    commandContent(input)
      ?.toString('hex')
      .replace(/^(..)..(..).*$/, '$1 $2'),
  spans: spansOf,
  isFrame: (bytes) => ev07bCutter.measure(bytes, 0, bytes.length, 0, true) === bytes.length,
} as const satisfies StreamProtocol;
