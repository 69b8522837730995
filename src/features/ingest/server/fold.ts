import { type Decoded, type Message, risenAlarms } from '#devices/message.ts';
import type { Evidence } from '#features/equipment/server/service.ts';
import type { MessageProfile } from '#features/model/server/service.ts';
import { ringsLate, type WarnType } from '#shared/codes.ts';
import { levelsOf, withLevel } from './batterySignal.ts';
import type { RegisteredDevice, State } from './lookup.ts';
import { belongsToTest } from './testWindow.ts';
import { lateMs, type Times } from './times.ts';

const tooOldToRing = 24 * 3_600_000;
export interface PositionRow {
  device: string;
  /** This and the other instants here: ms since 1970. */
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

/** A message of a registered device. */
export interface NewMessage {
  message: Message;
  device: RegisteredDevice;
  times: Times;
  untrusted: UntrustedReason | null;
  /** What the device's model lets its readings be. */
  bounds: MessageProfile['bounds'] | undefined;
}

export interface FoundAlarm {
  device: RegisteredDevice;
  message: Message;
  type: WarnType;
  late: boolean;
  silent: boolean;
  untrusted: UntrustedReason | null;
  /** It came in the device's test window. */
  tested: boolean;
}

/** Why a message is not trusted: another address is alive with its number, or its own is not among the project's. */
export type UntrustedReason = 'rival' | 'outside';

export interface Folded {
  positions: PositionRow[];
  readings: ReadingRow[];
  states: Map<string, State>;
  alarms: FoundAlarm[];
  /** What closed test windows. */
  evidence: Evidence[];
}

/** Entered without sound: an old backlog, or a backlog of a kind that rings only when fresh. A wrong clock alone silences nothing. */
function isSilent(decoded: Decoded, times: Times, type: WarnType): boolean {
  if (!decoded.backlog || times.of === null) return false;
  return !ringsLate.includes(type) || times.received - times.of > tooOldToRing;
}

/** Device time for history, clamped to what is kept; flag bit 1 tells that it was. */
function historyTime(decoded: Decoded, { received, device }: Times, days: number): { at: number; flags: number } {
  if (device === null) return { at: received, flags: 0 };
  const oldest = received - days * 86_400_000;
  if (device >= oldest && device <= received + lateMs) return { at: device, flags: 0 };
  return { at: device < oldest && decoded.backlog ? oldest : received, flags: 2 };
}

export const retentionDays = { position: 180, reading: 730 } as const;

function foldPosition(into: Folded, device: RegisteredDevice, decoded: Decoded, times: Times, state: State): void {
  const place = decoded.position;
  if (!place?.valid) return;
  const { at, flags } = historyTime(decoded, times, retentionDays.position);
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
    flags,
    deviceTime: times.device,
    project: device.projectId,
    customer: device.customerId,
  });
  // A backlog goes into history in its own place and never moves the live position backwards.
  if (decoded.backlog && flags !== 0) return;
  if (state.positionAt !== null && at < state.positionAt) return;
  state.lat = place.lat;
  state.lng = place.lng;
  state.accuracy = place.accuracy;
  state.positionSource = place.source;
  state.positionAt = at;
}

/** Whether a value is outside what the model of its device says that it can be: kept, and never averaged. */
function isOutside({ bounds }: NewMessage, { kind, value }: Decoded['readings'][number]): boolean {
  const of = bounds?.get(kind);
  return of !== undefined && (value < of.min || value > of.max);
}

function foldReadings(into: Folded, entry: NewMessage, decoded: Decoded): void {
  const { device, times } = entry;
  if (decoded.readings.length === 0) return;
  const { at, flags } = historyTime(decoded, times, retentionDays.reading);
  for (const reading of decoded.readings) {
    into.readings.push({
      device: device.id,
      metric: reading.kind,
      at,
      value: reading.value,
      flags: flags | (reading.valid && !isOutside(entry, reading) ? 0 : 1),
      deviceTime: times.device,
      project: device.projectId,
      customer: device.customerId,
    });
  }
}

/**
 * Battery and signal: as they are now, and into history where they tell something new. They are the device's and no person's. A
 * backlog says nothing of now, and without a time of its own nothing at all.
 */
function foldLevels(into: Folded, { device, times }: NewMessage, decoded: Decoded, state: State): void {
  const metrics = levelsOf(decoded);
  if (metrics.length === 0) return;
  const { at, flags } = historyTime(decoded, times, retentionDays.reading);
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

/** A press that is stored later is one of its own time; one that some other address sends is none of the device's. */
function foldPress({ times, untrusted }: NewMessage, decoded: Decoded, state: State): void {
  if (untrusted) return;
  const at = decoded.backlog ? Math.min(times.of ?? times.received, times.received) : times.received;
  state.pressedAt = Math.max(state.pressedAt ?? at, at);
}

function foldAlarms(into: Folded, entry: NewMessage, decoded: Decoded, state: State): void {
  const { device, message, times, untrusted } = entry;
  const previous = decoded.backlog ? state.backlogBits : state.alarmBits;
  for (const type of risenAlarms(decoded, previous)) {
    if (type === 'sos') foldPress(entry, decoded, state);
    into.alarms.push({
      tested: belongsToTest(into, entry, state, type),
      device,
      message,
      type,
      late: times.late,
      silent: isSilent(decoded, times, type),
      untrusted,
    });
  }
  if (decoded.alarmBits === null || untrusted) return;
  if (decoded.backlog) state.backlogBits = decoded.alarmBits >>> 0;
  else state.alarmBits = decoded.alarmBits >>> 0;
}

/** Of a message in doubt only what would be lost to a person: its alarms, and a rival's readings. State and position are not its to say. */
function foldDoubtful(into: Folded, entry: NewMessage, state: State): void {
  const { decoded } = entry.message;
  if (!decoded) return;
  if (entry.untrusted === 'rival') foldReadings(into, entry, decoded);
  foldAlarms(into, entry, decoded, state);
}

/**
 * Works one new message of a registered device into what the batch will write; `state` is the locked row, folded in place.
 * @param keepsPlace false: its person does not agree to a position being stored; an alarm brings its own along all the same
 */
export function fold(into: Folded, entry: NewMessage, state: State, keepsPlace: boolean): void {
  if (entry.untrusted) {
    foldDoubtful(into, entry, state);
    return;
  }
  const { device, message, times } = entry;
  const decoded = message.decoded;
  // What somebody has stored later says nothing of whether the device is there.
  if (message.firstAt === undefined) {
    if (state.lastSeenAt === null || times.received > state.lastSeenAt) state.lastSeenAt = times.received;
    if (decoded) state.lastDataAt = state.lastSeenAt;
    state.isHeard = true;
  }
  into.states.set(device.id, state);
  if (!decoded) return;
  foldLevels(into, entry, decoded, state);
  if (keepsPlace) foldPosition(into, device, decoded, times, state);
  foldReadings(into, entry, decoded);
  foldAlarms(into, entry, decoded, state);
  if (decoded.readings.length > 0 || decoded.position?.valid) belongsToTest(into, entry, state, 'data');
}
