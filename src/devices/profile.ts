import { type ItemRule, rulesOf } from './items.ts';
import { type AlarmType, byUrgency, type Decoded, isAlarmType } from './message.ts';
import { isRecord } from './text.ts';

/** What a model says of its messages, where it differs from its protocol (protocols.md P11). */
export interface Profile {
  /** The device's clock is ahead of UTC by so many minutes. */
  zoneMinutes?: number;
  /** Bits of the status word that mean another alarm than by default. */
  alarmBits?: ReadonlyMap<number, AlarmType>;
  /** Words of the device's own for alarms, in small letters. */
  words?: ReadonlyMap<string, AlarmType>;
  /** How items of binary messages are read, before the protocol's own rules. */
  items?: readonly ItemRule[];
  /** Frames or keys that are a press each, in small letters; of binary frames their type in hex. */
  presses?: ReadonlySet<string>;
  /** Addresses and networks from which its devices come; unset: any. */
  addresses?: readonly string[];
  /** Frames of one connection in a minute; past them it is read no faster. */
  maxPerMinute?: number;
}

function bitsOf(value: unknown): [number, AlarmType][] {
  return Object.entries(isRecord(value) ? value : {}).flatMap(([bit, type]): [number, AlarmType][] =>
    /^([12]?\d|3[01])$/.test(bit) && isAlarmType(type) ? [[Number(bit), type]] : [],
  );
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

/**
 * A model's profile and events as decoders read them. An event's code is a bit of the status word where it is a number, and
 * else a word of the device's; what is not understood is left out.
 */
export function profileOf(model: { profile: unknown; events: unknown }): Profile {
  const profile = isRecord(model.profile) ? model.profile : {};
  const events = Array.isArray(model.events) ? model.events.filter(isRecord) : [];
  const named = events.flatMap(({ code, type }): [string, AlarmType][] =>
    typeof code === 'string' && isAlarmType(type) ? [[code.trim().toLowerCase(), type]] : [],
  );
  const bits = [...bitsOf(profile.alarmBits), ...bitsOf(Object.fromEntries(named))];
  const { zoneMinutes, maxPerMinute } = profile;
  const [items, presses, addresses] = [rulesOf(profile.items), textsOf(profile.presses), textsOf(profile.addresses)];
  return {
    ...(typeof zoneMinutes === 'number' && Number.isFinite(zoneMinutes) ? { zoneMinutes } : {}),
    ...(bits.length > 0 ? { alarmBits: new Map(bits) } : {}),
    ...(named.length > 0 ? { words: new Map(named) } : {}),
    ...(items.length > 0 ? { items } : {}),
    ...(presses.length > 0 ? { presses: new Set(presses.map((press) => press.toLowerCase().replace(/^0x/, ''))) } : {}),
    ...(addresses.length > 0 ? { addresses } : {}),
    ...(typeof maxPerMinute === 'number' && maxPerMinute > 0 ? { maxPerMinute } : {}),
  };
}

/** Whether a profile changes nothing of what a decoder reads by default. */
export function isPlain(profile: Profile): boolean {
  return Object.keys(profile).length === 0;
}

/** A call for help, where the model says that this frame or key is a press. @param code its type or name, any letters */
export function markPress(decoded: Decoded, { presses }: Pick<Profile, 'presses'>, code: string): void {
  if (!presses?.has(code.toLowerCase())) return;
  decoded.alarms = byUrgency([...decoded.alarms, 'sos']);
  decoded.press = true;
}
