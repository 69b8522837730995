import type { DeviceCommand, DeviceOrder } from './framer.ts';

type Content = (params: DeviceOrder['params']) => string[] | null;

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** What a watch is told for each command (protocols.md P1): the contents of its frames; null where it cannot say it. */
const contents: Readonly<Partial<Record<DeviceCommand, Content>>> = {
  locate: () => ['CR'],
  restart: () => ['RESET'],
  find: () => ['FIND'],
  interval: ({ seconds }) => [`UPLOAD,${seconds}`],
  heart_interval: ({ seconds }) => [`hrtstart,${seconds}`],
  call: ({ number }) => [`CALL,${number}`],
  fall_sensitivity: ({ level }) => (level === 0 ? ['FALLDOWN,0,0'] : ['FALLDOWN,1,0', `LSSET,${level}`]),
  contacts: ({ sos, family, whitelist }) =>
    texts(family).length + texts(whitelist).length > 0
      ? null
      : [`SOS,${[0, 1, 2].map((place) => texts(sos)[place] ?? '').join(',')}`],
  quiet_hours: ({ periods }) => [
    ['SILENCETIME', ...(periods as { from: string; to: string }[]).map(({ from, to }) => `${from}-${to}`)].join(','),
  ],
  parameters: ({ set }) => (set === undefined ? ['TS'] : null),
};

/** The contents of the frames that tell a watch this; null where the protocol has no words for it. */
export function watchContents({ command, params }: DeviceOrder): string[] | null {
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
  ['silencetime', 'quiet_hours'],
  ['ts', 'parameters'],
]);
