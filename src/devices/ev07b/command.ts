import type { CommandInput, DeviceCommand } from '../framer.ts';

const dataType = 0x01;
const settingsType = 0x02;
const systemType = 0x04;
/** SOS numbers stand in the first three of ten places. */
const sosPlaces = [0, 1, 2];
/** Bits of a number's place: it is in use, gets a text, is called. */
const reached = 0x80 | 0x40 | 0x20;
/** A lying device reports no more often, s. */
const leastAtRest = 300;
const on = 0x80;
/** A fall calls the numbers too. */
const calls = 0x40;

type Content = (params: CommandInput['params']) => Buffer | null;

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Type and items, each behind its length, which counts the key. */
function contentOf(type: number, ...items: readonly (readonly [key: number, value: Uint8Array])[]): Buffer {
  const parts = items.flatMap(([key, value]) => [Buffer.from([value.length + 1, key]), value]);
  return Buffer.concat([Buffer.from([type]), ...parts]);
}

const bare =
  (type: number, key: number): Content =>
  () =>
    contentOf(type, [key, Buffer.alloc(0)]);

/** Sign of life, report and report at rest: the device is to be heard as often, whatever it does. */
const interval: Content = ({ seconds }) => {
  const each = Number(seconds);
  const value = Buffer.alloc(12);
  value.writeUInt32LE((each | 0x8000_0000) >>> 0, 0);
  value.writeUInt32LE(each, 4);
  value.writeUInt32LE(Math.max(each, leastAtRest), 8);
  return contentOf(settingsType, [0x44, value]);
};

/** A place without a number is emptied. Names and a white list it has no place for. */
const contacts: Content = ({ sos, family, whitelist }) => {
  if (texts(family).length + texts(whitelist).length > 0) return null;
  const numbers = texts(sos).map((number) => number.replaceAll('-', ''));
  const places = sosPlaces.map((place) => {
    const number = numbers[place];
    const value = number === undefined ? [place] : [reached | place, ...Buffer.from(number, 'latin1')];
    return [0x30, Buffer.from(value)] as const;
  });
  return contentOf(settingsType, ...places);
};

/** One period, by the device's own clock; none: it is never quiet. */
const quietHours: Content = ({ periods }) => {
  const [period, ...extraPeriods] = periods as { from: string; to: string }[];
  if (extraPeriods.length > 0) return null;
  const clock = period ? `${period.from}:${period.to}`.split(':').map(Number) : [0, 0, 0, 0];
  return contentOf(settingsType, [0x0c, Buffer.from([period ? on : 0, ...clock])]);
};

/** From the least sensitive, 1, to the most, 9; 0: falls are not told. */
const fall: Content = ({ level }) => {
  const sensitivity = Number(level);
  return sensitivity > 9
    ? null
    : contentOf(settingsType, [0x56, Buffer.from([sensitivity === 0 ? 0 : on | calls | sensitivity])]);
};

const contents: Readonly<Partial<Record<DeviceCommand, Content>>> = {
  locate: bare(dataType, 0x12),
  restart: bare(systemType, 0x12),
  find: bare(systemType, 0x13),
  interval,
  contacts,
  quiet_hours: quietHours,
  fall_sensitivity: fall,
  parameters: ({ set }) => (set === undefined ? contentOf(settingsType, [0xf0, Buffer.alloc(0)]) : null),
};

/** The content of the frame that tells a device this; null where the protocol has no words for it. */
export function commandContent({ command, params }: CommandInput): Buffer | null {
  return contents[command]?.(params) ?? null;
}
