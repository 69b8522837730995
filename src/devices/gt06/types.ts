import { bit, bits } from '../fieldReader.ts';
import { instantOf } from '../text.ts';
import { alarm, alarm39, cellAlarm, event95, fence, place38, status } from './alarms.ts';
import { cells, cells4g, cells24, wifiAlarm, wifiByLength, wifiOnly } from './cells.ts';
import { addAlarm, raise } from './codes.ts';
import {
  hundredths,
  readAlarm,
  readCell,
  readCells,
  readDate,
  readLongCell,
  readOdometer,
  readPlace,
  readReason,
  readSignal,
  readState,
  readStatus,
  seemsDate,
} from './fields.ts';
import {
  cell2g,
  cell4g,
  cellWide,
  position,
  readAltitude,
  readModules,
  reasonAndOdometer,
  type TypeReader,
  textOf,
} from './forms.ts';

/** Reads 0x12 by its length: card reader, input, status, fuel. */
const place12: TypeReader = (f, draft) => {
  draft.decoded.kind = 'position';
  // Some devices send the IMEI first.
  if (f.remaining >= 34 && !seemsDate(f) && f.peek() < 0x10) f.skip(8);
  readPlace(f, draft);
  readCell(f, draft, cell2g);
  if (draft.length === 0x21) return readInput(f, draft);
  if (draft.length === 0x24) return readPoweredState(f, draft);
  if (draft.length === 0x2b) return readFuel(f, draft);
  if (draft.length === 0x29 || draft.length >= 0x71) return readCard(f, draft);
  reasonAndOdometer(f, draft);
};

const readInput: TypeReader = (f, { decoded }) => {
  const mask = f.uint(2);
  decoded.values.ignition = bit(mask, 15);
  decoded.values.in2 = bit(mask, 14);
  if (bit(mask, 12)) decoded.values.temp1 = bits(mask, 0, 9) * (bit(mask, 9) ? -1 : 1);
  else decoded.values.adc1 = bits(mask, 0, 10) * (bit(mask, 13) ? 1 : 0.1);
};

const readPoweredState: TypeReader = (f, draft) => {
  readState(f, draft);
  hundredths(f, draft, 'power');
  readSignal(f, draft);
};

const readFuel: TypeReader = (f, draft) => {
  readPoweredState(f, draft);
  raise(draft, f.uint(1), false);
  draft.decoded.values.oil = f.uint(2);
  const temperature = f.uint(1);
  draft.decoded.values.temp1 = bit(temperature, 7) ? -bits(temperature, 0, 7) : temperature;
  draft.decoded.values.odometer = f.uint(4) * 10;
};

const readCard: TypeReader = (f, draft) => {
  readOdometer(f, draft);
  draft.decoded.values.card = textOf(f.take(f.uint(1), 'values.card'));
  if (draft.length === 0x29 && f.uint(1) > 0) addAlarm(draft, 'other', 'general');
};

/** Reads 0x61: a position after the IMEI, with the button that a driver used. */
const buttonPlace: TypeReader = (f, draft) => {
  f.skip(8);
  position(cellWide)(f, draft);
  if (f.remaining >= 6) draft.decoded.values.driverUniqueId = String(f.uint(6, 'values.driverUniqueId'));
};

/** Reads 0x22 and 0x25 of vehicle locators, with IMEI and a second date before the position. */
const namedPlace: TypeReader = (f, draft) => {
  const { decoded } = draft;
  decoded.kind = 'position';
  f.skip(9 + 6);
  readPlace(f, draft);
  readLongCell(f, draft, 0);
  readState(f, draft);
  hundredths(f, draft, 'power');
  decoded.values.battery = f.uint(1, 'values.battery') / 10;
  readSignal(f, draft);
  readAlarm(f, draft, false);
  decoded.values.odometer = f.uint(3);
  decoded.values.hours = f.uint(3) * 60;
};

const place22: TypeReader = (f, draft) => {
  const { decoded } = draft;
  const named = f.remaining >= 45 && f.peek(1) < 0x10 && !seemsDate(f);
  if (named) return namedPlace(f, draft);
  if (draft.length !== 0x2f) return position(cell2g, readReason, readTail)(f, draft);
  position(cellWide, readReason, readOdometer)(f, draft);
  f.skip(4);
  const temperature = f.uint(2);
  decoded.values.temp1 = (bits(temperature, 0, 15) * (bit(temperature, 15) ? -1 : 1)) / 100;
  decoded.values.humidity = f.uint(2) / 100;
};

const readTail: TypeReader = (f, draft) => {
  if (f.remaining === 4) readOdometer(f, draft);
};

const place31: TypeReader = (f, draft) =>
  position(draft.length === 0x2a ? { mnc: 2, ...cellWide } : cell2g, readReason, readAltitude)(f, draft);

const cellStatus: TypeReader = (f, draft) => {
  draft.decoded.kind = 'position';
  // A list of neighbour cells in a different layout.
  if (draft.length >= 0x17) return;
  readCell(f, draft, cell2g);
  readStatus(f, draft, false);
};

/** Reads 0x23: the voltage, or a level. */
const heartbeat: TypeReader = (f, draft) => {
  draft.decoded.kind = 'heartbeat';
  if (f.remaining < 6) return readStatus(f, draft, false);
  readState(f, draft);
  hundredths(f, draft, 'battery');
  readSignal(f, draft);
};

/** Reads 0x36: the status with modules, or on some models a position. */
const status36: TypeReader = (f, draft) => {
  if (f.remaining < 40 || !seemsDate(f)) {
    status(f, draft);
    return readModules(f, draft);
  }
  position(cellWide, readReason, readOdometer)(f, draft);
  hundredths(f, draft, 'power');
  if (f.remaining > 0) draft.decoded.values.battery = f.uint(1, 'values.battery') / 10;
};

/** Reads 0x34: a position with voltages and inputs, or on some models cells. */
const place34: TypeReader = (f, draft) => {
  const { decoded } = draft;
  if (draft.length === 0x37) {
    decoded.kind = 'position';
    readDate(f, draft);
    f.skip(1);
    return readCells(f, draft, { mnc: 2, ...cellWide }, 7);
  }
  f.skip(4);
  position(null)(f, draft);
  f.skip(2);
  readOdometer(f, draft);
  readCell(f, draft, cellWide);
  const driver = f.uint(4);
  if (driver > 0) decoded.values.driverUniqueId = String(driver);
  hundredths(f, draft, 'battery');
  hundredths(f, draft, 'power');
  const ports = f.uint(4);
  decoded.values.input = f.uint(1);
  decoded.values.output = f.uint(1);
  for (let port = 1; port <= bits(ports, 20, 4); port++) hundredths(f, draft, `adc${port}`);
};

/** Reads 0x1A, 0x1E, 0x2A: a position, with a phone number that requests its address. */
const phonePlace: TypeReader = (f, draft) => {
  draft.decoded.kind = draft.type === 0x2a ? 'request' : 'position';
  if (f.remaining < 18) return;
  readPlace(f, draft);
  readPhone(f, draft);
};

const readPhone: TypeReader = (f, { decoded }) => {
  const number = textOf(f.take(21)).replaceAll(/[^\d+*#]/g, '');
  if (number !== '') decoded.values.phone = number;
};

/** Reads 0xA7: a cell and a phone number that requests its address. */
const cellRequest: TypeReader = (f, draft) => {
  draft.decoded.kind = 'request';
  readCell(f, draft, cell4g);
  readPhone(f, draft);
};

const requestReader: TypeReader = (_f, { decoded }) => {
  decoded.kind = 'request';
};

/** Reads 0x40: a battery with its cells. */
const batteryUnit: TypeReader = (f, { decoded }) => {
  decoded.kind = 'information';
  f.skip(8);
  decoded.time = instantOf(f.uint(4, 'time'), 's');
  decoded.values.relativeCapacity = f.uint(1);
  decoded.values.remainingCapacity = f.uint(2);
  decoded.values.absoluteCapacity = f.uint(1);
  decoded.values.fullCapacity = f.uint(2);
  decoded.values.batteryHealth = f.uint(1);
  decoded.values.batteryTemp = Math.round(f.uint(2) - 2731) / 10;
  decoded.values.current = f.uint(2);
  decoded.values.battery = f.uint(2) / 1000;
  decoded.values.cycleIndex = f.uint(2);
};

/** Readers by type; 0x01 and the texts have separate readers. */
export const typeReaders: ReadonlyMap<number, TypeReader> = new Map<number, TypeReader>([
  [0x10, position(null, reasonAndOdometer)],
  [0x11, position({ mnc: 2, ...cellWide }, reasonAndOdometer)],
  [0x12, place12],
  [0x22, place22],
  [0x25, place22],
  [0x2d, position(cell2g, readReason, readTail)],
  [0x31, place31],
  [0x34, place34],
  [0x37, position(cell2g, readReason, readModules)],
  [0x38, place38],
  [0xa0, position(cell4g, reasonAndOdometer)],
  [0x61, buttonPlace],
  [0x1a, phonePlace],
  [0x1e, phonePlace],
  [0x2a, phonePlace],
  [0x13, status],
  [0x23, heartbeat],
  [0x36, status36],
  [0x19, cellStatus],
  [0x16, alarm],
  [0x26, alarm],
  [0x27, alarm],
  [0x32, alarm],
  [0x39, alarm39],
  [0x95, event95],
  [0xa3, fence],
  [0xa4, alarm],
  [0xa5, cellAlarm],
  [0xa7, cellRequest],
  [0xa9, wifiAlarm],
  [0x18, cells(cell2g, 7, true)],
  [0x24, cells24],
  [0x28, cells(cell2g, 7, false)],
  [0x2c, cells(cell2g, 7, true)],
  [0x2e, cells(cell2g, 7, false)],
  [0x33, cells(cellWide, 6, true)],
  [0xa1, cells(cell4g, 7, false)],
  [0xa2, cells4g],
  [0x17, wifiByLength],
  [0x69, wifiByLength],
  [0xf3, wifiOnly],
  [0x8a, requestReader],
  [0x40, batteryUnit],
]);
