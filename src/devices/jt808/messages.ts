// Messages of JT/T 808 other than locations, with their answers: register, authenticate, heartbeat, attributes,
// parameters, texts, answers.

import { gbkText } from '../items.ts';
import type { Decoded } from '../message.ts';
import type { Profile } from '../profile.ts';
import { percent } from '../reading.ts';
import { type Frame808, u16 } from './frame.ts';
import { bcdTime, locationHead, piecesOf, readBattery, readLocation } from './location.ts';
import { readParameters } from './parameters.ts';
import { readShortLocation } from './shortLocation.ts';
import { shortAnswer } from './shortSerial.ts';
import { readTransparent } from './transparent.ts';

/** Answer to a message: none, the general answer, or a specific one. */
export type Answer = 'none' | 'general' | { id: number; body: Buffer };

interface Reading {
  frame: Frame808;
  /** Body of the whole message, also if it came in parts. */
  body: Buffer;
  profile: Profile;
  /** Reception time, ms since 1970. */
  at: number;
  /** Returns a further message of the same frame. */
  another(): Decoded;
}

type Reader = (decoded: Decoded, reading: Reading) => Answer;

/** Reads a fixed-length text; empty if the body is too short. */
const textAt = (body: Buffer, from: number, length: number) => gbkText(body.subarray(from, from + length));
const wordAt = (body: Buffer, offset: number) => (body.length >= offset + 2 ? body.readUInt16BE(offset) : null);

/** Returns the widths of maker, model and terminal by version; a 2011 terminal has 8 bytes for its model. */
function registerWidths(frame: Frame808, body: Buffer): [maker: number, model: number, terminal: number] {
  if (frame.version !== null) return [11, 30, 30];
  return body.length >= 37 ? [5, 20, 7] : [5, 8, 7];
}

function register(decoded: Decoded, { frame, body }: Reading): Answer {
  decoded.kind = 'login';
  const [maker, model, terminal] = registerWidths(frame, body);
  const plateAt = 4 + maker + model + terminal;
  Object.assign(decoded.values, {
    provinceId: wordAt(body, 0),
    cityId: wordAt(body, 2),
    manufacturerId: textAt(body, 4, maker),
    terminalModel: textAt(body, 4 + maker, model),
    terminalId: textAt(body, 4 + maker + model, terminal),
    plateColor: body[plateAt] ?? null,
    licensePlateNumber: textAt(body, plateAt + 1, body.length),
  });
  const result = Buffer.concat([u16(frame.serial), Buffer.from([0]), Buffer.from(decoded.number)]);
  return { id: 0x8100, body: result };
}

function authenticate(decoded: Decoded, { frame, body }: Reading): Answer {
  decoded.kind = 'login';
  const length = body[0] ?? 0;
  if (frame.version === null || 1 + length > body.length) decoded.values.authCode = gbkText(body);
  else
    Object.assign(decoded.values, {
      authCode: textAt(body, 1, length),
      imei: textAt(body, 1 + length, 15),
      softwareVersion: textAt(body, 16 + length, 20),
    });
  return 'general';
}

/** Reads a heartbeat; some devices add battery, signal and state. */
function heartbeat(decoded: Decoded, { body }: Reading): Answer {
  decoded.kind = 'heartbeat';
  if (body.length >= 3) {
    decoded.battery = percent(body[0]);
    Object.assign(decoded.values, { rssi: body[1], state: body[2] });
  }
  return 'general';
}

function location(decoded: Decoded, { body, profile }: Reading): Answer {
  readLocation(decoded, body, profile);
  return 'general';
}

function shortLocation(decoded: Decoded, { frame, body, profile }: Reading): Answer {
  readShortLocation(decoded, frame.id, body, profile);
  return frame.asks ? shortAnswer(frame.id) : 'none';
}

function batch(decoded: Decoded, { body, profile, another }: Reading): Answer {
  const isBacklog = body[2] === 1;
  decoded.kind = 'position';
  for (const [index, piece] of piecesOf(body, 3, 2).entries()) {
    const message = index === 0 ? decoded : another();
    message.backlog = isBacklog;
    readLocation(message, piece.bytes, profile);
  }
  return 'general';
}

function shortBatch(decoded: Decoded, { body, profile, another }: Reading): Answer {
  if (body.length === 7) readBattery(decoded, body, profile);
  else
    for (const [index, piece] of piecesOf(body, 0, 1).entries())
      readLocation(index === 0 ? decoded : another(), piece.bytes, profile);
  return 'general';
}

/** Ids of our messages that request something from a terminal. */
export const downlinkIds = {
  parameters: 0x8103,
  ask: 0x8104,
  askSome: 0x8106,
  control: 0x8105,
  locate: 0x8201,
  text: 0x8300,
  call: 0x8400,
  phoneBook: 0x8401,
};
const downlinkIdList: readonly number[] = Object.values(downlinkIds);

function generalAnswer(decoded: Decoded, { body }: Reading): Answer {
  decoded.kind = 'answer';
  const [serial, id, result] = [wordAt(body, 0), wordAt(body, 2), body[4] ?? null];
  Object.assign(decoded.values, { respondSerialNumber: serial, respondId: id, result });
  if (serial === null || id === null || !downlinkIdList.includes(id)) return 'none';
  decoded.values.answeredSerial = serial;
  decoded.values.answer = ['成功', '失败', '消息有误', '不支持'][result ?? 0] ?? `结果 ${result}`;
  if (result !== 0 && result !== 4) decoded.values.refused = true;
  return 'none';
}

function parameters(decoded: Decoded, { body }: Reading): Answer {
  decoded.kind = 'answer';
  decoded.values.answeredSerial = wordAt(body, 0);
  decoded.values.settings = readParameters(body.subarray(3));
  decoded.values.parameters = Object.entries(decoded.values.settings as object).map(
    ([name, value]) => `${name}=${value}`,
  );
  return 'none';
}

function locationAnswer(decoded: Decoded, { body, profile }: Reading): Answer {
  readLocation(decoded, body.subarray(2), profile);
  decoded.values.answeredSerial = wordAt(body, 0);
  decoded.values.answer = '已定位';
  return 'none';
}

function attributes(decoded: Decoded, { body }: Reading): Answer {
  decoded.kind = 'information';
  const hardware = 45 + (body[44] ?? 0);
  Object.assign(decoded.values, {
    terminalType: wordAt(body, 0),
    manufacturerId: textAt(body, 2, 5),
    terminalModel: textAt(body, 7, 20),
    terminalId: textAt(body, 27, 7),
    iccid: body.toString('hex', 34, 44),
    hardwareVersion: textAt(body, 45, body[44] ?? 0),
    firmwareVersion: textAt(body, hardware + 1, body[hardware] ?? 0),
  });
  return 'general';
}

const dateOf = (at: number) => new Date(at);

/** Answers with the time as numbers, or for 2019 as digits; both UTC. */
function time2013(decoded: Decoded, { at }: Reading): Answer {
  decoded.kind = 'request';
  const now = dateOf(at);
  const rest = [
    now.getUTCMonth() + 1,
    now.getUTCDate(),
    now.getUTCHours(),
    now.getUTCMinutes(),
    now.getUTCSeconds(),
    0,
  ];
  return { id: 0x8109, body: Buffer.concat([u16(now.getUTCFullYear()), Buffer.from(rest)]) };
}

function time2019(decoded: Decoded, { at }: Reading): Answer {
  decoded.kind = 'request';
  return { id: 0x8004, body: Buffer.from(dateOf(at).toISOString().slice(2, 19).replace(/\D/g, ''), 'hex') };
}

/** Returns a reader for text after this many bytes. */
function textUp(from: number, encoding: 'gbk' | 'utf-16be' = 'gbk'): Reader {
  return (decoded, { body }) => {
    decoded.kind = 'information';
    const bytes = body.subarray(from);
    decoded.values.text = encoding === 'gbk' ? gbkText(bytes) : new TextDecoder(encoding).decode(bytes).trim();
    return 'general';
  };
}

function driver(decoded: Decoded, { body, profile }: Reading): Answer {
  decoded.kind = 'information';
  const nameLength = body[8] ?? 0;
  Object.assign(decoded.values, {
    cardStatus: body[0],
    cardResult: body[7],
    driver: textAt(body, 9, nameLength),
    cardCode: textAt(body, 9 + nameLength, 20),
  });
  decoded.time = bcdTime(body.subarray(1, 7), profile);
  return 'general';
}

function transparent(decoded: Decoded, { body, profile }: Reading): Answer {
  readTransparent(decoded, body, profile);
  return 'general';
}

/** Reads a message without content: a sign of life. */
const sign: Reader = (decoded) => {
  decoded.kind = 'heartbeat';
  return 'general';
};

/** Reads a general answer of our own, for manual decoding. */
function platformAnswer(decoded: Decoded, { body }: Reading): Answer {
  Object.assign(decoded.values, {
    respondSerialNumber: wordAt(body, 0),
    respondId: wordAt(body, 2),
    result: body[4] ?? null,
  });
  return 'none';
}

function platformRegisterAnswer(decoded: Decoded, { body }: Reading): Answer {
  Object.assign(decoded.values, {
    respondSerialNumber: wordAt(body, 0),
    result: body[2] ?? null,
    authCode: textAt(body, 3, body.length),
  });
  return 'none';
}

const readers: Readonly<Record<number, Reader>> = {
  1: generalAnswer,
  2: heartbeat,
  3: sign,
  4: time2019,
  6: textUp(1),
  256: register,
  258: authenticate,
  260: parameters,
  263: attributes,
  265: time2013,
  512: location,
  513: locationAnswer,
  528: shortBatch,
  1286: sign,
  1793: textUp(4),
  1794: driver,
  1796: batch,
  2304: transparent,
  4103: sign,
  4864: textUp(2, 'utf-16be'),
  21761: shortLocation,
  21762: shortLocation,
  24582: textUp(1),
  32769: platformAnswer,
  33024: platformRegisterAnswer,
};

/** Messages allowed before authentication: others are marked. */
export const beforeAuthentication: readonly number[] = [0x0100, 0x0102, 0x0002, 0x0003, 0x0109, 0x0004];

/**
 * Maximum bytes read of a message in parts: for a batch the limit of a frame, else more than any message has. All bytes
 * are stored.
 */
const maxBatch = 64 * 1024;
const longest = 16 * 1024;

/** Reads a whole message; an unknown one is stored with its bytes, and answered unless it is a platform's. */
export function readMessage(decoded: Decoded, reading: Reading): Answer {
  const { id } = reading.frame;
  const reader = readers[id];
  const body = reading.body.subarray(0, reader === batch ? maxBatch : longest);
  if (reader) return reader(decoded, { ...reading, body });
  decoded.values.data = reading.body.toString('hex', 0, 512);
  return isPlatforms(id) ? 'none' : 'general';
}

/** Whether the message is one that platforms send: it needs no answer. */
export const isPlatforms = (id: number) => id >= 0x8000;

/** Returns the offsets of a message's locations in its body. */
export function locationsAt(id: number, body: Buffer): number[] {
  if (id === 0x0200) return [0];
  if (id === 0x0201) return [2];
  if (id === 0x0704) return piecesOf(body, 3, 2).map(({ offset }) => offset);
  return id === 0x0210 && body.length >= locationHead ? piecesOf(body, 0, 1).map(({ offset }) => offset) : [];
}
