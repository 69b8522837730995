import { type Decoded, type Message, risenAlarms } from '#devices/message.ts';
import { ringsLate, type WarnType } from '#shared/codes.ts';
import type { Known, State } from './lookup.ts';

const lateMs = 5 * 60_000;
const tooOldToRing = 24 * 3_600_000;
/** Device clocks before this are reset clocks (protocols.md P0.4). */
const firstPlausible = Date.UTC(2015, 0, 1);

export interface PositionRow {
  device: string;
  at: string;
  lat: number;
  lng: number;
  accuracy: number | null;
  speed: number | null;
  course: number | null;
  altitude: number | null;
  source: string;
  flags: number;
  deviceTime: string | null;
  project: string;
  customer: string | null;
}

export interface ReadingRow {
  device: string;
  metric: string;
  at: string;
  value: number;
  flags: number;
  deviceTime: string | null;
  project: string;
  customer: string | null;
}

export interface AlarmFound {
  known: Known;
  message: Message;
  type: WarnType;
  late: boolean;
  silent: boolean;
}

export interface Folded {
  positions: Map<string, PositionRow>;
  readings: Map<string, ReadingRow>;
  states: Map<string, State>;
  alarms: AlarmFound[];
}

/** Whether the device's clock can be meant: not before 2015, not over 5 minutes ahead. */
function plausible(time: string, receivedAt: string): boolean {
  const at = Date.parse(time);
  return at >= firstPlausible && at <= Date.parse(receivedAt) + lateMs;
}

/** Late: the frame says that it is a backlog, or the two times differ by more than 5 minutes (domain.md 3.7). */
export function isLate(decoded: Decoded, receivedAt: string): boolean {
  return (
    decoded.backlog || (decoded.time !== null && Math.abs(Date.parse(receivedAt) - Date.parse(decoded.time)) > lateMs)
  );
}

/** Entered without sound: an old backlog, or a backlog of a kind that rings only when fresh. A wrong clock alone silences nothing. */
export function isSilent(decoded: Decoded, receivedAt: string, type: WarnType): boolean {
  if (!decoded.backlog || decoded.time === null || !plausible(decoded.time, receivedAt)) return false;
  return !ringsLate.includes(type) || Date.parse(receivedAt) - Date.parse(decoded.time) > tooOldToRing;
}

/** Device time for history, clamped to what is kept; flag bit 1 tells that it was. */
function historyTime(decoded: Decoded, receivedAt: string, keepDays: number): { at: string; flags: number } {
  if (decoded.time === null) return { at: receivedAt, flags: 0 };
  const at = Date.parse(decoded.time);
  const oldest = Date.parse(receivedAt) - keepDays * 86_400_000;
  const newest = Date.parse(receivedAt) + lateMs;
  if (at >= oldest && at <= newest) return { at: decoded.time, flags: 0 };
  return { at: at < oldest && decoded.backlog ? new Date(oldest).toISOString() : receivedAt, flags: 2 };
}

export const keepDays = { position: 180, reading: 730 } as const;

function foldPosition(into: Folded, known: Known, decoded: Decoded, receivedAt: string, state: State): void {
  const place = decoded.position;
  if (!place?.valid) return;
  const { at, flags } = historyTime(decoded, receivedAt, keepDays.position);
  into.positions.set(`${known.id}|${at}`, {
    device: known.id,
    at,
    lat: place.lat,
    lng: place.lng,
    accuracy: place.accuracy,
    speed: place.speed,
    course: place.course,
    altitude: place.altitude,
    source: place.source,
    flags,
    deviceTime: decoded.time,
    project: known.projectId,
    customer: known.customerId,
  });
  // A backlog goes into history in its own place and never moves the live position backwards.
  if (decoded.backlog && flags !== 0) return;
  if (state.positionAt === null || Date.parse(at) >= Date.parse(state.positionAt)) {
    Object.assign(state, {
      lat: place.lat,
      lng: place.lng,
      accuracy: place.accuracy,
      positionSource: place.source,
      positionAt: at,
    });
  }
}

function foldReadings(into: Folded, known: Known, decoded: Decoded, receivedAt: string): void {
  const { at, flags } = historyTime(decoded, receivedAt, keepDays.reading);
  for (const reading of decoded.readings) {
    into.readings.set(`${known.id}|${reading.kind}|${at}`, {
      device: known.id,
      metric: reading.kind,
      at,
      value: reading.value,
      flags: flags | (reading.valid ? 0 : 1),
      deviceTime: decoded.time,
      project: known.projectId,
      customer: known.customerId,
    });
  }
}

function foldAlarms(into: Folded, known: Known, message: Message, decoded: Decoded, state: State): void {
  const previous = decoded.backlog ? state.backlogBits : state.alarmBits;
  for (const type of risenAlarms(decoded, previous)) {
    into.alarms.push({
      known,
      message,
      type,
      late: isLate(decoded, message.receivedAt),
      silent: isSilent(decoded, message.receivedAt, type),
    });
  }
  if (decoded.alarmBits === null) return;
  if (decoded.backlog) state.backlogBits = decoded.alarmBits >>> 0;
  else state.alarmBits = decoded.alarmBits >>> 0;
}

/** Works one new message of a registered device into what the batch will write; `state` is the locked row, folded in place. */
export function fold(into: Folded, known: Known, message: Message, state: State): void {
  if (state.lastSeenAt === null || message.receivedAt > state.lastSeenAt) state.lastSeenAt = message.receivedAt;
  into.states.set(known.id, state);
  const decoded = message.decoded;
  if (!decoded) return;
  state.lastDataAt = state.lastSeenAt;
  if (decoded.battery !== null && !decoded.backlog) state.battery = decoded.battery;
  const signal = decoded.values.signal;
  if (typeof signal === 'number' && !decoded.backlog) state.signal = Math.round(Math.min(100, Math.max(0, signal)));
  foldPosition(into, known, decoded, message.receivedAt, state);
  foldReadings(into, known, decoded, message.receivedAt);
  foldAlarms(into, known, message, decoded, state);
}
