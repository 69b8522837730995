import type { CommandInput, DeviceCommand } from '../framer.ts';

const dataType = 0x01;
const settingsType = 0x02;
const systemType = 0x04;
/** Indexes of the SOS numbers: the first three of ten slots. */
const sosPlaces = [0, 1, 2];
/** Flags of a number's slot: enabled, receives texts, is called. */
const reached = 0x80 | 0x40 | 0x20;
/** Minimum report interval of a resting device, s. */
const leastAtRest = 300;
const on = 0x80;
/** Flag: a fall also calls the numbers. */
const calls = 0x40;

type Content = (params: CommandInput['params']) => Buffer | null;

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Encodes type and items; each item's length comes first and includes the key. */
function contentOf(type: number, ...items: readonly (readonly [key: number, value: Uint8Array])[]): Buffer {
  const parts = items.flatMap(([key, value]) => [Buffer.from([value.length + 1, key]), value]);
  return Buffer.concat([Buffer.from([type]), ...parts]);
}

const bare =
  (type: number, key: number): Content =>
  () =>
    contentOf(type, [key, Buffer.alloc(0)]);

/** Encodes heartbeat, report and rest intervals: the device should report as often in every state. */
const interval: Content = ({ seconds }) => {
  const each = Number(seconds);
  const value = Buffer.alloc(12);
  value.writeUInt32LE((each | 0x8000_0000) >>> 0, 0);
  value.writeUInt32LE(each, 4);
  value.writeUInt32LE(Math.max(each, leastAtRest), 8);
  return contentOf(settingsType, [0x44, value]);
};

/** Encodes SOS numbers and empties unused slots; null with family or white-list numbers, which have no slots. */
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

/** Encodes a single quiet period in the device's local time; none disables it. */
const quietHours: Content = ({ periods }) => {
  const [period, ...extraPeriods] = periods as { from: string; to: string }[];
  if (extraPeriods.length > 0) return null;
  const clock = period ? `${period.from}:${period.to}`.split(':').map(Number) : [0, 0, 0, 0];
  return contentOf(settingsType, [0x0c, Buffer.from([period ? on : 0, ...clock])]);
};

/** Encodes fall sensitivity from 1 (lowest) to 9 (highest); 0 disables fall alarms. */
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

/** Returns the frame content of a command; null if the protocol does not support it. */
export function commandContent({ command, params }: CommandInput): Buffer | null {
  return contents[command]?.(params) ?? null;
}
