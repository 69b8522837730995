import type { CommandInput, DeviceCommand } from './framer.ts';
import { isRecord } from './text.ts';

/** Half of what a phone book or a white list holds: so many go into a frame, the rest into a second. */
const half = 5;

type Content = (params: CommandInput['params']) => string[] | null;

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** A text as watches write it: UTF-16, high byte first, in hex. */
const wideHex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();

/** The first five of a list in a frame with one word, the others in a frame with another; null for more than two frames hold. */
function inHalves(keywords: readonly [first: string, second: string], entries: readonly string[]): string[] | null {
  if (entries.length > 2 * half) return null;
  const [first, second] = [entries.slice(0, half), entries.slice(half)];
  return [`${keywords[0]},${first.join(',')}`, ...(second.length > 0 ? [`${keywords[1]},${second.join(',')}`] : [])];
}

/** SOS numbers, the phone book of the family and the white list; of what is not given nothing is changed. */
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

/** The parameters that can be set by name: how a value stands in their frame, and which values they take. */
const settable: ReadonlyMap<string, readonly [word: string, values: RegExp]> = new Map([
  ['center', ['CENTER', /^[0-9+-]{3,20}$/]],
  ['zone', ['LZ', /^\d{1,2},-?\d{1,2}(\.\d{1,2})?$/]],
  ['sosSms', ['SOSSMS', /^[01]$/]],
  ['lowBattery', ['LOWBAT', /^[01]$/]],
  ['removal', ['REMOVE', /^[01]$/]],
  ['reminders', ['REMIND', /^\d{1,2}:\d{2}-[01]-[1-3](-[01]{7})?(,\d{1,2}:\d{2}-[01]-[1-3](-[01]{7})?){0,2}$/]],
  ['flowers', ['FLOWER', /^\d{1,3}$/]],
]);

/** One frame for each parameter; `text` is shown on the watch. Null where one is unknown or cannot have its value. */
function parameterContents({ set }: CommandInput['params']): string[] | null {
  if (!isRecord(set)) return ['TS'];
  const contents = Object.entries(set).map(([name, value]) => {
    if (name === 'text') return value === '' ? null : `MESSAGE,${wideHex(String(value))}`;
    const [keyword, values] = settable.get(name) ?? [];
    return values?.test(String(value)) ? `${keyword},${value}` : null;
  });
  return contents.length === 0 || contents.includes(null) ? null : contents.filter((content) => content !== null);
}

/** What a watch is told for each command (protocols.md P1): the contents of its frames; null where it cannot say it. */
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

/** The contents of the frames that tell a watch this; null where the protocol has no words for it. */
export function watchContents({ command, params }: CommandInput): string[] | null {
  return contents[command]?.(params) ?? null;
}

/** Which command a watch answers with a bare word, in small letters; the last of several words is the answer. */
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
