import { kindOf, readProperties, setLevel, truthOf } from '../json/childProperties.ts';
import { type AlarmBit, blankDecoded, type Decoded } from '../message.ts';
import type { Profile } from '../profile.ts';
import { instantOf } from '../text.ts';
import { actionOf, readAction } from './action.ts';

/** Bits of alarms by property (protocols.md P5). Fixed: a device's stored level word depends on them. */
const alarmBits: Readonly<Record<string, AlarmBit>> = {
  smoke: { bit: 0, type: 'smoke' },
  gas: { bit: 1, type: 'gas' },
  carbon_monoxide: { bit: 2, type: 'gas' },
  water_leak: { bit: 3, type: 'water' },
  tamper: { bit: 4, type: 'tamper' },
  battery_low: { bit: 5, type: 'low_batt' },
  fall: { bit: 6, type: 'fall' },
  sos: { bit: 7, type: 'sos' },
  sos_alarm: { bit: 7, type: 'sos' },
};

/** Properties of fall radars, with the word that is a fall. */
const fallWords: Readonly<Record<string, string>> = {
  fall_down_status: 'fall',
  fall_status: 'fall_alarm',
  status: 'falling',
};

/** Properties that a press of the test button sets. */
const tested = new Set(['smoke', 'gas', 'carbon_monoxide']);

/** First instant that a last_seen may have: before it the gateway's clock was not set. */
const firstHeard = Date.UTC(2015, 0, 1);

/** Returns when the child was heard, by the gateway: ISO, not after `at`; null if not said. */
function heardOf(lastSeen: unknown, at: number): string | null {
  const instant = instantOf(lastSeen);
  if (instant === null || Date.parse(instant) < firstHeard) return null;
  return Date.parse(instant) > at ? new Date(at).toISOString() : instant;
}

/** Returns the bit that a property tells, and whether it is on; null if it tells none. */
function levelOf(name: string, value: unknown): (AlarmBit & { isOn: boolean }) | null {
  const level = Object.hasOwn(alarmBits, name) ? alarmBits[name] : undefined;
  const truth = level ? truthOf(value) : null;
  if (level && truth !== null) return { ...level, isOn: truth };
  const word = Object.hasOwn(fallWords, name) ? fallWords[name] : undefined;
  if (word === undefined || typeof value !== 'string') return null;
  return { bit: 6, type: 'fall', isOn: value.trim().toLowerCase() === word };
}

/** Returns the reader of alarms among properties that came together. */
function alarmReader(properties: Readonly<Record<string, unknown>>, profile: Profile) {
  const isTest = truthOf(properties.test) === true;
  return (decoded: Decoded, name: string, value: unknown): boolean => {
    const level = levelOf(name, value);
    if (!level) return false;
    const { bit, type, isOn } = level;
    // A tested sensor says nothing of the danger.
    if (isOn && isTest && tested.has(name)) return true;
    setLevel(decoded, { bit, type: profile.alarmBits?.get(bit) ?? type }, isOn);
    return true;
  };
}

/**
 * Reads properties of a child: its whole state, or one of them.
 * @param options.isCached repeated from the gateway's memory: without `last_seen` it shows nothing of now
 * @param options.isTwin the action was reported before
 */
export function readState(
  properties: Readonly<Record<string, unknown>>,
  raw: Buffer,
  { number, profile, at, isCached, isTwin }: ReadOptions,
): Decoded {
  const decoded = blankDecoded('state', number, raw);
  readProperties(decoded, properties, profile, alarmReader(properties, profile));
  if (isTwin) Object.assign(decoded, levelsAlone(decoded));
  else readAction(decoded, actionOf(properties.action ?? properties.click), profile);
  const heard = heardOf(properties.last_seen, at);
  decoded.time = instantOf(properties.last_seen);
  if (heard !== null) decoded.heardAt = heard;
  else if (isCached) {
    decoded.heardAt = null;
    decoded.readings = [];
  }
  decoded.kind = kindOf(decoded, 'state');
  return decoded;
}

/** Returns the alarms of the levels alone. */
function levelsAlone({ levels, alarms }: Decoded): Pick<Decoded, 'press' | 'alarms' | 'pressed'> {
  const types = new Set(levels.map(({ type }) => type));
  return { press: false, alarms: alarms.filter((type) => types.has(type)), pressed: [] };
}

interface ReadOptions {
  number: string;
  profile: Profile;
  at: number;
  isCached: boolean;
  isTwin: boolean;
}
