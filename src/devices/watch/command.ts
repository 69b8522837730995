import type { CommandInput, DeviceCommand } from '../framer.ts';
import { isRecord } from '../text.ts';

/** Half the size of a phone book or white list: entries per frame, the rest goes into a second frame. */
const half = 5;

type Content = (params: CommandInput['params']) => string[] | null;

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Encodes text for watches: UTF-16 in hex, high byte first. */
const wideHex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();

/**
 * Returns the first five entries in a frame with the first keyword, the others with the second; null for more than two
 * frames hold.
 */
function inHalves(keywords: readonly [first: string, second: string], entries: readonly string[]): string[] | null {
  if (entries.length > 2 * half) return null;
  const [first, second] = [entries.slice(0, half), entries.slice(half)];
  return [`${keywords[0]},${first.join(',')}`, ...(second.length > 0 ? [`${keywords[1]},${second.join(',')}`] : [])];
}

/** Encodes the SOS numbers, and the family phone book and white list if given; an omitted list stays unchanged. */
function contactContents({ sos, family, whitelist }: CommandInput['params']): string[] | null {
  const contacts = (Array.isArray(family) ? family : []).filter(isRecord);
  const book = contacts.map(({ name, number }) => `${number},${wideHex(String(name))}`);
  const parts = [
    [`SOS,${[0, 1, 2].map((place) => texts(sos)[place] ?? '').join(',')}`],
    family === undefined ? [] : inHalves(['PHB', 'PHB2'], book),
    whitelist === undefined ? [] : inHalves(['WHITELIST1', 'WHITELIST2'], texts(whitelist)),
  ];
  return parts.includes(null) ? null : parts.flatMap((part) => part ?? []);
}

/** Settable parameters by name: frame content with the value, and the pattern of valid values. */
const settable: ReadonlyMap<string, readonly [word: string, values: RegExp]> = new Map([
  ['center', ['CENTER', /^[0-9+-]{3,20}$/]],
  ['zone', ['LZ', /^\d{1,2},-?\d{1,2}(\.\d{1,2})?$/]],
  ['sosSms', ['SOSSMS', /^[01]$/]],
  ['lowBattery', ['LOWBAT', /^[01]$/]],
  ['removal', ['REMOVE', /^[01]$/]],
  ['reminders', ['REMIND', /^\d{1,2}:\d{2}-[01]-[1-3](-[01]{7})?(,\d{1,2}:\d{2}-[01]-[1-3](-[01]{7})?){0,2}$/]],
  ['flowers', ['FLOWER', /^\d{1,3}$/]],
]);

/**
 * Returns one frame content per parameter; `text` is shown on the watch. Null for an unknown parameter or an invalid
 * value.
 */
function parameterContents({ set }: CommandInput['params']): string[] | null {
  if (!isRecord(set)) return ['TS'];
  const contents = Object.entries(set).map(([name, value]) => {
    if (name === 'text') return value === '' ? null : `MESSAGE,${wideHex(String(value))}`;
    const [keyword, values] = settable.get(name) ?? [];
    return values?.test(String(value)) ? `${keyword},${value}` : null;
  });
  return contents.length === 0 || contents.includes(null) ? null : contents.filter((content) => content !== null);
}

/** Frame contents of each command (protocols.md P1); null if the watch does not support it. */
const contents: Readonly<Partial<Record<DeviceCommand, Content>>> = {
  locate: () => ['CR'],
  restart: () => ['RESET'],
  find: () => ['FIND'],
  interval: ({ seconds }) => [`UPLOAD,${seconds}`],
  measure_heart: () => ['hrtstart,1'],
  heart_interval: ({ seconds }) => [`hrtstart,${seconds}`],
  call: ({ number }) => [`CALL,${number}`],
  fall_sensitivity: ({ level }) => (level === 0 ? ['FALLDOWN,0,0'] : ['FALLDOWN,1,0', `LSSET,${level}`]),
  contacts: contactContents,
  quiet_hours: ({ periods }) => [
    ['SILENCETIME', ...(periods as { from: string; to: string }[]).map(({ from, to }) => `${from}-${to}`)].join(','),
  ],
  parameters: parameterContents,
};

/** Returns the frame contents of a command; null if the protocol does not support it. */
export function watchContents({ command, params }: CommandInput): string[] | null {
  return contents[command]?.(params) ?? null;
}

/** Commands by the keyword with which a watch answers, lower case; of several keywords the last is the answer. */
export const watchAnswers: ReadonlyMap<string, DeviceCommand> = new Map([
  ['cr', 'locate'],
  ['reset', 'restart'],
  ['find', 'find'],
  ['upload', 'interval'],
  ['hrtstart', 'heart_interval'],
  ['call', 'call'],
  ['lsset', 'fall_sensitivity'],
  ['falldown', 'fall_sensitivity'],
  ['sos', 'contacts'],
  ['phb', 'contacts'],
  ['phb2', 'contacts'],
  ['whitelist1', 'contacts'],
  ['whitelist2', 'contacts'],
  ['silencetime', 'quiet_hours'],
  ['ts', 'parameters'],
  ['message', 'parameters'],
  ...[...settable.values()].map(([keyword]): [string, DeviceCommand] => [keyword.toLowerCase(), 'parameters']),
]);
