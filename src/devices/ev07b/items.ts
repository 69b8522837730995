import { bit, bits, type FieldReader, macOf } from '../fieldReader.ts';
import { type AlarmType, byUrgency, type Decoded, type Position } from '../message.ts';
import { percent, readingsOf } from '../reading.ts';
import { cleanText, instantOf } from '../text.ts';

/** Target of one record's items. */
export interface Ev07bDraft {
  decoded: Decoded;
  /** Alarm bits that the model overrides. */
  alarms: ReadonlyMap<number, AlarmType> | undefined;
}

/** Reads the value of one item. */
export type ItemReader = (f: FieldReader, draft: Ev07bDraft) => void;

/** Alarm bits (protocols.md P4) without fences; a name if the alarm type is too general. */
const alarmBits: readonly (readonly [bit: number, type: AlarmType, word?: string])[] = [
  [12, 'sos'],
  [2, 'fall'],
  [11, 'no_motion'],
  [8, 'power_off'],
  [0, 'low_batt'],
  [13, 'other', 'sideButton1'],
  [14, 'other', 'sideButton2'],
  [1, 'other', 'overspeed'],
  [3, 'other', 'tilt'],
  [10, 'other', 'movement'],
];
const fences = [4, 5, 6, 7];
/** Offset from a fence's alarm bit to the bit that is set on entering. */
const entered = 22;
const poweredOn = 9;

function text(bytes: Buffer): string {
  return cleanText(bytes.toString('utf8')).trim();
}

function instant(f: FieldReader, field?: string): string | null {
  return instantOf(f.uintLe(4, field), 's');
}

const alarm: ItemReader = (f, { decoded, alarms }) => {
  const word = f.uintLe(4, 'alarms');
  decoded.values.alarmWord = word;
  const knownBits = alarmBits.filter(([bitIndex]) => bit(word, bitIndex) && !alarms?.has(bitIndex));
  const fenced = fences.filter((bitIndex) => bit(word, bitIndex) && !alarms?.has(bitIndex));
  const customTypes = [...(alarms ?? [])].filter(([bitIndex]) => bit(word, bitIndex)).map(([, type]) => type);
  decoded.alarms = byUrgency([
    ...decoded.alarms,
    ...customTypes,
    ...knownBits.map(([, type]) => type),
    ...fenced.map((bitIndex): AlarmType => (bit(word, bitIndex + entered) ? 'fence_in' : 'fence_out')),
  ]);
  const alarmName =
    knownBits.find(([, , name]) => name !== undefined)?.[2] ?? (bit(word, poweredOn) ? 'powerOn' : undefined);
  if (alarmName !== undefined) decoded.values.alarm = alarmName;
  decoded.press = decoded.alarms.length > 0;
  // A dog collar of this maker sets the bit for barking.
  if (bit(word, 31)) decoded.values.bark = true;
  if (f.remaining >= 4) decoded.time ??= instant(f, 'time');
};

const battery: ItemReader = (f, { decoded }) => {
  decoded.battery = percent(f.uintLe(1, 'battery'));
  if (f.remaining >= 2) decoded.values.battery = f.uintLe(2, 'values.battery') / 1000;
};

/** Reads coordinates in 10⁻⁷ degree; null for 0,0 and for values out of range. */
function place(f: FieldReader): Pick<Position, 'lat' | 'lng'> | null {
  const lat = f.intLe(4, 'position.lat') / 1e7;
  const lng = f.intLe(4, 'position.lng') / 1e7;
  return Math.abs(lat) > 90 || Math.abs(lng) > 180 || (lat === 0 && lng === 0) ? null : { lat, lng };
}

const gnss: ItemReader = (f, { decoded }) => {
  if (f.remaining < 8) return;
  const position = place(f);
  const [speed, course] = [f.uintLe(2, 'position.speed'), f.uintLe(2, 'position.course')];
  const altitude = f.intLe(2, 'position.altitude');
  const hdop = f.uintLe(2, 'values.hdop');
  decoded.values.hdop = hdop / 10;
  decoded.values.odometer = f.uintLe(4, 'values.odometer');
  if (f.remaining > 0) decoded.values.satellites = f.uintLe(1, 'values.satellites');
  const valid = hdop > 0;
  decoded.values.fix = valid;
  if (position)
    decoded.position = {
      ...position,
      speed,
      course,
      altitude,
      accuracy: null,
      source: valid ? 'gnss' : 'unknown',
      valid,
    };
};

/** Bytes of MNC and cell id; LAC and signal have two and one. */
const cellForms: readonly (readonly [mnc: number, cid: number])[] = [
  [1, 2],
  [2, 4],
  [1, 4],
];

const cells: ItemReader = (f, { decoded }) => {
  const from = f.offset;
  const [mncBytes, cidBytes] = cellForms.find(([mnc, cid]) => (f.remaining - 2 - mnc) % (3 + cid) === 0) ?? [1, 2];
  const [mcc, mnc] = [f.uintLe(2), f.uintLe(mncBytes)];
  while (f.remaining >= 3 + cidBytes) {
    const [signal, lac, cid] = [f.intLe(1), f.uintLe(2), f.uintLe(cidBytes)];
    if (lac !== 0 || cid !== 0) decoded.cells.push({ mcc, mnc, lac, cid, signal });
  }
  f.note('cells', from);
};

/** Reads access points with names: signal, address, length, name. */
const namedWifi: ItemReader = (f, { decoded }) => {
  const from = f.offset;
  while (f.remaining >= 8) {
    const signal = f.intLe(1);
    const mac = macOf(f.take(6));
    decoded.wifi.push({ name: text(f.take(f.uintLe(1))), mac, signal });
  }
  f.note('wifi', from);
};

const wifi: ItemReader = (f, { decoded }) => {
  const from = f.offset;
  while (f.remaining >= 7) {
    const signal = f.intLe(1);
    decoded.wifi.push({ name: '', mac: macOf(f.take(6)), signal });
  }
  f.note('wifi', from);
};

/** Reads a beacon's address; its bytes are reversed. */
function tag(f: FieldReader): string {
  return macOf(f.take(6, 'values.tagId').toReversed());
}

/** Reads the position of a beacon: the device is in its room. */
function beaconPlace(f: FieldReader, { decoded }: Ev07bDraft): void {
  if (f.remaining < 8) return;
  const position = place(f);
  const unknown = { speed: null, course: null, altitude: null, accuracy: null };
  if (position && !decoded.position?.valid)
    decoded.position = { ...position, ...unknown, source: 'beacon', valid: true };
}

function describe(f: FieldReader, { decoded }: Ev07bDraft): void {
  if (f.remaining > 0) decoded.values.description = text(f.take(f.remaining, 'values.description'));
}

const namedBeacon: ItemReader = (f, draft) => {
  draft.decoded.values.tagId = tag(f);
  beaconPlace(f, draft);
  describe(f, draft);
};

/** Reads accuracy and altitude of a fixed position. */
function readHeight(f: FieldReader, { decoded }: Ev07bDraft): void {
  if (f.remaining < 4) return;
  decoded.values.hdop = f.uintLe(2, 'values.hdop') / 10;
  const altitude = f.intLe(2, 'position.altitude');
  if (decoded.position) decoded.position.altitude = altitude;
}

/** Reads a beacon with its fixed position and accuracy. */
const surveyedBeacon: ItemReader = (f, draft) => {
  if (f.remaining < 6) return;
  draft.decoded.values.tagId = tag(f);
  beaconPlace(f, draft);
  readHeight(f, draft);
};

/** Reads a fixed position without a beacon: the configured home of the device. */
const homePlace: ItemReader = (f, draft) => {
  beaconPlace(f, draft);
  readHeight(f, draft);
};

const heardBeacon: ItemReader = (f, draft) => {
  const flags = f.uintLe(1);
  draft.decoded.values.tagId = tag(f);
  Object.assign(draft.decoded.values, { tagRssi: f.intLe(1, 'values.tagRssi'), tag1mRssi: f.intLe(1) });
  if (bit(flags, 7)) beaconPlace(f, draft);
  if (bit(flags, 6)) describe(f, draft);
};

/** Reads a beacon with the flags of other beacons; firmware without flags always sends the position. */
const placedBeacon: ItemReader = (f, draft) => {
  const flags = f.uintLe(1);
  draft.decoded.values.tagId = tag(f);
  draft.decoded.values.tagRssi = f.intLe(1, 'values.tagRssi');
  const hasFlags = bit(flags, 7) || bit(flags, 6);
  if (bit(flags, 7) || !hasFlags) beaconPlace(f, draft);
  if (bit(flags, 6)) describe(f, draft);
};

/**
 * Reads a beacon with its battery; a length precedes its name. One record has several: the lower flag bits count them.
 */
const chargedBeacon: ItemReader = (f, draft) => {
  const { values } = draft.decoded;
  const flags = f.uintLe(1);
  const from = f.offset;
  const beacon: Record<string, unknown> = { tagId: macOf(f.take(6).toReversed()) };
  Object.assign(beacon, { tagRssi: f.intLe(1), tag1mRssi: f.intLe(1), tagBatteryLevel: f.uintLe(1) });
  f.note('values.tags', from);
  if (bit(flags, 7)) beaconPlace(f, draft);
  if (bit(flags, 6)) beacon.description = text(f.take(f.uintLe(1)));
  if (f.remaining >= 2) beacon.tagTemperature = f.int(2) / 10;
  if (Array.isArray(values.tags)) values.tags.push(beacon);
  else Object.assign(values, beacon, { tags: [beacon] });
};

const state: ItemReader = (f, { decoded }) => {
  decoded.time = instant(f, 'time') ?? decoded.time;
  if (f.remaining < 4) return;
  const from = f.offset;
  const word = f.uintLe(4, 'values.status');
  f.note('battery', from + 3);
  decoded.backlog = bit(word, 7);
  decoded.battery ??= percent(word >>> 24);
  Object.assign(decoded.values, {
    status: word,
    charge: bit(word, 4),
    motion: bit(word, 9),
    signal: bits(word, 19, 5),
    ...(decoded.backlog ? { archive: true } : {}),
  });
};

/** Reads a call: time (missing on some devices), state, seconds, result, number. */
const call: ItemReader = (f, { decoded }) => {
  // A digit of the number is smaller at this offset, and no time after 2015 begins like a digit.
  const time = f.remaining >= 8 && f.peek(3) >= 0x54 ? instant(f, 'time') : null;
  decoded.time ??= time;
  Object.assign(decoded.values, {
    callState: f.uintLe(1, 'values.callState'),
    callSeconds: f.uintLe(2, 'values.callSeconds'),
    callResult: f.uintLe(1, 'values.callResult'),
    callNumber: text(f.take(f.remaining, 'values.callNumber')),
  });
};

const steps: ItemReader = (f, { decoded }) => {
  const time = instant(f);
  decoded.time ??= time;
  decoded.steps = f.uintLe(4, 'steps');
  decoded.readings.push(...readingsOf([['steps', decoded.steps]]));
};

/** Reads the duration of each kind of movement, each after its time. */
const activity: ItemReader = (f, { decoded }) => {
  for (let index = 1; f.remaining >= 8; index++) {
    const time = instant(f);
    decoded.time ??= time;
    decoded.values[`activity${index}`] = f.uintLe(4, `values.activity${index}`);
  }
};

const barks: ItemReader = (f, { decoded }) => {
  const time = instant(f, 'time');
  decoded.time ??= time;
  const word = f.uintLe(4, 'values.barkCount');
  decoded.values.barkCount = word % 2 ** 31;
  if (bit(word, 31)) decoded.values.barkStop = true;
};

/** Reads a measured value after its time; 0 and 1 mean none. */
function measured(kind: string): ItemReader {
  return (f, { decoded }) => {
    const time = instant(f);
    decoded.time ??= time;
    const value = f.uintLe(1, `readings.${kind}`);
    if (value > 1) decoded.readings.push(...readingsOf([[kind, value]]));
  };
}

/** Readers of data items (protocols.md P4). */
export const dataItems: ReadonlyMap<number, ItemReader> = new Map<number, ItemReader>([
  [0x02, alarm],
  [0x14, battery],
  [0x20, gnss],
  [0x21, cells],
  [0x29, cells],
  [0x2b, cells],
  [0x22, wifi],
  [0x19, namedWifi],
  [0x23, namedBeacon],
  [0x28, heardBeacon],
  [0x2a, placedBeacon],
  [0x24, state],
  [0x26, surveyedBeacon],
  [0x27, homePlace],
  [0x25, call],
  [0x2c, chargedBeacon],
  [0x30, steps],
  [0x31, activity],
  [0x37, barks],
  [0x40, measured('heart_rate')],
  [0x41, measured('spo2')],
]);

const textItem =
  (name: string): ItemReader =>
  (f, { decoded }) => {
    decoded.values[name] = text(f.take(f.remaining, `values.${name}`));
  };
const numberItem =
  (name: string): ItemReader =>
  (f, { decoded }) => {
    decoded.values[name] = f.uintLe(Math.min(4, f.remaining), `values.${name}`);
  };

/** Readers of settings items. */
export const settingItems: ReadonlyMap<number, ItemReader> = new Map<number, ItemReader>([
  [0x01, numberItem('module')],
  [0x02, numberItem('version')],
  [0x03, textItem('imei')],
  [0x04, textItem('iccid')],
  [0x0e, (f, { decoded }) => Object.assign(decoded.values, { timeZone: f.intLe(1, 'values.timeZone') })],
  [0x13, textItem('deviceName')],
  [0x14, battery],
  [0x1a, textItem('firmware')],
  [0x1b, textItem('gsmModule')],
  [0x40, textItem('apn')],
  [0x47, textItem('deviceId')],
  [0x61, textItem('msisdn')],
  [0x66, textItem('imsi')],
]);
