import { type ConnectionState, plainState } from '../connectionState.ts';
import type { Addressee, CommandInput, FrameResult, StreamProtocol } from '../framer.ts';
import { blankDecoded, type Decoded } from '../message.ts';
import { markPress, type Profile } from '../profile.ts';
import { finite, percent, readingOf, readingsOf } from '../reading.ts';
import { cleanText } from '../text.ts';
import { watchAnswers, watchContents } from './command.ts';
import { encodeWatch, readHeader, unescapeWatch, type WatchHeader } from './frame.ts';
import { WatchFramer } from './framer.ts';
import { decodePosition } from './position.ts';
import { watchSpans } from './spans.ts';

interface Content {
  /** Type as sent; answers echo it. */
  type: string;
  fields: string[];
  /** Bytes after the type's comma. */
  data: Buffer;
  profile: Profile;
  declaredLength: number | null;
  contentLength: number;
}

/** Fills the message and returns the content of the answer, or null for none. */
type TypeDecoder = (decoded: Decoded, content: Content) => string | null;

function heartbeat(decoded: Decoded, { type, fields }: Content): string {
  decoded.kind = 'heartbeat';
  // Two numbers alone do not show which of the three values they are.
  if (fields.length === 2) decoded.values.parameters = fields;
  const [steps, rollovers, battery] = fields.length === 2 ? [] : fields;
  decoded.steps = finite(steps);
  decoded.battery = percent(battery);
  decoded.readings = readingsOf([
    ['steps', decoded.steps],
    ['rollovers', finite(rollovers)],
  ]);
  return type;
}

function login(decoded: Decoded, { type, fields }: Content): string {
  decoded.kind = 'login';
  decoded.values.parameters = fields;
  return `${type},1`;
}

function report(decoded: Decoded, { type, fields, profile }: Content): null {
  decoded.kind = 'position';
  decoded.backlog = /^ud2(?:_|$)/i.test(type);
  decodePosition(decoded, fields, profile);
  return null;
}

function alarm(decoded: Decoded, { type, fields, profile }: Content): string {
  decoded.kind = 'alarm';
  decoded.press = true;
  decodePosition(decoded, fields, profile);
  if (decoded.alarms.length === 0) decoded.alarms = ['unknown'];
  return type.slice(0, 2);
}

function request(decoded: Decoded, { fields, profile }: Content): null {
  decoded.kind = 'position';
  decodePosition(decoded, fields, profile);
  return null;
}

function pulse(decoded: Decoded, { fields }: Content): null {
  decoded.kind = 'reading';
  decoded.readings = readingsOf([['heart_rate', finite(fields[0])]]);
  return null;
}

function heart(decoded: Decoded, content: Content): string {
  pulse(decoded, content);
  return content.type;
}

function pressure(decoded: Decoded, { type, fields }: Content): string {
  decoded.kind = 'reading';
  const [systolic, diastolic, rate, ...rest] = fields;
  decoded.readings = readingsOf([
    ['systolic', finite(systolic)],
    ['diastolic', finite(diastolic)],
    ['heart_rate', finite(rate)],
  ]);
  const [height, sex, age, weight] = rest.map(finite);
  Object.assign(decoded.values, { height, sex, age, weight });
  return type;
}

function oxygen(decoded: Decoded, { type, fields }: Content): string {
  decoded.kind = 'reading';
  decoded.values.measureKind = finite(fields[0]);
  decoded.readings = readingsOf([['spo2', finite(fields[1])]]);
  return type;
}

function bodyTemperature(decoded: Decoded, { type, fields }: Content): string {
  decoded.kind = 'reading';
  const measureKind = finite(fields[0]);
  decoded.values.measureKind = measureKind;
  const reading = readingOf('temperature', finite(fields[1]));
  // Kind 0: the watch marks the value as invalid.
  if (reading) decoded.readings = [{ ...reading, valid: reading.valid && measureKind !== 0 }];
  return type;
}

function temperature(decoded: Decoded, { type, fields }: Content): string {
  decoded.kind = 'reading';
  decoded.readings = readingsOf([['temperature', finite(fields[0])]]);
  return type;
}

/** Returns unescaped binary content; null if its escapes are damaged. */
function binary(content: Content, bytes: Buffer): Buffer | null {
  // Bytes of exactly the declared length with an invalid escape were never escaped.
  return unescapeWatch(bytes) ?? (content.declaredLength === content.contentLength ? bytes : null);
}

function media(key: 'audio' | 'image'): TypeDecoder {
  return (decoded, content) => {
    decoded.kind = key;
    // A bare 1 or 0 is only the result of a message that we sent.
    if (content.data.length <= 1) {
      decoded.kind = 'answer';
      decoded.values.result = finite(content.fields[0]);
      return null;
    }
    const bytes = binary(content, content.data);
    if (bytes) storeMedia(decoded, key, bytes);
    else decoded.values.error = 'unknown escape';
    // Voice notes are not played here: the answer lets the sender know that the note was not heard.
    return key === 'audio' ? 'TK,0' : `${content.type},${bytes ? 1 : 0}`;
  };
}

function storeMedia(decoded: Decoded, key: 'audio' | 'image', bytes: Buffer): void {
  const jpeg = bytes.indexOf(Buffer.from([0xff, 0xd8]));
  // A photo follows its source and time; a voice note has no prefix.
  const from = key === 'image' && jpeg > 0 ? jpeg : 0;
  if (from > 0) {
    const [source, takenAt] = cleanText(bytes.toString('latin1', 0, from)).split(',');
    Object.assign(decoded.values, { source, takenAt });
  }
  decoded.values[key] = bytes.toString('base64', from);
  decoded.values.bytes = bytes.length - from;
}

function voicePart(decoded: Decoded, content: Content): string {
  decoded.kind = 'audio';
  const [id, name, part, parts] = content.fields;
  const headLength = [id, name, part, parts].reduce((sum, field) => sum + Buffer.byteLength(field ?? '') + 1, 0);
  const bytes = binary(content, content.data.subarray(headLength));
  Object.assign(decoded.values, { id, name, part: finite(part), parts: finite(parts) });
  if (bytes) storeMedia(decoded, 'audio', bytes);
  else decoded.values.error = 'unknown escape';
  return 'JXTKR,0';
}

function information(decoded: Decoded, { fields }: Content): null {
  decoded.kind = 'information';
  decoded.values.parameters = fields;
  return null;
}

function echo(decoded: Decoded, { type }: Content): string {
  decoded.kind = 'request';
  return type;
}

/** Reads a watch's answer to a command: the bare keyword, or with the requested data. */
function answered(command: string): TypeDecoder {
  return (decoded, { fields }) => {
    decoded.kind = 'answer';
    decoded.values.command = command;
    if (fields.length > 0) decoded.values.parameters = fields;
    return null;
  };
}

const informationTypes = ['config', 'verno', 'upgrade', 'shbr', 'ryimei'];

/** Decoders by type, case-insensitive. */
const byType = new Map<string, TypeDecoder>([
  ['init', login],
  ['lk', heartbeat],
  ['tkq', echo],
  ['tkq2', echo],
  ['tk', media('audio')],
  ['tk2', media('audio')],
  ['img', media('image')],
  ['jxtk', voicePart],
  ['heart', heart],
  ['pulse', pulse],
  ['bphrt', pressure],
  ['blood', pressure],
  ['oxygen', oxygen],
  ['btemp2', bodyTemperature],
  ['temp', temperature],
  ...[...watchAnswers].map(([type, command]): [string, TypeDecoder] => [type, answered(command)]),
  ...informationTypes.map((type): [string, TypeDecoder] => [type, information]),
]);

/** Decoders of positions by the beginning of the type: UD_LTE, AL_WCDMA, … */
const byBeginning: readonly (readonly [beginning: RegExp, decode: TypeDecoder])[] = [
  [/^ud/i, report],
  [/^al(?:_|$)/i, alarm],
  [/^w[tg](?:_|$)/i, request],
];

/** Decoders of other types by their beginning, if date and time of a position follow: ALCUSTOMER1. */
const byBeginningDated: typeof byBeginning = [
  [/^al/i, alarm],
  [/^w[tg]/i, request],
];

function decoderOf(type: string, [date = '', time = '']: readonly string[]): TypeDecoder | undefined {
  const isDated = /^\d{6}$/.test(date) && /^\d{6}$/.test(time);
  const beginnings = isDated ? [...byBeginning, ...byBeginningDated] : byBeginning;
  return byType.get(type.toLowerCase()) ?? beginnings.find(([beginning]) => beginning.test(type))?.[1];
}

/** Maximum length of a text frame; longer ones are voice or a photo. */
const maxText = 65_536;

/** Splits the parameters at commas; an escaped one, bracket or star belongs to its text. */
function fieldsOf(data: Buffer): string[] {
  if (!data.includes(0x7d)) return cleanText(data.toString('utf8')).split(',');
  const fields: Buffer[] = [];
  for (let from = 0, comma = 0; comma >= 0; from = comma + 1) {
    comma = data.indexOf(0x2c, from);
    fields.push(data.subarray(from, comma < 0 ? data.length : comma));
  }
  return fields.map((field) => cleanText((unescapeWatch(field) ?? field).toString('utf8')));
}

function readContent(frame: Buffer, header: WatchHeader, profile: Profile): Content {
  const bytes = frame.subarray(header.contentAt, frame.length - 1);
  const comma = bytes.indexOf(0x2c);
  const data = comma < 0 ? Buffer.alloc(0) : bytes.subarray(comma + 1);
  return {
    type: cleanText(bytes.toString('latin1', 0, Math.min(comma < 0 ? bytes.length : comma, 32))).trim(),
    fields: comma < 0 ? [] : fieldsOf(data.subarray(0, maxText)),
    data,
    profile,
    declaredLength: header.length,
    contentLength: bytes.length,
  };
}

/**
 * Decodes one whole frame, brackets included, into the message and its answer. Unknown types are stored as `unknown`
 * (protocols.md P0.7); only a frame without a header is an error.
 */
export function decodeWatch(frame: Buffer, { profile }: Pick<ConnectionState, 'profile'>): FrameResult {
  const header = frame.at(-1) === 0x5d ? readHeader(frame, 0, frame.length) : null;
  if (!header || header === 'begun') return { number: null, messages: [], reply: null, error: 'no watch frame' };
  const decoded = blankDecoded('unknown', header.number, frame);
  const content = readContent(frame, header, profile);
  decoded.ownKey = header.index;
  decoded.values.type = content.type;
  const answer = decode(decoded, content);
  markPress(decoded, profile, content.type);
  const reply = answer === null ? null : encodeWatch(header.maker, header.number, answer, header.index);
  return { number: header.number, messages: [decoded], reply, error: null };
}

function decode(decoded: Decoded, content: Content): string | null {
  const decoder = decoderOf(content.type, content.fields);
  if (decoder) return decoder(decoded, content);
  // Without parameters it is an answer to a command, or an unknown type.
  if (content.fields.length > 0) decoded.values.parameters = content.fields;
  return null;
}

function declaresAll(header: WatchHeader, bytes: Buffer): boolean {
  return header.length === bytes.length - 1 - header.contentAt;
}

/** Frame style for a watch that has sent nothing yet: the most common maker code, no index. */
const plainManner = { maker: '3G', index: null };

/** Encodes a command; a watch that sends an index gets one too. */
function encodeCommand({ number, frame }: Addressee, input: CommandInput, serial: number): Buffer | null {
  const header = frame ? readHeader(frame, 0, frame.length) : { ...plainManner, number };
  if (!header || header === 'begun' || header.number !== number) return null;
  const index = header.index === null ? null : (serial % 0x1_0000).toString(16).toUpperCase().padStart(4, '0');
  const contents = watchContents(input);
  return contents && Buffer.concat(contents.map((content) => encodeWatch(header.maker, number, content, index)));
}

/** GPS watch text protocol over TCP. */
export const watchProtocol = {
  name: 'watch',
  title: '手表',
  createFramer: () => new WatchFramer(),
  createState: plainState,
  decode: decodeWatch,
  encodeCommand,
  wordOf: (input) => watchContents(input)?.[0]?.split(',')[0],
  spans: watchSpans,
  isFrame: (bytes) => {
    const header = readHeader(bytes, 0, bytes.length);
    return bytes.at(-1) === 0x5d && header !== null && header !== 'begun' && declaresAll(header, bytes);
  },
} as const satisfies StreamProtocol;
