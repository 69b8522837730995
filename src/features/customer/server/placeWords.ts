import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import type { AddressParts } from '#shared/place.ts';

/** The bed in which somebody lies, with the institution where it stands. */
export interface BedAddress {
  institution: string;
  /** Of the institution. */
  address: string | null;
  lat: number | null;
  lng: number | null;
  building: string;
  room: string;
  bed: string;
}

/** The bed of the customer with this id as a document; null for who lies in none. */
export function bedAddressOf(customerId: Expression<string>): RawBuilder<BedAddress | null> {
  return sql<BedAddress | null>`(select jsonb_build_object('institution', o.name, 'address', o.address, 'lat', o.lat, 'lng', o.lng,
      'building', b.building, 'room', b.room, 'bed', b.bed)
    from customer_bed b join department o on o.id = b.department_id where b.customer_id = ${customerId})`;
}

/** What the words of a place are made of. */
export interface AddressColumns
  extends Record<'street' | 'community' | 'address' | 'building' | 'floor' | 'room', string | null> {
  bed: BedAddress | null;
}

const bedName = ({ building, room, bed }: BedAddress) => `${building} ${room}-${bed}`;

/** 2层 of a floor that is a bare number; anything else as it was typed. */
const floorText = (floor: string) => (/^-?\d+$/.test(floor) ? `${floor}层` : floor);

/**
 * Where somebody is to be found: the bed and its institution, and the registered home as such; of who lies in none
 * building, floor and room before the address. What is not known is null.
 */
export function addressParts({ bed, street, community, address, building, floor, room }: AddressColumns): AddressParts {
  const area = [street, community].filter(Boolean).join(' ') || null;
  if (bed === null) {
    const spot = [building, floor && floorText(floor), room].filter(Boolean).join(' · ') || null;
    return { area, spot, address: address || null };
  }
  const home = [area, address].filter(Boolean).join(' ');
  return {
    area: [bed.institution, bed.address].filter(Boolean).join(' '),
    spot: bedName(bed),
    address: home === '' ? null : `登记住址 ${home}`,
  };
}

/** 康养楼 101-1 长桥服务站 by the customer's id, of those who lie in a bed: what a message that leaves the house may say of the place. */
export async function bedTexts(tx: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; bed: BedAddress }>`
    select l.customer_id::text as id, ${bedAddressOf(sql`l.customer_id`)} as bed from customer_bed l
    where l.customer_id = any(${bigints(ids)})`.execute(tx);
  return new Map(rows.map(({ id, bed }) => [id, `${bedName(bed)} ${bed.institution}`]));
}
