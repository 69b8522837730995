import { type FieldReader, macOf } from '../fieldReader.ts';
import { wallTime } from '../wallTime.ts';
import { raise } from './codes.ts';
import {
  type CellForm,
  type Gt06Draft,
  hundredths,
  readAlarm,
  readCellList,
  readCells,
  readDate,
  readLevel,
  readNetwork,
  readOdometer,
  readSignal,
  readState,
  readWifi,
  seemsDate,
} from './fields.ts';
import { cell2g, cell4g, position, type TypeReader } from './forms.ts';

/** Returns a reader for cells, timing advance, and Wi-Fi if the type has it. */
export function cells(form: CellForm, count: number, wifi: boolean): TypeReader {
  return (f, draft) => {
    draft.decoded.kind = 'position';
    readDate(f, draft);
    readCells(f, draft, form, count);
    f.skip(1);
    if (wifi) readWifi(f, draft, f.uint(1));
  };
}

/** Reads 0x24: cells, on some models with a count, on others a position. */
export const cells24: TypeReader = (f, draft) => {
  const { decoded } = draft;
  if (draft.length === 0x2e) {
    position(cell2g)(f, draft);
    decoded.values.ignition = f.uint(1, 'values.ignition') > 0;
    hundredths(f, draft, 'power');
    return hundredths(f, draft, 'battery');
  }
  if (draft.length !== 0x31) return cells(cell2g, 7, false)(f, draft);
  decoded.kind = 'position';
  readDate(f, draft);
  f.skip(1);
  const from = f.offset;
  const network = readNetwork(f);
  readCellList(f, decoded.cells, network, cell2g, f.uint(1));
  f.note('cells', from);
};

/** Reads 0xA2: cells and Wi-Fi, or on some models a position with a status. */
export const cells4g: TypeReader = (f, draft) => {
  const { decoded } = draft;
  if (draft.length !== 0x40) return cells(cell4g, 7, true)(f, draft);
  position(cell4g)(f, draft);
  f.skip(1);
  readState(f, draft);
  hundredths(f, draft, 'power');
  readLevel(f, draft);
  readSignal(f, draft);
  readAlarm(f, draft, false);
  decoded.press = decoded.alarms.length > 0;
  readOdometer(f, draft);
  decoded.values.hours = f.uint(4);
};

/** Reads 0xA9: an alarm with nearby cells and Wi-Fi. */
export const wifiAlarm: TypeReader = (f, draft) => {
  const { decoded } = draft;
  decoded.kind = 'alarm';
  decoded.press = true;
  readDate(f, draft);
  const from = f.offset;
  const network = readNetwork(f);
  readCellList(f, decoded.cells, network, f.uint(1) > 0 ? cell4g : cell2g, f.uint(1));
  f.note('cells', from);
  f.skip(1);
  readWifi(f, draft, f.uint(1));
  const [code, language] = [f.uint(1, 'alarms'), f.uint(1)];
  raise(draft, (language >> 4) * 256 + code, true);
};

function bcdDate(f: FieldReader, { decoded }: Gt06Draft): void {
  const bytes = f.take(6, 'time');
  const digits = bytes.toString('hex');
  // Some makers send plain numbers instead of BCD.
  const figures = /^\d{12}$/.test(digits) ? (digits.match(/../g) ?? []).map(Number) : [...bytes];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = figures;
  decoded.time = wallTime([2000 + year, month, day, hour, minute, second], 0);
}

/** Reads 0x17 and 0x69: Wi-Fi points (count in the length field), then cells; date in BCD, UTC. */
export const wifiByLength: TypeReader = (f, draft) => {
  const { decoded, length } = draft;
  if (length === 0x28 && seemsDate(f)) return position(cell2g, readDriver)(f, draft);
  decoded.kind = 'position';
  bcdDate(f, draft);
  readWifi(f, draft, length);
  const from = f.offset;
  const count = f.uint(1);
  const network = { mcc: f.uint(2), mnc: f.uint(1) };
  readCellList(f, decoded.cells, network, { lac: 2, cid: 2 }, count);
  f.note('cells', from);
};

const readDriver: TypeReader = (f, { decoded }) => {
  decoded.values.driverUniqueId = f.take(8).toString('hex');
};

/** Reads 0xF3: Wi-Fi points without signals. */
export const wifiOnly: TypeReader = (f, draft) => {
  const { decoded } = draft;
  decoded.kind = 'position';
  bcdDate(f, draft);
  const count = f.uint(1);
  const from = f.offset;
  for (let index = 0; index < count && f.remaining >= 8; index++) {
    f.skip(2);
    decoded.wifi.push({ name: '', mac: macOf(f.take(6)), signal: null });
  }
  f.note('wifi', from);
};
