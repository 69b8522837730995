// EV-07B / MiniFinder binary protocol of personal alarms over TCP (protocols.md P4): data with alarm, battery, GNSS,
// cells, Wi-Fi, beacons, calls, steps, heart rate and SpO2, in consecutive records; services, settings and answers.
// Commands: locate, find, restart, interval, SOS numbers, one quiet period, falls, reading of settings. There is no
// command for a call back; the format of the watches' heart-rate interval is unknown.

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
/** Key of a result followed by a text. */
const textKey = 0x1f;

interface Item {
  key: number;
  /** Offset of the value in the frame. */
  offset: number;
  length: number;
}

/** Splits items of length, key and value; drops a truncated one. */
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

/** Maximum number of records, as in a backlog of a day; further items go into the last one, where alarms add up. */
const maxRecords = 500;

/** Keys of beacons that may occur several times in one record. */
const repeatedKeys = [0x28, 0x2c];

/** Splits items into records: a repeated key begins a new record. */
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

/** Returns the kind of a record by its content. */
function kindOf(decoded: Decoded, type: number): string {
  if (decoded.alarms.length > 0) return 'alarm';
  if (decoded.position || decoded.cells.length > 0 || decoded.wifi.length > 0) return 'position';
  if (decoded.readings.length > 0) return 'reading';
  return decoded.battery !== null && type !== settingsType ? 'heartbeat' : (kinds.get(type) ?? 'unknown');
}

const hexOf = (key: number) => key.toString(16).padStart(2, '0');

/** Ignores an item that a services frame only requests. */
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

/** Reads the answer to a command: its index is that of the command. */
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

/** Reads a device's text answer; other content is only stored. */
function readControl(frame: Buffer, items: readonly Item[], decoded: Decoded): void {
  const [item] = items;
  decoded.kind = 'answer';
  decoded.values.data = frame.toString('hex', contentAt + 1);
  if (item?.key === textKey)
    decoded.values.result = cleanText(frame.toString('utf8', item.offset + 1, item.offset + item.length));
}

/** Reads a whole frame and the device number in it. */
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

/** Returns the reply if requested: the time to a time request, otherwise an acknowledgement. */
function replyTo({ flags, index, sound }: Ev07bFrame, type: number, items: readonly Item[], at: number): Buffer | null {
  if (!sound || !bit(flags, 4) || type === answerType) return null;
  if (type !== servicesType || !items.some(({ key }) => key === clockKey))
    return encodeEv07b(Buffer.from([answerType, 1, 0]), index);
  const clock = Buffer.from([servicesType, 5, clockKey, 0, 0, 0, 0]);
  clock.writeUInt32LE(Math.floor(at / 1000) >>> 0, 3);
  return encodeEv07b(clock, index);
}

/**
 * Decodes one frame into records and a reply. A wrong checksum is an error without a reply; the content is still
 * returned for display.
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

/** Returns the byte ranges of the nth record's fields. */
function spansOf(frame: Buffer, nth = 0): Span[] {
  const parts = parseEv07bFrame(frame);
  const spans: Span[] = [];
  if (parts) read(frame, parts, plainState(), spans, nth);
  return spans;
}

/** Flag that requests an answer. */
const answerRequested = 0x10;

function encodeCommand(_to: Addressee, input: CommandInput, serial: number): Buffer | null {
  const content = commandContent(input);
  return content && encodeEv07b(content, serial, answerRequested);
}

/** EV-07B protocol over TCP. */
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
