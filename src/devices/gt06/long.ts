import { bit } from '../fieldReader.ts';
import type { AlarmType } from '../message.ts';
import { finite, readingsOf } from '../reading.ts';
import { cleanText, instantOf } from '../text.ts';
import { addAlarm } from './codes.ts';
import { type Gt06Draft, hundredths, readDate, readLongCell, readPoint, readSignal, readWifi } from './fields.ts';
import type { TypeReader } from './forms.ts';

/** Adds room climate values as readings. */
export function readClimate({ decoded }: Gt06Draft): void {
  const { temp1, humidity } = decoded.values;
  decoded.readings.push(
    ...readingsOf([
      ['room_temperature', finite(temp1)],
      ['humidity', finite(humidity)],
    ]),
  );
}

const answerPlace =
  /^Current position!\s*Lat:([NS])(\d+\.\d+),\s*Lon:([EW])(\d+\.\d+),\s*Course:(\d+\.?\d*),\s*Speed:(\d+\.?\d*)[^,]*,\s*DateTime:\s*(\d{4}-\d\d-\d\d) +(\d\d:\d\d:\d\d)/;

/** Reads a device's text answer to a command: its text, a position, or the number of its SIM card. */
function readAnswer({ decoded }: Gt06Draft, text: string): void {
  const card = /^<ICCID:(\w{15,20})/.exec(text);
  if (card) decoded.values.iccid = card[1];
  else decoded.values.result = text;
  decoded.values.answer = text;
  const place = answerPlace.exec(text);
  if (!place) return;
  const [, north, lat, east, lng, course, speed, day, clock] = place;
  decoded.time = instantOf(`${day} ${clock}`);
  decoded.position = {
    lat: Number(lat) * (north === 'S' ? -1 : 1),
    lng: Number(lng) * (east === 'W' ? -1 : 1),
    speed: Number(speed),
    course: Number(course),
    altitude: null,
    accuracy: null,
    source: 'gnss',
    valid: true,
  };
}

/** Sets the serial of the answered command from the repeated flag. */
function setAnsweredSerial({ decoded }: Gt06Draft, flag: number): void {
  if (flag <= 0xffff) decoded.values.answeredSerial = flag;
}

/** Reads 0x15: the answer to a command after its length and the flag. */
export const shortAnswer: TypeReader = (f, draft) => {
  const { decoded } = draft;
  decoded.kind = 'answer';
  const length = f.uint(1);
  setAnsweredSerial(draft, f.uint(4));
  // Without a length the text ends at the zero padding.
  const bytes = f.take(length > 4 ? length - 4 : f.remaining, 'values.result');
  const end = bytes.indexOf(0);
  readAnswer(draft, cleanText(bytes.toString('latin1', 0, end < 0 ? bytes.length : end)));
};

const utf16 = new TextDecoder('utf-16be');

/** Reads 0x21: flag, encoding, answer. */
export const longAnswer: TypeReader = (f, draft) => {
  const { decoded } = draft;
  decoded.kind = 'answer';
  setAnsweredSerial(draft, f.uint(4));
  const wide = f.uint(1) === 2;
  const bytes = f.take(f.remaining, 'values.result');
  readAnswer(draft, cleanText(wide ? utf16.decode(bytes) : bytes.toString('latin1')));
};

/** Reads 0x94 by its second type. */
export const information: TypeReader = (f, draft) => {
  const { decoded, long } = draft;
  decoded.kind = 'information';
  if (!long) return hundredths(f, draft, 'power');
  const sort = f.uint(1);
  decoded.values.infoType = sort;
  const read = infos.get(sort);
  if (read) read(f, draft);
  else decoded.values.data = f.take(f.remaining, 'values.data').toString('hex');
};

const infos: ReadonlyMap<number, TypeReader> = new Map<number, TypeReader>([
  [
    0x00,
    (f, draft) => {
      hundredths(f, draft, 'adc1');
      draft.decoded.values.power = draft.decoded.values.adc1;
    },
  ],
  [
    0x04,
    (f, { decoded }) => {
      for (const pair of f.take(f.remaining).toString('latin1').split(';')) {
        const [, name = '', value = ''] = /^(\w+)=([0-9A-Fa-f]+)/.exec(pair.trim()) ?? [];
        const alarm = /^ALM(\d)$/.exec(name);
        if (alarm) decoded.values[`alarm${alarm[1]}Status`] = Number.parseInt(value, 16);
        else if (name === 'STA1') decoded.values.otherStatus = Number.parseInt(value, 16);
        else if (name === 'DYD') decoded.values.engineStatus = Number.parseInt(value, 16);
      }
    },
  ],
  [
    0x05,
    (f, draft) => {
      if (f.remaining >= 7) readDate(f, draft);
      const flags = f.uint(1);
      Object.assign(draft.decoded.values, { door: bit(flags, 0), io1: bit(flags, 2) });
    },
  ],
  [
    0x0a,
    (f, { decoded }) => {
      decoded.values.imei = f.take(8).toString('hex').slice(1);
      decoded.values.imsi = f.take(8).toString('hex').replace(/^0/, '');
      decoded.values.iccid = f.take(10, 'values.iccid').toString('hex').replace(/f+$/, '');
    },
  ],
  [
    0x0b,
    (f, draft) => {
      if (f.remaining === 1) draft.decoded.values.networkTechnology = f.uint(1) > 0 ? '4G' : '2G';
      else hundredths(f, draft, 'power');
    },
  ],
  [
    0x0d,
    (f, { decoded }) => {
      const fuel =
        /!AIOIL,\d+,\d+\.\d+,(\d+\.\d+),[^,]+,\d+,(\d+\.\d+),/.exec(f.take(f.remaining).toString('latin1')) ?? [];
      Object.assign(decoded.values, { temp1: finite(fuel[1]), fuel: finite(fuel[2]) });
    },
  ],
  [
    0x1b,
    (f, { decoded }) => {
      if (/[A-Za-z]/.test(String.fromCharCode(f.peek()))) {
        decoded.values.serial = cleanText(f.take(f.remaining).toString('latin1')).trim();
        return;
      }
      f.skip(2);
      decoded.values.driverUniqueId = f.take(4).toString('hex');
    },
  ],
  [
    0x1e,
    (f, draft) => {
      draft.decoded.values.temp1 = f.int(4, 'values.temp1') / 10;
      draft.decoded.values.humidity = f.int(4, 'values.humidity') / 10;
      readClimate(draft);
    },
  ],
]);

/** Reads 0x32 and 0x33: date, position after its length, cells, Wi-Fi, event. */
const placed: TypeReader = (f, draft) => {
  const { decoded, type } = draft;
  decoded.kind = type === 0x33 ? 'alarm' : 'position';
  decoded.press = type === 0x33;
  readDate(f, draft);
  const place = f.inside(f.uint(1));
  if (place.remaining > 0) {
    decoded.values.satellites = place.uint(1, 'values.satellites') & 0x0f;
    readPoint(place, draft, { satellites: true, speed: 1 });
  }
  const cell = f.inside(f.peek() === 0 ? 1 : f.peek());
  if (cell.remaining > 1) {
    readLongCell(cell, draft, 0);
    readSignal(f, draft);
  }
  f.skip(f.uint(1));
  const wifi = f.inside(f.uint(1));
  readWifi(wifi, draft, Math.floor(wifi.remaining / 7));
  const state = f.uint(1, 'values.status');
  decoded.values.status = state;
  if (type !== 0x33) return;
  const meaning = placedAlarms.get(state);
  if (meaning) addAlarm(draft, ...meaning);
  else if (state === 0xa0 || state === 0xa1) decoded.values.armed = state === 0xa0;
};

const placedAlarms: ReadonlyMap<number, readonly [type: AlarmType, word: string]> = new Map([
  [0xa2, ['low_batt', 'lowBattery']],
  [0xa3, ['low_batt', 'lowBattery']],
  [0xa4, ['other', 'general']],
  [0xa5, ['door', 'door']],
]);

/** Reads 0x8C: values of a vehicle's computer in pairs. */
const vehicle: TypeReader = (f, draft) => {
  const { decoded } = draft;
  decoded.kind = 'information';
  readDate(f, draft);
  decoded.values.ignition = f.uint(1, 'values.ignition') > 0;
  decoded.values.pairs = cleanText(
    f
      .take(f.remaining)
      .toString('latin1')
      .replaceAll(/[^ -~]+/g, ''),
  );
};

/** Reads 0x9B: data from the serial port. */
const serialPort: TypeReader = (f, { decoded }) => {
  decoded.kind = 'information';
  f.skip(1);
  const bytes = f.take(f.remaining, 'values.result');
  const text = bytes.toString('latin1');
  decoded.values.result = /^[\x20-\x7e]*\r?\n?$/.test(text) ? text.trim() : bytes.toString('hex');
};

/** Reads 0x41 and 0x36: parts of a photo, which are not collected. */
const photo: TypeReader = (_f, { decoded }) => {
  decoded.kind = 'image';
  decoded.values.error = 'photos are not collected';
};

/** Readers for frames with a long header that differ from the short one. */
export const longReaders: ReadonlyMap<number, TypeReader> = new Map<number, TypeReader>([
  [0x32, placed],
  [0x33, placed],
  [0x8c, vehicle],
  [0x9b, serialPort],
  [0x41, photo],
  [0x36, photo],
]);

/** Readers of text answers, for both headers. */
export const textReaders: ReadonlyMap<number, TypeReader> = new Map<number, TypeReader>([
  [0x15, shortAnswer],
  [0x21, longAnswer],
  [0x94, information],
]);
