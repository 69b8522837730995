import { bit, bits, type FieldReader, macOf } from '../fieldReader.ts';
import type { AlarmType, Cell, Decoded, WifiPoint } from '../message.ts';
import { percent } from '../reading.ts';
import { wallTime } from '../wallTime.ts';
import { addAlarm, raise, statusAlarms } from './codes.ts';

/** Result of reading one frame, with the context that its readers need. */
export interface Gt06Draft {
  decoded: Decoded;
  /** Offset of the device clock from UTC, minutes. */
  zoneMinutes: number;
  /** Alarm codes that the model overrides. */
  alarms: ReadonlyMap<number, AlarmType> | undefined;
  type: number;
  long: boolean;
  /** Declared number of bytes from the type to the checksum: it distinguishes the layouts of makers. */
  length: number;
}

/** Reads a date: y m d h m s, one byte each. */
export function readDate(f: FieldReader, { decoded, zoneMinutes }: Gt06Draft): void {
  if (f.remaining < 6) return;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = f.take(6, 'time');
  decoded.time = wallTime([2000 + year, month, day, hour, minute, second], zoneMinutes);
}

/** Whether the next bytes may be a date. */
export function seemsDate(f: FieldReader): boolean {
  const [month, day, hour, minute, second] = [1, 2, 3, 4, 5].map((index) => f.peek(index)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour < 24 && minute < 60 && second < 60;
}

/** Optional parts of a position, besides date, coordinates and flags. */
export interface PlaceForm {
  satellites: boolean;
  /** Number of bytes of the speed. */
  speed: 0 | 1 | 2;
  /** Whether the flags precede the speed. */
  swapped?: boolean;
}

const plainPlace: PlaceForm = { satellites: true, speed: 1 };

/** Reads date, satellites, coordinates in 1/1,800,000 degree, speed in km/h, course and flags. */
export function readPlace(f: FieldReader, draft: Gt06Draft, form: PlaceForm = plainPlace): void {
  readDate(f, draft);
  if (form.satellites && f.remaining > 0) draft.decoded.values.satellites = f.uint(1, 'values.satellites') & 0x0f;
  readPoint(f, draft, form);
}

/** Reads a position without its date. */
export function readPoint(f: FieldReader, { decoded }: Gt06Draft, { speed: speedBytes, swapped }: PlaceForm): void {
  if (f.remaining < 10 + speedBytes) return;
  const lat = f.uint(4, 'position.lat') / 1_800_000;
  const lng = f.uint(4, 'position.lng') / 1_800_000;
  const readFlags = () => f.uint(2, 'position.course');
  const leadingFlags = swapped ? readFlags() : 0;
  const speed = speedBytes === 0 ? null : f.uint(speedBytes, 'position.speed');
  const flags = swapped ? leadingFlags : readFlags();
  const valid = bit(flags, 12);
  decoded.values.fix = valid;
  if (bit(flags, 14)) decoded.values.ignition = bit(flags, 15);
  // 0,0 is "no fix" (protocols.md P0.6).
  if (lat > 90 || lng > 180 || (lat === 0 && lng === 0)) return;
  decoded.position = {
    lat: rounded(bit(flags, 10) ? lat : -lat),
    lng: rounded(bit(flags, 11) ? -lng : lng),
    speed,
    course: bits(flags, 0, 10),
    altitude: null,
    accuracy: null,
    source: valid ? 'gnss' : 'unknown',
    valid,
  };
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7;
}

/** Number of bytes of a cell's parts. */
export interface CellForm {
  mnc?: 1 | 2;
  lac: 2 | 4;
  cid: 2 | 3 | 4 | 8;
}

/** Reads MCC and MNC; the top bit of the MCC means a two-byte MNC. */
export function readNetwork(f: FieldReader, mncBytes: 1 | 2 = 1): { mcc: number; mnc: number } {
  const mcc = f.uint(2);
  const mnc = f.uint(mcc >= 0x8000 ? 2 : mncBytes);
  return { mcc: mcc & 0x7fff, mnc };
}

/** Reads one cell; zeros mean none. */
export function readCell(f: FieldReader, { decoded }: Gt06Draft, form: CellForm): void {
  const from = f.offset;
  if (f.remaining < 3 + form.lac + form.cid) return;
  const network = readNetwork(f, form.mnc);
  const [lac, cid] = [f.uint(form.lac), f.uint(form.cid)];
  f.note('cells', from);
  if (lac !== 0 || cid !== 0) decoded.cells.push({ ...network, lac, cid, signal: null });
}

const shortCell: CellForm = { lac: 2, cid: 3 };

/** Forms of a cell by its length, for an MNC of one and of two bytes. */
const cellForms: readonly (readonly [bytes: number, wideMnc: boolean, form: CellForm])[] = [
  [8, false, shortCell],
  [9, true, shortCell],
  [10, false, { mnc: 2, lac: 2, cid: 4 }],
  [15, false, { lac: 4, cid: 8 }],
  [16, true, { lac: 4, cid: 8 }],
];

/**
 * Reads a cell after its length, which may or may not include itself.
 * @param behind bytes after the cell
 */
export function readLongCell(f: FieldReader, draft: Gt06Draft, behind: number): void {
  const length = f.uint(1);
  // No cell: no bytes, or zeros.
  if (length === 0) {
    f.skip(f.remaining - behind);
    return;
  }
  const wide = f.peek() >= 0x80;
  const remaining = f.remaining - behind;
  const formOf = (...fits: number[]) => cellForms.find(([bytes, wideMnc]) => wideMnc === wide && fits.includes(bytes));
  // An impossible length: the bytes after the cell decide how many the cell has.
  const matchedForm = formOf(length, length - 1) ?? formOf(remaining);
  const [bytes, , form] = matchedForm ?? [Math.min(Math.max(8, length - 1), f.remaining), false, shortCell];
  readCell(f.inside(bytes), draft, form);
}

/** Reads up to `count` cells of one network with signals, as many as the frame has. */
export function readCells(f: FieldReader, { decoded }: Gt06Draft, form: CellForm, count: number): void {
  const from = f.offset;
  const network = readNetwork(f, form.mnc);
  readCellList(f, decoded.cells, network, form, count);
  f.note('cells', from);
}

/** Reads the list after the network; signals are positive figures for negative dBm. */
export function readCellList(
  f: FieldReader,
  cells: Cell[],
  network: { mcc: number; mnc: number },
  { lac: lacBytes, cid: cidBytes }: CellForm,
  count: number,
): void {
  for (let index = 0; index < count && f.remaining >= lacBytes + cidBytes + 1; index++) {
    const [lac, cid, signal] = [f.uint(lacBytes), f.uint(cidBytes), f.uint(1)];
    if (lac !== 0 || cid !== 0) cells.push({ ...network, lac, cid, signal: -signal });
  }
}

/** Reads up to `count` Wi-Fi points, as many as the frame has; positive signal figures mean negative dBm. */
export function readWifi(f: FieldReader, { decoded }: Gt06Draft, count: number): void {
  const from = f.offset;
  const points: WifiPoint[] = [];
  for (let index = 0; index < count && f.remaining >= 7; index++) {
    const mac = macOf(f.take(6));
    points.push({ name: '', mac, signal: -f.uint(1) });
  }
  decoded.wifi.push(...points);
  f.note('wifi', from);
}

/** Reads the terminal's status byte. */
export function readState(f: FieldReader, draft: Gt06Draft): void {
  if (f.remaining < 1) return;
  const { decoded } = draft;
  const state = f.uint(1, 'values.status');
  Object.assign(decoded.values, {
    status: state,
    armed: bit(state, 0),
    ignition: bit(state, 1),
    charge: bit(state, 2),
    tracking: bit(state, 6),
    blocked: bit(state, 7),
  });
  const code = bits(state, 3, 3);
  decoded.alarmBits = code === 0 ? 0 : 2 ** code;
  const meaning = statusAlarms[code];
  if (!meaning) return;
  decoded.levels = [{ bit: code, type: meaning[0] }];
  addAlarm(draft, ...meaning);
}

/** Reads a battery level of 0–6, or a percentage. */
export function readLevel(f: FieldReader, { decoded }: Gt06Draft): void {
  if (f.remaining < 1) return;
  const level = f.uint(1, 'battery');
  decoded.values.batteryLevel = level;
  decoded.battery = level <= 6 ? Math.floor((level * 100) / 6) : percent(level);
}

export function readSignal(f: FieldReader, { decoded }: Gt06Draft): void {
  if (f.remaining > 0) decoded.values.signal = f.uint(1, 'values.signal');
}

/** Reads the alarm code and the language after it; some makers use the language's upper half for more codes. */
export function readAlarm(f: FieldReader, draft: Gt06Draft, sure: boolean): void {
  if (f.remaining < 1) return;
  raise(draft, f.uint(1, 'alarms'), sure);
  draft.decoded.values.language = f.uint(1);
}

/** Reads state, voltage level, signal. */
export function readLevels(f: FieldReader, draft: Gt06Draft): void {
  readState(f, draft);
  readLevel(f, draft);
  readSignal(f, draft);
}

/** Reads state, voltage level, signal, alarm code, language. */
export function readStatus(f: FieldReader, draft: Gt06Draft, sure: boolean): void {
  readLevels(f, draft);
  readAlarm(f, draft, sure);
}

/** Reads a two-byte value in hundredths. */
export function hundredths(f: FieldReader, { decoded }: Gt06Draft, name: string): void {
  if (f.remaining >= 2) decoded.values[name] = f.uint(2, `values.${name}`) / 100;
}

/** Reads ignition, reason of the report, and whether it is from the device's memory. */
export function readReason(f: FieldReader, { decoded }: Gt06Draft): void {
  if (f.remaining < 3) return;
  decoded.values.ignition = f.uint(1, 'values.ignition') > 0;
  decoded.values.event = f.uint(1, 'values.event');
  decoded.backlog = f.uint(1, 'backlog') > 0;
  if (decoded.backlog) decoded.values.archive = true;
}

/** Reads the odometer in metres, or in the device's unit. */
export function readOdometer(f: FieldReader, { decoded }: Gt06Draft): void {
  if (f.remaining >= 4) decoded.values.odometer = f.uint(4, 'values.odometer');
}
