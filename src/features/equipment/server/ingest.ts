import { sql } from 'drizzle-orm';
import type { Message } from '#devices/message.ts';
import { defaultHome } from '#features/project/server/service.ts';
import { familyOf, type Raise, raise } from '#features/warn/server/service.ts';
import { type Change, ingestCommand } from '#server/command.ts';
import type { Db } from '#server/db.ts';
import { defaultLevel, type WarnType } from '#shared/codes.ts';
import { noteAnswers } from './commands.ts';
import { type AlarmFound, type Folded, fold, isLate } from './fold.ts';
import { type Known, knownDevices, lockStates, refOf } from './lookup.ts';
import { writeUnknown } from './unknown.ts';
import { column, writePositions, writeReadings, writeStates } from './write.ts';

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
  const fresh = await writeRaw(tx, registered);
  if (fresh.length === 0) return [];
  const folded: Folded = { positions: new Map(), readings: new Map(), states: new Map(), alarms: [] };
  for (const { message, known } of fresh) {
    const state = states.get(known.id);
    if (state) fold(folded, known, message, state);
  }
  await writeStates(tx, [...folded.states.values()]);
  await writePositions(tx, [...folded.positions.values()]);
  await writeReadings(tx, [...folded.readings.values()]);
  await noteAnswers(tx, fresh);
  return folded.alarms.map(toRaise);
}

/** `device key`: what a raw message is addressed by. */
function pairOf({ message, known }: New): string {
  return `${known.id} ${message.key}`;
}

/**
 * Keeps the raw messages and answers those that were new. Called after the lock of the states, so that what another node
 * stored meanwhile is seen. A partition's own index catches a repeat within it; looking back two days catches one behind
 * a partition's border. An upper bound of the time would lead the planner to read a device's whole two days instead.
 */
async function writeRaw(tx: Db, batch: New[]): Promise<New[]> {
  const first = new Map<string, New>();
  for (const one of batch) if (!first.has(pairOf(one))) first.set(pairOf(one), one);
  const rows = [...first.values()];
  const written = await tx.execute<{ pair: string }>(sql`
    insert into raw_message (device_id, key, received_at, device_time, project_id, protocol, kind, late, body, error)
    select * from unnest(
      ${column(rows, ({ known }) => known.id)}::bigint[], ${column(rows, ({ message }) => message.key)}::bigint[],
      ${column(rows, ({ message }) => message.receivedAt)}::timestamptz[], ${column(rows, ({ message }) => message.decoded?.time ?? null)}::timestamptz[],
      ${column(rows, ({ known }) => known.projectId)}::bigint[], ${column(rows, ({ message }) => message.source)}::text[],
      ${column(rows, ({ message }) => message.decoded?.kind ?? 'error')}::text[],
      ${column(rows, ({ message }) => (message.decoded ? isLate(message.decoded, message.receivedAt) : false))}::boolean[],
      ${column(rows, ({ message }) => `\\x${message.body}`)}::bytea[], ${column(rows, ({ message }) => message.error)}::text[])
      as n (device_id, key, received_at, device_time, project_id, protocol, kind, late, body, error)
    where not exists (select 1 from raw_message r where r.device_id = n.device_id and r.key = n.key
      and r.received_at > now() - interval '2 days')
    on conflict do nothing
    returning device_id || ' ' || key as pair`);
  const fresh = new Set(written.rows.map((row) => row.pair));
  return rows.filter((one) => fresh.has(pairOf(one)));
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
