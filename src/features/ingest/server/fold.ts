import { bitsAfter, type Decoded, type Message, risenAlarms } from '#devices/message.ts';
import type { Evidence } from '#features/equipmentTest/server/service.ts';
import type { MessageProfile } from '#features/model/server/service.ts';
import type { KeptDays } from '#server/db/partitions.ts';
import { ringsLate, type WarnType } from '#shared/codes.ts';
import type { RegisteredDevice, State } from './lookup.ts';
import { levelsOf, withLevel } from './maintenance/batterySignal.ts';
import { belongsToTest } from './testWindow.ts';
import { lateMs, type Times } from './times.ts';
import { customerOf, hasDoubtedClock, type Worn } from './worn.ts';

const tooOldToRing = 24 * 3_600_000;
export interface PositionRow {
  device: string;
  /** Like the other instants here: ms since 1970. */
  at: number;
  lat: number;
  lng: number;
  accuracy: number | null;
  speed: number | null;
  course: number | null;
  altitude: number | null;
  source: string;
  flags: number;
  deviceTime: number | null;
  project: string;
  customer: string | null;
}

export interface ReadingRow {
  device: string;
  metric: string;
  at: number;
  value: number;
  flags: number;
  deviceTime: number | null;
  project: string;
  customer: string | null;
}

/** Message of a registered device. */
export interface NewMessage {
  message: Message;
  device: RegisteredDevice;
  times: Times;
  untrusted: UntrustedReason | null;
  /** Plausible range of each reading, from the device's model. */
  bounds: MessageProfile['bounds'] | undefined;
  /** Silence after which the device is offline, from its model. */
  offlineSeconds?: number | undefined;
  /** Bindings of the device, where the message is late. */
  worn?: readonly Worn[] | undefined;
}

export interface FoundAlarm {
  device: RegisteredDevice;
  message: Message;
  type: WarnType;
  late: boolean;
  silent: boolean;
  untrusted: UntrustedReason | null;
  /** Received in the device's test window. */
  tested: boolean;
}

/**
 * Reason to distrust a message: another address is active with its number, or its address is not among the project's.
 */
export type UntrustedReason = 'rival' | 'outside';

export interface Folded {
  positions: PositionRow[];
  readings: ReadingRow[];
  states: Map<string, State>;
  alarms: FoundAlarm[];
  /** Messages that closed test windows. */
  evidence: Evidence[];
  /** Retention by table, for the clamp of device times. */
  keptDays: Pick<KeptDays, 'position' | 'reading'>;
}

/**
 * Returns whether an alarm is silent: an old backlog, or a backlog of a type that rings only when fresh. A wrong clock
 * alone silences nothing.
 */
function isSilent(decoded: Decoded, times: Times, type: WarnType): boolean {
  if (!decoded.backlog || times.of === null) return false;
  return !ringsLate.includes(type) || times.received - times.of > tooOldToRing;
}

/** Returns the device time for history, clamped to the retention; flag bit 1 (value 2) marks a clamped time. */
function historyTime(decoded: Decoded, { received, device }: Times, days: number): { at: number; flags: number } {
  if (device === null) return { at: received, flags: 0 };
  const oldest = received - days * 86_400_000;
  if (device >= oldest && device <= received + lateMs) return { at: device, flags: 0 };
  return { at: device < oldest && decoded.backlog ? oldest : received, flags: 2 };
}

/** Bit 8 of a reading's flags (names.md): its sender or clock is doubted; it is kept, and no value of the customer. */
const doubted = 256;

/** Bit 2 of a position's flags: received late, at its own time; as with a clamped time it moves no standing at a fence. */
const receivedLate = 4;

function foldPosition(into: Folded, entry: NewMessage, decoded: Decoded, state: State): void {
  const { device, times } = entry;
  const place = decoded.position;
  if (!place?.valid) return;
  const { at, flags } = historyTime(decoded, times, into.keptDays.position);
  into.positions.push({
    device: device.id,
    at,
    lat: place.lat,
    lng: place.lng,
    accuracy: place.accuracy,
    speed: place.speed,
    course: place.course,
    altitude: place.altitude,
    source: place.source,
    flags: flags || (times.late ? receivedLate : 0),
    deviceTime: times.device,
    project: device.projectId,
    customer: customerOf(entry, decoded, at),
  });
  // A backlog keeps its own time in history and never moves the live position backwards.
  if (decoded.backlog && flags !== 0) return;
  if (state.positionAt !== null && at < state.positionAt) return;
  state.lat = place.lat;
  state.lng = place.lng;
  state.accuracy = place.accuracy;
  state.positionSource = place.source;
  state.positionAt = at;
  state.speed = place.speed;
}

/** Returns whether a value is outside the model's range: such values are stored, but never averaged. */
function isOutside({ bounds }: NewMessage, { kind, value }: Decoded['readings'][number]): boolean {
  const of = bounds?.get(kind);
  return of !== undefined && (value < of.min || value > of.max);
}

const pressures = ['systolic', 'diastolic'];

/**
 * Returns whether the pressures of a message are no pair: one half alone or with an implausible one, or a diastolic
 * value that is not below the systolic one.
 */
function arePressuresWrong(entry: NewMessage, readings: Decoded['readings']): boolean {
  const [first, second, ...rest] = readings.filter(({ kind }) => pressures.includes(kind));
  if (!first) return false;
  if (!second || rest.length > 0) return true;
  const [systolic, diastolic] = first.kind === 'systolic' ? [first, second] : [second, first];
  return diastolic.value >= systolic.value || [first, second].some((one) => !one.valid || isOutside(entry, one));
}

function foldReadings(into: Folded, entry: NewMessage, decoded: Decoded): void {
  const { device, times } = entry;
  if (decoded.readings.length === 0) return;
  const { at, flags: ofTime } = historyTime(decoded, times, into.keptDays.reading);
  const flags = ofTime | (entry.untrusted || hasDoubtedClock(entry, decoded, at) ? doubted : 0);
  const isWrong = arePressuresWrong(entry, decoded.readings);
  for (const reading of decoded.readings) {
    const isUsable = reading.valid && !isOutside(entry, reading) && !(isWrong && pressures.includes(reading.kind));
    into.readings.push({
      device: device.id,
      metric: reading.kind,
      at,
      value: reading.value,
      flags: flags | (isUsable ? 0 : 1),
      deviceTime: times.device,
      project: device.projectId,
      customer: customerOf(entry, decoded, at),
    });
  }
}

/**
 * Folds battery and signal: the current state, and history if they changed. They belong to no customer. A backlog does
 * not change the current state; without its own time it is ignored.
 */
function foldLevels(into: Folded, { device, times }: NewMessage, decoded: Decoded, state: State): void {
  const metrics = levelsOf(decoded);
  if (metrics.length === 0) return;
  const { at, flags } = historyTime(decoded, times, into.keptDays.reading);
  if (decoded.backlog && (flags !== 0 || times.device === null)) return;
  for (const [metric, value] of metrics) {
    if (!decoded.backlog) state[metric] = value;
    const levels = withLevel(state.levels, metric, { at, value }, decoded.backlog);
    if (!levels) continue;
    state.levels = levels;
    state.isLevelNew = true;
    into.readings.push({
      device: device.id,
      metric,
      at,
      value,
      flags,
      deviceTime: times.device,
      project: device.projectId,
      customer: null,
    });
  }
}

/** Folds the time of a press; a delayed one keeps its own time. A press from another address does not count. */
function foldPress({ times, untrusted }: NewMessage, decoded: Decoded, state: State): void {
  if (untrusted) return;
  const at = decoded.backlog ? Math.min(times.of ?? times.received, times.received) : times.received;
  state.pressedAt = Math.max(state.pressedAt ?? at, at);
}

function foldAlarms(into: Folded, entry: NewMessage, decoded: Decoded, state: State): void {
  const { device, message, times, untrusted } = entry;
  const previous = decoded.backlog ? state.backlogBits : state.alarmBits;
  for (const risen of risenAlarms(decoded, previous)) {
    const inTest = (risen === 'unknown' && decoded.testType) || risen;
    const tested = belongsToTest(into, entry, state, inTest);
    const type = tested ? inTest : risen;
    if (type === 'sos') foldPress(entry, decoded, state);
    into.alarms.push({
      tested,
      device,
      message,
      type,
      late: times.late,
      silent: isSilent(decoded, times, type),
      untrusted,
    });
  }
  const bits = untrusted ? null : bitsAfter(decoded, previous);
  if (bits === null) return;
  if (decoded.backlog) state.backlogBits = bits;
  else state.alarmBits = bits;
}

/**
 * Folds the part of an untrusted message that must not be lost: alarms, and readings of a `rival`. State and position
 * stay.
 */
function foldDoubtful(into: Folded, entry: NewMessage, state: State): void {
  const { decoded } = entry.message;
  if (!decoded) return;
  if (entry.untrusted === 'rival') foldReadings(into, entry, decoded);
  foldAlarms(into, entry, decoded, state);
}

/** Returns when a message shows its device alive, ms; null: it does not. */
export function heardAt({
  message: { decoded, firstAt },
  times,
}: Pick<NewMessage, 'message' | 'times'>): number | null {
  // A message stored after an earlier refusal does not show that the device is online now.
  if (firstAt !== undefined || decoded?.heardAt === null) return null;
  return decoded?.heardAt === undefined ? times.received : Math.min(Date.parse(decoded.heardAt), times.received);
}

/** Folds a sign of life, or the time at which a message shows its device alive. */
export function foldHeard(entry: NewMessage, state: State): void {
  const at = heardAt(entry);
  if (at === null || Number.isNaN(at)) return;
  if (state.lastSeenAt === null || at > state.lastSeenAt) state.lastSeenAt = at;
  if (entry.message.decoded) state.lastDataAt = state.lastSeenAt;
  // Heard longer ago than its model allows: it is offline now.
  const { received } = entry.times;
  if (at === received || received - at < (entry.offlineSeconds ?? Infinity) * 1000) state.isHeard = true;
}

/**
 * Folds a new message of a registered device into the batch's writes; `state` is the locked row, changed in place.
 * @param keepsPlace false: the customer's location consent is withdrawn; an alarm still carries its own position
 */
export function fold(into: Folded, entry: NewMessage, state: State, keepsPlace: boolean): void {
  if (entry.untrusted) {
    foldDoubtful(into, entry, state);
    return;
  }
  const { decoded } = entry.message;
  foldHeard(entry, state);
  into.states.set(entry.device.id, state);
  if (!decoded) return;
  // Values that a gateway repeats from its memory are not measured now; a level that has risen meanwhile still counts.
  if (decoded.heardAt === null) {
    foldAlarms(into, entry, decoded, state);
    return;
  }
  foldLevels(into, entry, decoded, state);
  if (keepsPlace) foldPosition(into, entry, decoded, state);
  foldReadings(into, entry, decoded);
  foldAlarms(into, entry, decoded, state);
  if (decoded.readings.length > 0 || decoded.position?.valid) belongsToTest(into, entry, state, 'data');
}
