import { sql } from 'kysely';
import { invalidField, Problem } from '#server/core/problem.ts';
import { constraintOf, sqlState } from '#server/core/retry.ts';
import type { Db } from '#server/db/db.ts';

export interface Identifier {
  protocol: string;
  number: string;
}

/** Address of a radio: ieee address (Zigbee) or devEui (LoRaWAN); labels print it in capitals, without the `0x`. */
const radioAddress = /^(0x)?([0-9a-f]{16})$/i;

/** Normalizes a number by its protocol: JT/T 808 pads with zeros, which mean nothing; a radio's address has no case. */
export function normalizeNumber({ protocol, number }: Identifier): Identifier {
  if (protocol === 'jt808') return { protocol, number: number.replace(/^0+(?=\d)/, '') };
  const address = ['z2m', 'lorawan'].includes(protocol) ? radioAddress.exec(number)?.[2] : undefined;
  if (address === undefined) return { protocol, number };
  return { protocol, number: (protocol === 'z2m' ? '0x' : '') + address.toLowerCase() };
}

interface Numbered {
  sn: string;
  imei?: string | null;
  gatewayId?: string | null;
}

/** Returns the number of a ThingsBoard child: its name is unique at its gateway only. */
export const numberBehind = (gatewayId: string, name: string): string => `${gatewayId}/${name}`;

/** Returns a device's default numbers in its protocol: SN and IMEI, for a watch also ten digits of the IMEI. */
export function deviceNumbers(protocol: string, { sn, imei, gatewayId }: Numbered): Identifier[] {
  if (protocol === 'thingsboard' && gatewayId) return [{ protocol, number: numberBehind(gatewayId, sn) }];
  const short = protocol === 'watch' && imei ? [imei.slice(4, 14)] : [];
  const numbers = [sn, ...(imei ? [imei] : []), ...short].map((number) => normalizeNumber({ protocol, number }).number);
  return [...new Set(numbers)].map((number) => ({ protocol, number }));
}

/** Rewrites the numbers of a ThingsBoard device that moves from one gateway to another, or to none. */
export async function moveNumbers(tx: Db, id: string, from: string | null, to: string | null): Promise<void> {
  const former = from === null ? '' : numberBehind(from, '');
  await sql`
    update equipment_identifier set number = ${to === null ? '' : numberBehind(to, '')}::text
      || case when starts_with(number, ${former}) then substr(number, ${former.length + 1}::int) else number end
    where equipment_id = ${id} and protocol = 'thingsboard'`.execute(tx);
}

/** Returns whether the device has only its default numbers, no custom ones. */
export async function hasDeviceNumbers(tx: Db, equipmentId: string, expected: readonly Identifier[]): Promise<boolean> {
  const stored = await tx
    .selectFrom('equipmentIdentifier')
    .select(['protocol', 'number'])
    .where('equipmentId', '=', equipmentId)
    .execute();
  return stored.every((identifier) =>
    expected.some(({ protocol, number }) => identifier.protocol === protocol && identifier.number === number),
  );
}

/** Replaces the identifiers of a device; identifiers of deleted devices are free. */
export async function saveIdentifiers(tx: Db, equipmentId: string, identifiers: readonly Identifier[]): Promise<void> {
  const numbers = identifiers.map(normalizeNumber);
  await tx.deleteFrom('equipmentIdentifier').where('equipmentId', '=', equipmentId).execute();
  if (numbers.length === 0) return;
  const numberRows = sql`jsonb_to_recordset(${JSON.stringify(numbers)}::jsonb) as n (protocol text, number text)`;
  await sql`
    delete from equipment_identifier i using equipment e, ${numberRows}
    where i.protocol = n.protocol and i.number = n.number and e.id = i.equipment_id and e.deleted_at is not null`.execute(
    tx,
  );
  await tx
    .insertInto('equipmentIdentifier')
    .values(numbers.map((identifier) => ({ ...identifier, equipmentId })))
    .execute();
}

/** Refusal of an SN that differs from another one only by letter case: users confuse the two. */
export const caseVariantText = '设备编号已存在，只差大小写';

/** Throws 400 for an SN that differs from another one only by letter case; existing ones stay. */
export async function rejectCaseVariant(tx: Db, sn: string): Promise<void> {
  const rows = await tx.rows(sql`
    select 1 from equipment where lower(sn) = ${sn.toLowerCase()} and sn <> ${sn} and deleted_at is null limit 1`);
  if (rows.length > 0) throw invalidField('sn', caseVariantText, 'unique');
}

/** Converts a unique violation of the database to a 400; `sn` is the call's field of the number. */
export function uniqueViolation(error: unknown, sn = 'sn'): never {
  if (error instanceof Problem && error.message === caseVariantText) throw invalidField(sn, caseVariantText, 'unique');
  if (sqlState(error) !== '23505') throw error;
  const rule = constraintOf(error);
  if (rule.startsWith('equipment_identifier')) throw invalidField('identifiers', '识别号已被其他设备使用', 'unique');
  throw rule === 'equipment_imei'
    ? invalidField('imei', '该IMEI已被其他设备使用', 'unique')
    : invalidField(sn, '设备编号已存在', 'unique');
}
