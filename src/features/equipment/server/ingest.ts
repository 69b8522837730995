import { sql } from 'drizzle-orm';
import type { Message } from '#devices/message.ts';
import { defaultHome } from '#features/project/server/service.ts';
import { familyOf, type Raise, raise } from '#features/warn/server/service.ts';
import { type Change, ingestCommand } from '#server/command.ts';
import type { Db } from '#server/db.ts';
import { defaultLevel, type WarnType } from '#shared/codes.ts';
import { type AlarmFound, type Folded, fold, isLate } from './fold.ts';
import { type Known, knownDevices, lockStates, pgArray, refOf, storedKeys } from './lookup.ts';
import { writeUnknown } from './unknown.ts';
import { writePositions, writeReadings, writeStates } from './write.ts';

interface New {
  message: Message;
  known: Known;
}

/**
 * Stores a batch in one transaction: raw messages, folded state, readings, positions, alarms and their events. A message
 * that is already there is left out. Throws what the database says; nothing is then stored.
 */
export async function commitBatch(messages: Message[]): Promise<void> {
  await ingestCommand(async (change) => {
    const { tx } = change;
    const devices = await knownDevices(tx, messages);
    const registered = messages.flatMap((message) => {
      const known = devices.get(refOf(message));
      return known ? [{ message, known }] : [];
    });
    const strangers = messages.filter((message) => !devices.has(refOf(message)));
    const raises = registered.length > 0 ? await commitKnown(change, registered) : [];
    const foreign = strangers.length > 0 ? await commitStrangers(tx, strangers) : [];
    await raise(change, [...raises, ...foreign]);
  });
}

async function commitKnown({ tx }: Change, registered: New[]): Promise<Raise[]> {
  const states = await lockStates(tx, [...new Set(registered.map(({ known }) => known.id))]);
  const fresh = await withoutRepeats(tx, registered);
  if (fresh.length === 0) return [];
  const folded: Folded = { positions: new Map(), readings: new Map(), states: new Map(), alarms: [] };
  for (const { message, known } of fresh) {
    const state = states.get(known.id);
    if (state) fold(folded, known, message, state);
  }
  await writeRaw(tx, fresh);
  await writeStates(tx, [...folded.states.values()]);
  await writePositions(tx, [...folded.positions.values()]);
  await writeReadings(tx, [...folded.readings.values()]);
  return folded.alarms.map(toRaise);
}

async function withoutRepeats(tx: Db, registered: New[]): Promise<New[]> {
  const stored = await storedKeys(
    tx,
    registered.map(({ message, known }) => ({ device: known.id, key: message.key })),
  );
  return registered.filter(({ message, known }) => {
    const pair = `${known.id} ${message.key}`;
    if (stored.has(pair)) return false;
    stored.add(pair);
    return true;
  });
}

async function writeRaw(tx: Db, fresh: New[]): Promise<void> {
  await tx.execute(sql`
    insert into raw_message (device_id, key, received_at, device_time, project_id, protocol, kind, late, body, error)
    select * from unnest(
      ${pgArray(fresh.map(({ known }) => known.id))}::bigint[], ${pgArray(fresh.map(({ message }) => message.key))}::bigint[],
      ${pgArray(fresh.map(({ message }) => message.receivedAt))}::timestamptz[], ${pgArray(fresh.map(({ message }) => message.decoded?.time ?? null))}::timestamptz[],
      ${pgArray(fresh.map(({ known }) => known.projectId))}::bigint[], ${pgArray(fresh.map(({ message }) => message.source))}::text[],
      ${pgArray(fresh.map(({ message }) => message.decoded?.kind ?? 'error'))}::text[],
      ${pgArray(fresh.map(({ message }) => (message.decoded ? isLate(message.decoded, message.receivedAt) : false)))}::boolean[],
      ${pgArray(fresh.map(({ message }) => `\\x${message.body}`))}::bytea[], ${pgArray(fresh.map(({ message }) => message.error))}::text[])
    on conflict do nothing`);
}

function toRaise({ known, message, type, late, silent }: AlarmFound): Raise {
  const place = message.decoded?.position;
  return {
    subject: known.customerId ? `c:${known.customerId}` : `e:${known.id}`,
    type,
    level: defaultLevel[type],
    family: familyOf(type),
    customerId: known.customerId,
    equipmentId: known.id,
    equipmentSn: known.sn,
    phone: known.phone,
    address: known.address,
    departmentId: known.departmentId,
    projectId: known.projectId,
    occurredAt: message.decoded?.time ?? null,
    receivedAt: message.receivedAt,
    late,
    silent,
    position: place?.valid
      ? {
          lat: place.lat,
          lng: place.lng,
          accuracy: place.accuracy,
          source: place.source,
          at: message.decoded?.time ?? message.receivedAt,
        }
      : null,
    note: null,
    createdBy: null,
    vendorCode: null,
    demo: known.demo,
  };
}

const ringing: readonly WarnType[] = ['sos', 'fall', 'smoke', 'gas', 'unknown'];

/** A number that nobody registered: kept for 7 days, and a press of it is work for device staff (domain.md 7.2). */
async function commitStrangers(tx: Db, strangers: Message[]): Promise<Raise[]> {
  await writeUnknown(tx, strangers);
  const pressed = strangers.filter((message) => message.decoded?.alarms.some((type) => ringing.includes(type)));
  if (pressed.length === 0) return [];
  const home = await defaultHome(tx);
  return pressed.map((message) => ({
    subject: `n:${message.deviceRef.protocol}:${message.deviceRef.number}`,
    type: 'unknown',
    level: 2,
    family: 'device',
    customerId: null,
    equipmentId: null,
    equipmentSn: message.deviceRef.number,
    phone: null,
    address: null,
    departmentId: home.departmentId,
    projectId: home.projectId,
    occurredAt: message.decoded?.time ?? null,
    receivedAt: message.receivedAt,
    late: message.decoded ? isLate(message.decoded, message.receivedAt) : false,
    silent: false,
    position: null,
    note: `未登记的号码 ${message.deviceRef.number} 按下 SOS`,
    createdBy: null,
    vendorCode: null,
    demo: false,
  }));
}

/**
 * Keeps the one message that the database refuses, raw with its reason, so that it is seen and the device stops
 * repeating it. An alarm in it is raised all the same, without the position or reading that may be at fault.
 */
export async function commitBad(message: Message, error: Error): Promise<void> {
  const reason = error.message.slice(0, 500);
  const bare: Message | null =
    message.decoded && message.decoded.alarms.length > 0
      ? {
          ...message,
          decoded: {
            ...message.decoded,
            position: null,
            readings: [],
            battery: null,
            values: {},
            time: null,
            alarmBits: null,
            levels: [],
            press: true,
          },
          error: reason,
        }
      : null;
  if (bare) {
    try {
      await commitBatch([bare]);
      return;
    } catch {
      // Even so it is refused: then at least its bytes are kept.
    }
  }
  await ingestCommand(async ({ tx }) => {
    const known = (await knownDevices(tx, [message])).get(refOf(message));
    const plain: Message = { ...message, decoded: null, error: reason };
    if (known) await writeRaw(tx, [{ message: plain, known }]);
    else await writeUnknown(tx, [plain]);
  });
}
