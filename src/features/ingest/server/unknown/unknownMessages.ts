import { sql } from 'kysely';
import { alarmsIn, type Message } from '#devices/message.ts';
import type { Raise } from '#features/warn/server/service.ts';
import { rangeOf } from '#server/core/addressRange.ts';
import type { Db } from '#server/db/db.ts';
import { HourlyCounters } from '#server/ingest/quota.ts';
import { portOf } from '../lookup.ts';
import { pgArray } from './pgArray.ts';

/**
 * Hourly limits per address range: messages stored with bytes, and messages stored at all. Beyond both only presses are
 * stored, without bytes.
 */
const maxFull = 2000;
const maxPerRange = 20_000;
const ranges = new HourlyCounters(10_000);

/** Returns the message as it is stored; null: not at all. Limits count per address, because numbers can be invented. */
function within(message: Message): Message | null {
  const { gateway } = message.deviceRef;
  const range = gateway === undefined ? (rangeOf(message.address) ?? message.source) : `gateway ${gateway}`;
  const counted = ranges.of(range, Date.now()) ?? ranges.of('', Date.now());
  if (!counted) return null;
  counted.messages += 1;
  if (counted.messages <= maxFull) return message;
  const presses = alarmsIn(message).length > 0;
  return presses || counted.messages <= maxPerRange ? { ...message, body: '' } : null;
}

/** Returns the position of a message, with source and time; null without a valid one. */
export function positionOf({ decoded, receivedAt }: Message): NonNullable<Raise['position']> | null {
  const place = decoded?.position;
  if (!place?.valid) return null;
  const { lat, lng, accuracy, source } = place;
  return { lat, lng, accuracy, source, at: decoded?.time ?? receivedAt };
}

/** Returns the number as it is stored: long names of a gateway may be one then. */
const storedNumber = ({ deviceRef: { number } }: Message) => number.slice(0, 64);
const storedAs = (message: Message) => `${portOf(message.deviceRef)} ${storedNumber(message)}`;

/**
 * Writes one row per number and minute, with a count and the first 4 KB of the last message, so that a flood cannot
 * fill the disk.
 */
export async function writeUnknown(tx: Db, received: Message[]): Promise<void> {
  const messages = received.flatMap((message) => within(message) ?? []);
  if (messages.length === 0) return;
  const rows = new Map<string, { message: Message; place: Message; times: number }>();
  for (const message of messages) {
    const key = `${storedAs(message)}|${message.receivedAt.slice(0, 16)}`;
    const earlier = rows.get(key);
    const place = positionOf(message) || !earlier ? message : earlier.place;
    rows.set(key, { message, place, times: (earlier?.times ?? 0) + 1 });
  }
  const all = [...rows.values()].sort((a, b) => (storedAs(a.message) < storedAs(b.message) ? -1 : 1));
  const places = all.map(({ place }) => positionOf(place));
  await sql`
    insert into unknown_message (protocol, number, gateway_id, received_at, kind, body, alarms, origin, minute, times, lat, lng, accuracy, position_source, position_at)
    select u.protocol, u.number, u.gateway_id, u.received_at, u.kind, u.body, string_to_array(u.alarms, ','), u.origin, date_trunc('minute', u.received_at), u.times, u.lat, u.lng, u.accuracy, u.source, u.at
    from unnest(${pgArray(all.map(({ message }) => message.deviceRef.protocol))}::text[], ${pgArray(all.map(({ message }) => storedNumber(message)))}::text[],
      ${pgArray(all.map(({ message }) => message.deviceRef.gateway ?? null))}::bigint[], ${pgArray(all.map(({ message }) => message.receivedAt))}::timestamptz[], ${pgArray(all.map(({ message }) => message.decoded?.kind ?? 'error'))}::text[],
      ${pgArray(all.map(({ message }) => `\\x${message.body.slice(0, 8192)}`))}::bytea[], ${pgArray(all.map(({ message }) => alarmsIn(message).join(',')))}::text[],
      ${pgArray(all.map(({ message }) => rangeOf(message.address)))}::text[], ${pgArray(all.map(({ times }) => times))}::int[],
      ${pgArray(places.map((place) => place?.lat ?? null))}::double precision[], ${pgArray(places.map((place) => place?.lng ?? null))}::double precision[],
      ${pgArray(places.map((place) => place?.accuracy ?? null))}::double precision[], ${pgArray(places.map((place) => place?.source ?? null))}::text[],
      ${pgArray(places.map((place) => place?.at ?? null))}::timestamptz[])
      as u (protocol, number, gateway_id, received_at, kind, body, alarms, origin, times, lat, lng, accuracy, source, at)
    on conflict (protocol, number, minute, coalesce(gateway_id, 0)) do update set times = unknown_message.times + excluded.times, received_at = excluded.received_at, kind = excluded.kind,
      body = excluded.body, origin = excluded.origin,
      lat = coalesce(excluded.lat, unknown_message.lat), lng = coalesce(excluded.lng, unknown_message.lng),
      accuracy = case when excluded.lat is null then unknown_message.accuracy else excluded.accuracy end,
      position_source = coalesce(excluded.position_source, unknown_message.position_source), position_at = coalesce(excluded.position_at, unknown_message.position_at), alarms = case when excluded.alarms = '{}' then unknown_message.alarms else excluded.alarms end`.execute(
    tx,
  );
}

const maxRows = 100_000;

/** Deletes rows older than 7 days, and the oldest beyond 100,000 rows. */
export async function trimUnknown(tx: Db): Promise<void> {
  await sql`delete from unknown_message where received_at < now() - interval '7 days'`.execute(tx);
  await sql`delete from unknown_message where id in (select id from unknown_message order by received_at desc offset ${maxRows})`.execute(
    tx,
  );
}
