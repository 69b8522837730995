import { sql } from 'kysely';
import type { Message } from '#devices/message.ts';
import { consentLapsed } from '#features/customer/server/service.ts';
import type { ReadFrame } from '#features/equipmentLog/server/service.ts';
import { cooperativePause } from '#server/core/alarmPriority.ts';
import { isDataError } from '#server/core/retry.ts';
import { type Db, db } from '#server/db/db.ts';
import { missedTable, retention } from '#server/db/partitions.ts';
import { bigints } from '#server/db/values.ts';
import { type Folded, fold, type NewMessage, type PositionRow, type ReadingRow } from './fold.ts';
import type { RegisteredDevice, State } from './lookup.ts';
import { timesOf } from './times.ts';
import { untrustedReason } from './unknown/untrustedSource.ts';
import { bindingsOf, type Worn, wearerAt } from './worn.ts';
import { writeFolded } from './write.ts';

/** Day in ms. */
const day = 86_400_000;
/** Maximum distance of device time and reception of a message not marked late, ms. */
const apart = 5 * 60_000;

/** Rows decoded again from a device's stored messages. */
export interface History {
  positions: PositionRow[];
  readings: ReadingRow[];
}

interface Raw {
  key: string;
  at: string;
  projectId: string;
  protocol: string;
  topic: string | null;
  body: Buffer;
  error: string | null;
  /** Device time. */
  told: string | null;
}

const iso = (ms: number) => new Date(ms).toISOString();

/**
 * Returns the messages behind the history of the days: received then, or later as a backlog. Includes other protocols
 * of the device, because their history is deleted with the rest.
 */
async function rawOf(tx: Db, device: string, from: number, to: number): Promise<Raw[]> {
  return tx.rows(sql<Raw>`
    select r.key::text, r.received_at as at, r.project_id::text as "projectId", r.protocol, r.topic, r.body, r.error, r.device_time as told from raw_message r
    where r.device_id = ${device} and r.received_at >= ${iso(from - apart)}::timestamptz
      and (r.received_at < ${iso(to + apart)}::timestamptz or r.late)
    order by r.received_at, r.key`);
}

/** Returns the messages stored since; the caller has locked the state row, so no further ones are added. */
async function rawSince(tx: Db, device: string, since: number): Promise<Raw[]> {
  return tx.rows(sql<Raw>`
    select r.key::text, r.received_at as at, r.project_id::text as "projectId", r.protocol, r.topic, r.body, r.error, r.device_time as told from raw_message r
    where r.device_id = ${device} and r.received_at >= ${iso(since - apart)}::timestamptz and r.committed_at >= ${iso(since)}::timestamptz
    order by r.received_at, r.key`);
}

const emptyDevice = {
  sn: '',
  name: '',
  modelId: '',
  departmentId: '',
  address: null,
  phone: null,
  demo: false,
  serviceState: null,
  activated: true,
};
const blank = {
  lastSeenAt: null,
  lastDataAt: null,
  battery: null,
  signal: null,
  levels: {},
  isLevelNew: false,
  isHeard: false,
  alarmBits: 0,
  backlogBits: 0,
  testFrom: null,
  pressedAt: null,
  testUntil: null,
  testBy: null,
};
const nowhere = { lat: null, lng: null, accuracy: null, positionSource: null, positionAt: null, speed: null };

/** Device for which messages are decoded again. */
interface Read {
  id: string;
  sn: string;
  /** Plausible range of each reading, from the device's model. */
  bounds: NewMessage['bounds'];
}

/** Returns the reader of a protocol; null if unknown. */
export type Readers = (protocol: string) => Promise<ReadFrame | null>;

/** Decodes the bytes; null if the decoder throws. */
function tried(read: ReadFrame, { body, topic }: Raw) {
  try {
    // The number of the connection is unknown here; it need not be the SN.
    return read(body, '', { word: topic ?? '' }).messages;
  } catch {
    return null;
  }
}

/** Decodes messages into history rows; null if one message cannot be read. Ignores alarms and state. */
async function historyOf(
  device: Read,
  raws: readonly Raw[],
  worn: readonly Worn[],
  readers: Readers,
): Promise<History | null> {
  const keptDays = await retention();
  const folded: Folded = { positions: [], readings: [], states: new Map(), alarms: [], evidence: [], keptDays };
  const state: State = { deviceId: device.id, projectId: '', ...blank, ...nowhere };
  const yieldTurn = cooperativePause();
  for (const raw of raws) {
    const read = await readers(raw.protocol);
    if (!read) return null;
    const messages = tried(read, raw);
    if (!messages) return null;
    const registered: RegisteredDevice = {
      ...emptyDevice,
      id: device.id,
      projectId: raw.projectId,
      customerId: wearerAt(worn, Date.parse(raw.at)),
      deviceAddresses: [],
    };
    const message: Message = {
      source: raw.protocol,
      deviceRef: { protocol: raw.protocol, number: device.sn },
      key: raw.key,
      receivedAt: raw.at,
      body: '',
      decoded: null,
      error: raw.error,
    };
    for (const decoded of messages) {
      const times = timesOf({ ...message, decoded });
      const untrusted = untrustedReason(raw.error);
      fold(
        folded,
        { message: { ...message, decoded }, device: registered, times, untrusted, bounds: device.bounds, worn },
        state,
        true,
      );
    }
    await yieldTurn();
  }
  return { positions: folded.positions, readings: folded.readings };
}

/** Result for one device. */
export interface Done {
  days: number;
  /** Days left unchanged: their messages are missing or cannot be read. */
  left: number;
}

/**
 * Replaces readings and positions of a device from `from` to before `to` (ms, UTC midnights), one transaction per day.
 * Repeating it changes nothing.
 * @param step called between two days; may stop the run by throwing
 */
export async function redecodeDevice(
  device: Read,
  span: { from: number; to: number },
  readers: Readers,
  step: () => Promise<void>,
): Promise<Done> {
  const done: Done = { days: 0, left: 0 };
  const since = Date.now();
  const raws = await rawOf(db, device.id, span.from, span.to);
  const worn = (await bindingsOf(db, [device.id])).get(device.id) ?? [];
  const history = await historyOf(device, raws, worn, readers);
  const readKeys = new Set(raws.map(({ key }) => key));
  for (let begin = span.from; begin < span.to; begin += day) {
    const replaced = db.transaction(async (tx) => {
      await sql`select 1 from device_state where device_id = ${device.id} for update`.execute(tx);
      const newer = (await rawSince(tx, device.id, since)).filter(({ key }) => !readKeys.has(key));
      const added = newer.length > 0 ? await historyOf(device, newer, worn, readers) : { positions: [], readings: [] };
      const ofDay = raws.filter((raw) => isOf(raw, begin));
      // A withdrawn consent deletes the bytes, too.
      const isBodyMissing = ofDay.length === 0 || ofDay.some(({ body }) => body.length === 0);
      if (!history || !added || (isBodyMissing && (await hasHistory(tx, device.id, begin)))) return false;
      const all = {
        positions: [...history.positions, ...added.positions],
        readings: [...history.readings, ...added.readings],
      };
      const places = !(await disagrees(tx, worn));
      await replaceDay(tx, device.id, begin, span, places ? all : { ...all, positions: null });
      return true;
    });
    // A day that the database refuses must not stop the other days.
    const isReplaced = await replaced.catch((error: unknown) => {
      if (isDataError(error) && missedTable(error) === null) return false;
      throw error;
    });
    if (isReplaced) done.days += 1;
    else done.left += 1;
    await step();
  }
  return done;
}

/** Returns whether a message may belong to the day, by reception or device time. */
function isOf({ at, told }: Raw, begin: number): boolean {
  return [at, told ?? at].some((time) => Date.parse(time) >= begin - apart && Date.parse(time) < begin + day + apart);
}

/**
 * Returns whether one of the customers has withdrawn the location consent: then positions are neither written nor
 * deleted.
 */
async function disagrees(tx: Db, worn: readonly Worn[]): Promise<boolean> {
  const rows = await tx.rows(sql<{ id: string }>`
    select customer.id::text from customer where customer.id = any(${bigints(worn.map(({ customerId }) => customerId))}) and ${consentLapsed('location')} limit 1`);
  return rows.length > 0;
}

async function hasHistory(tx: Db, device: string, begin: number): Promise<boolean> {
  const row = await tx.row(sql<{ exists: boolean }>`
    select exists (select 1 from reading where device_id = ${device} and at >= ${iso(begin)}::timestamptz and at < ${iso(begin + day)}::timestamptz)
      or exists (select 1 from position where device_id = ${device} and at >= ${iso(begin)}::timestamptz and at < ${iso(begin + day)}::timestamptz) as exists`);
  return row?.exists ?? false;
}

/** Bit 7 of a reading's flags (names.md): a person has withdrawn it. */
const withdrawnFlag = 128;

/** Deletes a day's readings and queues their series; returns the withdrawn ones as `metric ms`. */
async function removeReadings(tx: Db, device: string, at: number): Promise<Set<string>> {
  const rows = await tx.returning(sql<{ metric: string; at: string }>`
    with gone as (
      delete from reading where device_id = ${device} and at >= ${iso(at)}::timestamptz and at < ${iso(at + day)}::timestamptz
      returning device_id, metric, at, flags),
    queued as (
      insert into reading_queue (device_id, metric, at) select device_id, metric, min(at) from gone group by device_id, metric)
    select metric, at from gone where flags & ${withdrawnFlag}::int <> 0`);
  return new Set(rows.map((row) => `${row.metric} ${Date.parse(row.at)}`));
}

/**
 * Replaces one day. Rows that now fall outside all days are written with each day, so that none is lost; repeats change
 * nothing.
 */
async function replaceDay(
  tx: Db,
  device: string,
  at: number,
  span: { from: number; to: number },
  { positions, readings }: Omit<History, 'positions'> & { positions: PositionRow[] | null },
): Promise<void> {
  const withdrawn = await removeReadings(tx, device, at);
  if (positions)
    await sql`delete from position where device_id = ${device} and at >= ${iso(at)}::timestamptz and at < ${iso(at + day)}::timestamptz`.execute(
      tx,
    );
  const isOut = (row: { at: number }) => row.at < span.from || row.at >= span.to;
  const isInDay = (row: { at: number }) => (row.at >= at && row.at < at + day) || isOut(row);
  const kept = (row: ReadingRow) =>
    withdrawn.has(`${row.metric} ${row.at}`) ? { ...row, flags: row.flags | withdrawnFlag } : row;
  const rows = { positions: positions?.filter(isInDay) ?? [], readings: readings.filter(isInDay).map(kept) };
  if (rows.positions.length + rows.readings.length === 0) return;
  await writeFolded(tx, { ...rows, states: new Map() });
}
