import { bits, type FieldReader, macOf } from '../fieldReader.ts';
import type { AlarmType } from '../message.ts';
import { readingsOf } from '../reading.ts';
import { instantOf } from '../text.ts';
import { addAlarm } from './codes.ts';
import { type Gt06Draft, readPoint } from './fields.ts';

type ModuleReader = (f: FieldReader, draft: Gt06Draft) => void;

/** Event codes of 0x34 in 0x70. */
const events: ReadonlyMap<number, readonly [type: AlarmType, word: string]> = new Map([
  [0x10, ['door', 'door']],
  [0x12, ['off_wrist', 'removing']],
  [0x14, ['fence_in', 'geofenceEnter']],
  [0x15, ['fence_out', 'geofenceExit']],
  [0x16, ['other', 'temperature']],
  [0x1a, ['low_batt', 'lowBattery']],
  [0x1b, ['other', 'overspeed']],
  [0x1d, ['power_off', 'powerOff']],
  [0x20, ['other', 'vibration']],
  [0x21, ['power_off', 'powerCut']],
  [0x23, ['tamper', 'tampering']],
]);

/** Reasons for a report: 0x2B in 0x70. */
const reasons: typeof events = new Map([
  [0x11, ['low_batt', 'lowBattery']],
  [0x12, ['low_batt', 'lowPower']],
  [0x13, ['power_off', 'powerCut']],
  [0x14, ['off_wrist', 'removing']],
]);

function raiseOf(draft: Gt06Draft, meanings: typeof events, code: number): void {
  const meaning = meanings.get(code);
  if (!meaning) return;
  draft.decoded.press = true;
  addAlarm(draft, ...meaning);
}

const modules: ReadonlyMap<number, ModuleReader> = new Map<number, ModuleReader>([
  [0x03, (f, { decoded }) => Object.assign(decoded.values, { iccid: f.take(10, 'values.iccid').toString('hex') })],
  [0x09, (f, { decoded }) => Object.assign(decoded.values, { satellites: f.uint(1, 'values.satellites') })],
  [0x0a, (f, { decoded }) => Object.assign(decoded.values, { satellitesVisible: f.uint(1) })],
  [
    0x11,
    (f, { decoded }) => {
      const from = f.offset;
      const [mcc, mnc, lac, cid, signal] = [f.uint(2), f.uint(2), f.uint(2), f.uint(3), f.uint(1)];
      if (cid > 0) decoded.cells.push({ mcc, mnc, lac, cid, signal: -signal });
      f.note('cells', from);
    },
  ],
  [0x18, (f, { decoded }) => Object.assign(decoded.values, { battery: f.uint(2, 'values.battery') / 100 })],
  [0x28, (f, { decoded }) => Object.assign(decoded.values, { hdop: f.uint(1) / 10 })],
  [0x29, (f, { decoded }) => Object.assign(decoded.values, { index: f.uint(4) })],
  [
    0x2a,
    (f, { decoded }) => {
      const input = f.uint(1);
      Object.assign(decoded.values, { door: bits(input, 0, 4) > 0, tamper: bits(input, 4, 4) > 0 });
    },
  ],
  [
    0x2b,
    (f, draft) => {
      const reason = f.uint(1, 'alarms');
      draft.decoded.values.bootReason = reason;
      raiseOf(draft, reasons, reason);
    },
  ],
  [0x2e, (f, { decoded }) => Object.assign(decoded.values, { odometer: f.uintLe(4, 'values.odometer') })],
  [
    0x33,
    (f, draft) => {
      const { decoded } = draft;
      decoded.kind = 'position';
      decoded.time = instantOf(f.uint(4, 'time') || null, 's');
      decoded.values.satellites = f.uint(1, 'values.satellites');
      const altitude = f.int(2, 'position.altitude');
      readPoint(f, draft, { satellites: true, speed: 1 });
      if (decoded.position) decoded.position.altitude = altitude;
    },
  ],
  [
    0x34,
    (f, draft) => {
      const event = f.uint(1, 'alarms');
      draft.decoded.values.event = event;
      raiseOf(draft, events, event);
    },
  ],
  [
    0x7f,
    (f, { decoded }) => {
      const tag = { tag1Id: macOf(f.take(6)), tag1Battery: f.uint(2) / 1000, tag1BatteryLevel: f.uint(1) };
      const climate = { tag1Temp: f.int(2) / 10, tag1Humidity: f.int(2) / 10 };
      Object.assign(decoded.values, tag, climate);
      decoded.readings.push(
        ...readingsOf([
          ['room_temperature', climate.tag1Temp],
          ['humidity', climate.tag1Humidity],
        ]),
      );
    },
  ],
]);

/** Reads 0x70: a list of modules with id, length and value. */
export function readModular(f: FieldReader, draft: Gt06Draft): void {
  draft.decoded.kind = 'information';
  while (f.remaining >= 4) {
    const [id, length] = [f.uint(2), f.uint(2)];
    const module = f.inside(length);
    modules.get(id)?.(module, draft);
  }
}

const isSet = (value: number) => value > 0;

/** Names and readers of the states. */
const states: ReadonlyMap<number, readonly [name: string, read: (value: number) => unknown]> = new Map([
  [0x0001, ['motion', (value) => value === 2 || value === 4]],
  [0x0002, ['armed', isSet]],
  [0x0004, ['ignition', isSet]],
  [0x0005, ['power', (value) => value / 100]],
  [0x0007, ['charge', isSet]],
  [0x000b, ['batteryTemp', (value) => value / 10]],
]);

/** Reads 0xF1: states of the device, each with id, length and value. */
export function readDeviceStatus(f: FieldReader, { decoded }: Gt06Draft): void {
  decoded.kind = 'heartbeat';
  decoded.time = instantOf(f.uint(4, 'time'), 's');
  while (f.remaining >= 3) {
    const id = f.uint(2);
    const value = f.inside(f.uint(1));
    const [name, read] = states.get(id) ?? [];
    if (name !== undefined && read)
      decoded.values[name] = read(value.uint(Math.min(4, value.remaining), `values.${name}`));
  }
}

/** Reads 0xB2: a beacon that the device passed. */
export function readBeacon(f: FieldReader, { decoded }: Gt06Draft): void {
  decoded.kind = 'information';
  decoded.values.signal = f.int(1);
  decoded.values.tagMac = macOf(f.take(6));
  decoded.values.tagUuid = f.take(16).toString('hex');
  decoded.values.tagMajor = f.uint(2);
  decoded.values.tagMinor = f.uint(2);
  decoded.values.tagBattery = f.uint(2) / 100;
}

/** Reads 0xF2: peripherals near the device; the button or tag received, and its event. */
export function readPeripherals(f: FieldReader, { decoded }: Gt06Draft): void {
  decoded.kind = 'information';
  decoded.time = instantOf(f.uint(4, 'time'), 's');
  while (f.remaining >= 4) {
    const id = f.uint(2);
    const short = f.uint(1);
    // The length has one byte, or two if the first is zero.
    const unit = f.inside(short === 0 ? f.uint(1) : short);
    if (id === 0x0a && unit.remaining >= 9) {
      unit.skip(1);
      Object.assign(decoded.values, { tagMac: macOf(unit.take(6, 'values.tagMac')), event: unit.uint(1) });
    } else if (id === 0x0c) decoded.values.externalBatteryLevel = unit.uint(1, 'values.externalBatteryLevel');
  }
}
