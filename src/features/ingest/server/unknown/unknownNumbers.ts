import { sql } from 'kysely';
import { alarmsIn, type DeviceRef, type Message } from '#devices/message.ts';
import type { Raise } from '#features/warn/server/service.ts';
import { defaultOwnership } from '#server/auth/defaultOwnership.ts';
import { rangeOf } from '#server/core/addressRange.ts';
import type { Db } from '#server/db/db.ts';
import { wireInstant } from '#server/db/values.ts';
import type { WarnType } from '#shared/codes.ts';
import { identifierOf, portOf } from '../lookup.ts';
import { timesOf } from '../times.ts';
import { type Gateways, gatewayOf, speakerText, speakingGateways, staffRaises } from './gatewayNumbers.ts';
import { pgArray } from './pgArray.ts';
import {
  moveUnknownNumbers,
  subjectsOfPresses,
  type UnknownNumberReport,
  type UnknownNumberSubject,
} from './pressSubjects.ts';
import { positionOf, writeUnknown } from './unknownMessages.ts';
import { noteUnknownNumbers } from './unknownNumberRate.ts';

const ringing: readonly WarnType[] = ['sos', 'fall', 'smoke', 'gas', 'unknown'];

/** Returns whether a message is a call for help: what a gateway repeats from its memory is none. */
function isPress(message: Message): boolean {
  const { decoded } = message;
  if (decoded?.heardAt === null && !decoded.press) return false;
  return alarmsIn(message).some((type) => ringing.includes(type));
}

interface Pressed {
  message: Message;
  origin: string | null;
  place: UnknownNumberSubject;
}

/**
 * Stores messages of unregistered numbers for 7 days; a press becomes a call for help, with the number's last position.
 */
export async function commitUnknownNumbers(tx: Db, messages: Message[]): Promise<Raise[]> {
  noteUnknownNumbers(messages, Date.now());
  const pressing = messages.filter(isPress);
  const pressed = await placed(tx, pressing);
  // Must run before the write: finds the numbers not yet counted.
  const newKeys = await newNumbers(tx, pressed);
  await writeUnknown(tx, messages);
  await moveUnknownNumbers(tx, reportsOf(messages));
  if (pressed.length === 0) return [];
  const home = await defaultOwnership(tx);
  const gateways = await speakingGateways(tx, pressing);
  const places = await lastPlaces(tx, pressed);
  const collected = new Map<string, Pressed[]>();
  for (const press of pressed.filter(({ place }) => place.collects))
    collected.set(press.place.subject, [...(collected.get(press.place.subject) ?? []), press]);
  return [
    ...pressed
      .filter(({ place }) => !place.collects)
      .map((press) => ({
        ...raiseOf(press, gatewayOf(press.message, gateways) ?? home),
        position: positionOf(press.message) ?? places.get(numberKey(press.message)) ?? null,
        equipmentSn: press.message.deviceRef.number,
        note: `${speakerText(press.message, gateways)}未登记的号码 ${press.message.deviceRef.number} 按下 SOS`,
      })),
    ...[...collected.values()].map((group) => collecting(group, { home, gateways, newKeys })),
    ...(await staffRaises(tx, pressing, gateways)),
  ];
}

/** Returns port and number, by which an unknown number has its warn. */
const registeredAs = (deviceRef: DeviceRef) => ({ protocol: portOf(deviceRef), number: identifierOf(deviceRef) });

async function placed(tx: Db, messages: Message[]): Promise<Pressed[]> {
  if (messages.length === 0) return [];
  const presses = messages.map(({ deviceRef, address }) => ({ ...registeredAs(deviceRef), origin: rangeOf(address) }));
  const places = await subjectsOfPresses(tx, presses);
  return messages.map((message, index) => ({
    message,
    origin: presses[index]?.origin ?? null,
    place: places[index] as UnknownNumberSubject,
  }));
}

const keyOf = ({ message: { deviceRef }, place }: Pressed) => `${place.subject} ${deviceRef.number}`;

/** Returns the numbers without an earlier press in the collecting alarm that they join; lanes may be seconds apart. */
async function newNumbers(tx: Db, pressed: Pressed[]): Promise<Set<string>> {
  const joining = new Map(pressed.filter(({ place }) => place.collects).map((press) => [keyOf(press), press]));
  if (joining.size === 0) return new Set();
  const all = [...joining.values()];
  const earlier = await tx.rows(sql<{ key: string }>`
    select j.key from unnest(${pgArray(all.map(keyOf))}::text[], ${pgArray(all.map(({ message }) => message.deviceRef.protocol))}::text[],
      ${pgArray(all.map(({ message }) => message.deviceRef.number.slice(0, 64)))}::text[], ${pgArray(all.map(({ message }) => message.deviceRef.gateway ?? null))}::bigint[],
      ${pgArray(all.map(({ place }) => place.since))}::timestamptz[]) as j (key, protocol, number, gateway_id, since)
    where exists (select 1 from unknown_message u where u.protocol = j.protocol and u.number = j.number and u.gateway_id is not distinct from j.gateway_id and u.alarms <> '{}' and u.received_at >= j.since - interval '10 seconds')`);
  for (const { key } of earlier) joining.delete(key);
  return new Set(joining.keys());
}

const numberKey = ({ deviceRef }: Message) => `${portOf(deviceRef)} ${deviceRef.number.slice(0, 64)}`;

/** Returns the last stored position of these numbers, by protocol and number. */
async function lastPlaces(tx: Db, pressed: readonly Pressed[]): Promise<Map<string, NonNullable<Raise['position']>>> {
  const without = pressed.map(({ message }) => message).filter((message) => positionOf(message) === null);
  if (without.length === 0) return new Map();
  const rows = await tx.rows(sql<NonNullable<Raise['position']> & { key: string }>`
    select distinct on (u.protocol, u.number, u.gateway_id) u.protocol || coalesce('@' || u.gateway_id, '') || ' ' || u.number as key, u.lat, u.lng, u.accuracy, u.position_source as source,
      ${wireInstant(sql`u.position_at`)} as at
    from unknown_message u join unnest(${pgArray(without.map(({ deviceRef }) => deviceRef.protocol))}::text[],
      ${pgArray(without.map(({ deviceRef }) => deviceRef.number.slice(0, 64)))}::text[], ${pgArray(without.map(({ deviceRef }) => deviceRef.gateway ?? null))}::bigint[])
      as n (protocol, number, gateway_id) on n.protocol = u.protocol and n.number = u.number and n.gateway_id is not distinct from u.gateway_id
    where u.position_at is not null order by u.protocol, u.number, u.gateway_id, u.position_at desc`);
  return new Map(rows.map(({ key, ...place }) => [key, place]));
}

/** Returns the positions that the numbers of a batch report, oldest first. */
function reportsOf(messages: readonly Message[]): UnknownNumberReport[] {
  return messages.flatMap((message) => {
    const position = positionOf(message);
    const { protocol, number } = registeredAs(message.deviceRef);
    return position === null ? [] : [{ protocol, number, position }];
  });
}

type Home = Awaited<ReturnType<typeof defaultOwnership>>;

function raiseOf({ message, origin, place }: Pressed, home: Pick<Home, 'departmentId' | 'projectId'>): Raise {
  return {
    subject: place.subject,
    type: 'unknown',
    level: 1,
    family: 'sos',
    customerId: null,
    equipmentId: null,
    equipmentSn: null,
    phone: null,
    address: null,
    departmentId: home.departmentId,
    projectId: home.projectId,
    occurredAt: message.decoded?.time ?? null,
    receivedAt: message.receivedAt,
    late: timesOf(message).late,
    silent: false,
    position: null,
    note: null,
    createdBy: null,
    vendorCode: null,
    demo: false,
    origin,
  };
}

/** Combines all presses of a batch that join one collecting alarm. */
function collecting(
  group: Pressed[],
  { home, gateways, newKeys }: { home: Home; gateways: Gateways; newKeys: Set<string> },
): Raise {
  const first = group[0] as Pressed;
  return {
    ...raiseOf(first, gatewayOf(first.message, gateways) ?? home),
    note: `${speakerText(first.message, gateways) || (first.origin ?? '同一来源')} 还有多个未登记的号码按下 SOS，合并计数`,
    presses: group.length,
    numbers: new Set(group.map(keyOf).filter((key) => newKeys.has(key))).size,
  };
}
