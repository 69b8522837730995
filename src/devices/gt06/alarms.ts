import { bit, bits, type FieldReader } from '../fieldReader.ts';
import type { AlarmType } from '../message.ts';
import { percent } from '../reading.ts';
import { addAlarm } from './codes.ts';
import {
  type Gt06Draft,
  hundredths,
  readAlarm,
  readCell,
  readDate,
  readLevels,
  readLongCell,
  readPlace,
  readPoint,
  readState,
  readStatus,
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

/** Number of bytes of state, level, signal, alarm, language. */
const statusBytes = 5;

/** Reads position, cell after its length, status and alarm. */
export const alarm: TypeReader = (f, draft) => {
  const { decoded, type, length } = draft;
  decoded.kind = 'alarm';
  decoded.press = true;
  const offset = type === 0x27 || type === 0xa4 ? 1 : 0;
  readPlace(f, draft);
  // Two layouts of 0x16: one has neither a cell length nor a code, the other a cell wider than its length.
  const bare = type === 0x16 && length === 0x24;
  if (bare) readCell(f, draft, cell2g);
  else if (type === 0x16 && length === 0x26) {
    f.skip(1);
    readCell(f, draft, cellWide);
  } else readLongCell(f, draft, statusBytes + offset);
  if (bare) readLevels(f, draft);
  else readStatus(f, draft, true);
  // Number of the fence; 255: none.
  if (offset > 0 && f.remaining > 0) decoded.values.geofence = f.uint(1, 'values.geofence');
  if (type === 0x32) readAltitude(f, draft);
  reasonAndOdometer(f, draft);
};

/** Reads 0xA3: the alarm of one fence, or the status of a few models. */
export const fence: TypeReader = (f, draft) => (draft.length === 0x0c ? status(f, draft) : alarm(f, draft));

/** Reads 0xA5: an alarm without position and date. */
export const cellAlarm: TypeReader = (f, draft) => {
  draft.decoded.kind = 'alarm';
  draft.decoded.press = true;
  readCell(f, draft, cell4g);
  readStatus(f, draft, true);
};

/** Reads the cell of 0x38 and 0x39, which begins with its kind. */
function kindedCell(f: FieldReader, draft: Gt06Draft): void {
  const wide = f.uint(1) >= 3;
  readCell(f, draft, wide ? cell4g : cell2g);
  f.skip(wide ? 2 : 1);
}

export const place38: TypeReader = (f, draft) => {
  position(null)(f, draft);
  f.skip(2);
  kindedCell(f, draft);
};

export const alarm39: TypeReader = (f, draft) => {
  draft.decoded.press = true;
  position(null)(f, draft);
  draft.decoded.kind = 'alarm';
  kindedCell(f, draft);
  readStatus(f, draft, true);
  readModules(f, draft);
};

/** Alarm codes of 0x95, which differ from the common ones. */
const eventAlarms: ReadonlyMap<number, readonly [type: AlarmType, word: string]> = new Map([
  [0x01, ['sos', 'sos']],
  [0x0e, ['low_batt', 'lowPower']],
  [0x76, ['other', 'temperature']],
  [0x80, ['other', 'vibration']],
  [0x87, ['other', 'overspeed']],
  [0x88, ['power_off', 'powerCut']],
  [0x90, ['other', 'hardAcceleration']],
  [0x91, ['other', 'hardBraking']],
  [0x92, ['other', 'hardCornering']],
  [0x93, ['other', 'accident']],
]);

/** Reads date and position of 0x95; after a mark also satellites, speed and voltage. */
const readEventPlace: TypeReader = (f, draft) => {
  if (f.peek() !== 0xff || f.peek(1) !== 0xff) {
    readDate(f, draft);
    return readPoint(f, draft, { satellites: false, speed: 0 });
  }
  f.skip(3);
  readPlace(f, draft, { satellites: true, speed: 2, swapped: true });
  draft.decoded.values.power = f.uint(2) / 10;
};

export const event95: TypeReader = (f, draft) => {
  const { decoded } = draft;
  decoded.kind = 'alarm';
  decoded.press = true;
  const placed = f.remaining > 7;
  if (placed) readEventPlace(f, draft);
  else readDate(f, draft);
  if (f.remaining === 0) return;
  const event = f.uint(1, 'alarms');
  decoded.values.event = event;
  const meaning = eventAlarms.get(event);
  // Without a position the first code is no SOS.
  if (event === 0x01 && !placed) addAlarm(draft, 'other', 'general');
  else if (meaning) addAlarm(draft, ...meaning);
  else if (event > 0) addAlarm(draft, 'other');
  if (f.remaining > 2) {
    f.skip(2);
    decoded.values.eventFiles = textOf(f.take(f.remaining));
  }
};

/** Reads a status with a maker-specific first byte and the battery in percent. */
const wideStatus: TypeReader = (f, draft) => {
  const { decoded } = draft;
  decoded.values.status = f.uint(1, 'values.status');
  f.skip(2);
  readAlarm(f, draft, false);
  decoded.battery = percent(f.uint(1, 'battery'));
};

export const status: TypeReader = (f, draft) => {
  const { decoded } = draft;
  decoded.kind = 'heartbeat';
  if (draft.length === 0x15) return wideStatus(f, draft);
  if (draft.length !== 0x13) return readStatus(f, draft, false);
  readState(f, draft);
  const signal = f.uint(2);
  decoded.values.satellites = bits(signal, 10, 5) + bits(signal, 5, 5);
  decoded.values.signal = bits(signal, 0, 5);
  readAlarm(f, draft, false);
  decoded.battery = Math.min(100, f.uint(1, 'battery'));
  const mode = f.uint(1);
  hundredths(f, draft, 'power');
  f.skip(3);
  const temperature = f.uint(2);
  if (mode === 4) decoded.values.temp1 = (bits(temperature, 0, 15) * (bit(temperature, 15) ? -1 : 1)) / 10;
};
