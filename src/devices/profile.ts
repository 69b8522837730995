import { type ItemRule, rulesOf } from './items.ts';
import { type AlarmType, byUrgency, type Decoded, isAlarmType } from './message.ts';
import { isReadingKind } from './reading.ts';
import { isRecord } from './text.ts';

/** Meaning of a source's property: a kind of reading, `battery`, `signal` or an alarm type; `value`: none. */
type KeyKind = string;

/** Meaning of a source's property, or alarm types by its values in lower case (`*`: any that is set). */
export type KeyTarget = KeyKind | ReadonlyMap<string, AlarmType>;

/** Differences of a model from its protocol (protocols.md P11). */
export interface Profile {
  /** Offset of the device clock from UTC, minutes. */
  zoneMinutes?: number;
  /** Alarm types of status-word bits that the model overrides. */
  alarmBits?: ReadonlyMap<number, AlarmType>;
  /** Alarm codes of the device, lower case. */
  words?: ReadonlyMap<string, AlarmType>;
  /** Rules for items of binary messages; they precede the protocol's rules. */
  items?: readonly ItemRule[];
  /** Frames or keys that count as a press, lower case; for binary frames the type in hex. */
  presses?: ReadonlySet<string>;
  /** Meanings of a source's properties by name or dotted path; they precede the format's own. */
  keys?: ReadonlyMap<string, KeyTarget>;
  /** Codec of binary payloads: its name, or the table itself. */
  codec?: string | Readonly<Record<string, unknown>>;
  /** The model is a button: any press counts, unless `presses` lists those that do. */
  isButton?: true;
  /** Addresses and networks allowed for its devices; unset: any. */
  addresses?: readonly string[];
  /** Maximum frames per minute and connection; beyond it the connection is read more slowly. */
  maxPerMinute?: number;
}

function bitsOf(value: unknown): [number, AlarmType][] {
  return Object.entries(isRecord(value) ? value : {}).flatMap(([bit, type]): [number, AlarmType][] =>
    /^([12]?\d|3[01])$/.test(bit) && isAlarmType(type) ? [[Number(bit), type]] : [],
  );
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

/** Protocols in which the model's kind decides what is a press. */
const pressProtocols = new Set<unknown>(['z2m', 'lorawan', 'thingsboard']);

function buttonOf({ kind, protocol }: { kind?: unknown; protocol?: unknown }): { isButton?: true } {
  return kind === 'button' && pressProtocols.has(protocol) ? { isButton: true } : {};
}

/** Parses the meaning of a property; null if invalid. */
export function keyTargetOf(value: unknown): KeyTarget | null {
  if (isRecord(value)) {
    const words = Object.entries(value).map(([word, type]) => [word.trim().toLowerCase(), type] as const);
    return words.length > 0 && words.every((entry): entry is [string, AlarmType] => isAlarmType(entry[1]))
      ? new Map(words)
      : null;
  }
  const isTarget = isReadingKind(value) || isAlarmType(value) || ['battery', 'signal', 'value'].includes(String(value));
  return typeof value === 'string' && isTarget ? value : null;
}

function keysOf(value: unknown): [string, KeyTarget][] {
  return Object.entries(isRecord(value) ? value : {}).flatMap(([name, target]): [string, KeyTarget][] => {
    const parsed = keyTargetOf(target);
    return parsed === null ? [] : [[name, parsed]];
  });
}

/**
 * Returns a model's profile and events for decoders. A numeric event code is a bit of the status word, any other a code
 * of the device; skips invalid entries.
 */
export function profileOf(model: { profile: unknown; events: unknown; kind?: unknown; protocol?: unknown }): Profile {
  const profile = isRecord(model.profile) ? model.profile : {};
  const events = Array.isArray(model.events) ? model.events.filter(isRecord) : [];
  const named = events.flatMap(({ code, type }): [string, AlarmType][] =>
    typeof code === 'string' && isAlarmType(type) ? [[code.trim().toLowerCase(), type]] : [],
  );
  const bits = [...bitsOf(profile.alarmBits), ...bitsOf(Object.fromEntries(named))];
  const { zoneMinutes, maxPerMinute, codec } = profile;
  const keys = keysOf(profile.keys);
  const [items, presses, addresses] = [rulesOf(profile.items), textsOf(profile.presses), textsOf(profile.addresses)];
  return {
    ...(typeof zoneMinutes === 'number' && Number.isFinite(zoneMinutes) ? { zoneMinutes } : {}),
    ...(bits.length > 0 ? { alarmBits: new Map(bits) } : {}),
    ...(named.length > 0 ? { words: new Map(named) } : {}),
    ...(items.length > 0 ? { items } : {}),
    ...(presses.length > 0 ? { presses: new Set(presses.map((press) => press.toLowerCase().replace(/^0x/, ''))) } : {}),
    ...(keys.length > 0 ? { keys: new Map(keys) } : {}),
    ...(typeof codec === 'string' || isRecord(codec) ? { codec } : {}),
    ...buttonOf(model),
    ...(addresses.length > 0 ? { addresses } : {}),
    ...(typeof maxPerMinute === 'number' && maxPerMinute > 0 ? { maxPerMinute } : {}),
  };
}

/** Whether a profile changes no default. */
export function isPlain(profile: Profile): boolean {
  return Object.keys(profile).length === 0;
}

/**
 * Adds an SOS if the model defines this frame or key as a press.
 * @param code its type or name, case-insensitive
 */
export function markPress(decoded: Decoded, { presses }: Pick<Profile, 'presses'>, code: string): void {
  if (!presses?.has(code.toLowerCase())) return;
  decoded.alarms = byUrgency([...decoded.alarms, 'sos']);
  decoded.press = true;
}
