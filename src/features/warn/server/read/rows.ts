import { sql } from 'kysely';
import {
  type AddressColumns,
  addressParts,
  bedAddressOf,
  decryptHealth,
  redFlags,
} from '#features/customer/server/service.ts';
import type { Rung } from '#features/project/contract.ts';
import type { WarnRow as Row } from '#features/warn/contract.ts';
import type { Db } from '#server/db/db.ts';
import { zoneOf } from '#server/db/zone.ts';
import type { AddressParts } from '#shared/address.ts';
import { ageOn, todayInChina } from '#shared/idCard.ts';
import { maskNumbers, maskPhone } from '#shared/mask.ts';
import type { Static } from '#shared/typebox.ts';
import { deskWork } from '../conditions.ts';
import type { Timer } from '../ladder.ts';
import { type DueRung, nextRungText } from '../ladder.ts';

export type WarnRow = Static<typeof Row>;

interface Loaded {
  row: Omit<
    WarnRow,
    'age' | keyof AddressParts | 'flags' | 'keyHolder' | 'nextRung' | 'nextRungIf' | 'serviceState' | 'away'
  > & {
    phone: string | null;
  };
  birth_date: string | null;
  place: Omit<AddressColumns, 'bed'>;
  bed: AddressColumns['bed'];
  health_cipher: string | null;
  service_state: WarnRow['serviceState'];
  away: WarnRow['away'];
  key_holder: string | null;
  lat: number | null;
  lng: number | null;
  stranger: boolean;
  next_target: DueRung['target'] | null;
  next_kind: Timer['kind'] | null;
  next_rung: number | null;
  ladder: Rung[] | null;
}

const instants = [
  'createdAt',
  'occurredAt',
  'receivedAt',
  'lastAt',
  'claimedAt',
  'firstClaimedAt',
  'finishedAt',
  'followUpAt',
  'nextRungAt',
] as const;

/** Returns the users who entered warns by hand, by warn id. */
export async function warnAuthors(tx: Db, ids: string[]): Promise<Map<string, string[]>> {
  const rows = await tx.rows(
    sql<{
      id: string;
      author: string;
    }>`select id::text, created_by::text as author from warn where id = any(${ids}::bigint[]) and created_by is not null`,
  );
  return new Map(rows.map((row) => [row.id, [row.author]]));
}

/**
 * Condition for due rungs: a closed warn has none. It keeps long reads off the few index pages to which new warns write
 * their rungs.
 */
const open = sql`and w.status in ('pending', 'handling')`;

/**
 * Returns warns as screens show them, in the order of `ids`: names of customer, device and handler, masked phones, red
 * flags decrypted from the health text. The caller has checked the scope.
 */
export async function warnRows(tx: Db, ids: string[]): Promise<WarnRow[]> {
  if (ids.length === 0) return [];
  const rows = await tx.rows(sql<Loaded>`
    select jsonb_build_object(
        'id', w.id::text, 'no', w.no, 'type', w.type, 'family', w.family, 'level', w.level, 'status', w.status, 'customerId', w.customer_id::text,
        'customerName', c.name, 'gender', c.gender, 'livingState', c.living_state, 'abilityLevel', c.ability_level, 'assessedUntil', c.assessed_until,
        'phone', coalesce(c.mobile, c.phone, w.phone), 'equipmentId', w.equipment_id::text, 'equipmentSn', w.equipment_sn, 'equipmentName', e.name,
        'repeatCount', w.repeat_count, 'createdAt', w.created_at, 'occurredAt', w.occurred_at, 'receivedAt', w.received_at, 'lastAt', w.last_at,
        'claimedAt', w.claimed_at, 'firstClaimedAt', w.first_claimed_at, 'finishedAt', w.finished_at, 'followUpAt', case when w.followed_up_at is null then w.follow_up_at end,
        'handlerId', w.handler_id::text, 'handlerName', u.name, 'escalation', w.escalation, 'nextRungAt', t.due_at, 'late', w.late, 'silent', w.silent) ||
      jsonb_build_object('overdue', w.overdue, 'result', w.result, 'falseReason', w.false_reason, 'offeredTo', w.offered_to::text, 'progress', w.progress,
        'demo', w.demo, 'origin', w.origin, 'numbers', w.numbers, 'version', w.version, 'timeZone', ${zoneOf(sql`w.project_id`)}, 'test', w.test, 'falseAsked', case when w.false_asked_at is not null then jsonb_build_object('at', w.false_asked_at,
          'userId', w.false_asked_by::text, 'userName', a.name, 'reason', w.false_asked_reason, 'note', w.false_asked_note) end, 'otherOpen', (select count(*) from warn where warn.customer_id = w.customer_id and warn.id <> w.id and ${deskWork}
          and not (warn.test and warn.silent) and warn.status in ('pending', 'handling'))) as row,
      c.birth_date::text,
      jsonb_build_object('street', c.street, 'community', c.community, 'address', coalesce(c.address, w.address), 'building', c.building, 'floor', c.floor, 'room', c.room) as place,
      ${bedAddressOf(sql`c.id`)} as bed, w.lat, w.lng, c.health_cipher, c.service_state, t.name as next_target, t.kind as next_kind, t.rung as next_rung,
      case when t.rung is not null then (select p.ladder from project p where p.id = w.project_id) end as ladder,
      (select jsonb_build_object('kind', l.kind, 'expectedReturn', l.expected_return) from customer_leave l where l.customer_id = w.customer_id and l.returned_at is null) as away,
      w.type = 'unknown' and w.customer_id is null and w.equipment_id is null and w.created_by is null as stranger,
      (select k.name from customer_contact k where k.customer_id = w.customer_id and k.has_key and k.deleted_at is null order by k."order" limit 1) as key_holder
    from warn w
    left join customer c on c.id = w.customer_id
    left join equipment e on e.id = w.equipment_id
    left join "user" u on u.id = w.handler_id
    left join "user" a on a.id = w.false_asked_by
    left join lateral (select due_at, name, kind, rung from warn_timer x where x.warn_id = w.id and x.done_at is null and x.rung >= 0 and (x.name <> 'seat' or x.seat_free) ${open} order by due_at limit 1) t on true
    where w.id = any(${ids}::bigint[])`);
  const byId = new Map(rows.map((loaded) => [loaded.row.id, toRow(loaded)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Returns unmasked numbers of the warns' customers or callers, by warn id: only for unmasked exports. */
export async function unmaskedPhones(tx: Db, ids: string[]): Promise<Map<string, string | null>> {
  const rows = await tx.rows(sql<{ id: string; phone: string | null }>`
    select w.id::text, coalesce(c.mobile, c.phone, w.phone) as phone from warn w left join customer c on c.id = w.customer_id
    where w.id = any(${ids}::bigint[])`);
  return new Map(rows.map(({ id, phone }) => [id, phone]));
}

/** Returns the customer's address; for an unregistered number its last position. */
function placeOfRow({ place, bed, stranger, lat, lng }: Loaded): AddressParts {
  const labels = addressParts({ ...place, bed });
  if (!stranger || lat === null || lng === null) return labels;
  return { ...labels, address: `最近位置 ${lat.toFixed(5)}, ${lng.toFixed(5)}` };
}

function toRow(loaded: Loaded): WarnRow {
  const row = { ...loaded.row };
  for (const field of instants) {
    const value = row[field];
    if (value) row[field] = new Date(value).toISOString();
  }
  const { falseAsked } = row;
  return {
    ...row,
    falseAsked: falseAsked && { ...falseAsked, at: new Date(falseAsked.at).toISOString() },
    age: loaded.birth_date ? ageOn(loaded.birth_date, todayInChina(Date.now())) : null,
    ...placeOfRow(loaded),
    flags: row.customerId ? redFlags(row.livingState, decryptHealth(loaded.health_cipher)) : [],
    keyHolder: loaded.key_holder,
    serviceState: loaded.service_state,
    away: loaded.away && { ...loaded.away, expectedReturn: new Date(loaded.away.expectedReturn).toISOString() },
    phone: maskPhone(row.phone),
    progress: row.progress === null ? null : maskNumbers(row.progress),
    nextRung: nextRungOf(loaded),
    nextRungIf: loaded.next_kind && nextConditions[loaded.next_kind],
  };
}

/** Texts for the condition of the next rung, by timer kind. */
const nextConditions: Record<Timer['kind'], string> = {
  claim: '无人接警',
  receiver: '无人接警',
  offer: '未应答',
  progress: '没有新进展',
  arrival: '未到场',
};

/** Returns what the ladder does next; null when nothing is due. */
function nextRungOf({ next_target, next_kind, next_rung, ladder, stranger }: Loaded): string | null {
  if (next_target === null) return null;
  if (next_kind === 'offer') return '改派下一个空闲坐席';
  return nextRungText(next_target, ladder ?? [], next_kind === 'claim' ? next_rung : null, stranger);
}

/** Returns the row without flat and health: for viewers who may not claim, and for closed warns (domain.md 3.5). */
export function limitedRow(row: WarnRow): WarnRow {
  return { ...row, spot: null, address: null, flags: [], keyHolder: null, abilityLevel: null, assessedUntil: null };
}
