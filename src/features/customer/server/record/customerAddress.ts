import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import type { AddressParts } from '#shared/address.ts';

/** Bed of a customer, with the institution. */
export interface BedAddress {
  institution: string;
  /** Address of the institution. */
  address: string | null;
  lat: number | null;
  lng: number | null;
  building: string;
  room: string;
  bed: string;
}

/** Returns the bed of the customer with this id as JSON; null without a bed. */
export function bedAddressOf(customerId: Expression<string>): RawBuilder<BedAddress | null> {
  return sql<BedAddress | null>`(select jsonb_build_object('institution', o.name, 'address', o.address, 'lat', o.lat, 'lng', o.lng,
      'building', b.building, 'room', b.room, 'bed', b.bed)
    from customer_bed b join department o on o.id = b.department_id where b.customer_id = ${customerId})`;
}

/** 颐园 301-2: building, room and bed of the joined `customer_bed`; null where the customer has none. */
export const bedText = sql<
  string | null
>`case when customer_bed.id is null then null else concat(customer_bed.building, ' ', customer_bed.room, '-', customer_bed.bed) end`;

/** Columns from which the address is built. */
export interface AddressColumns
  extends Record<'street' | 'community' | 'address' | 'building' | 'floor' | 'room', string | null> {
  bed: BedAddress | null;
}

const bedName = ({ building, room, bed }: BedAddress) => `${building} ${room}-${bed}`;

/** Returns 2层 for a floor that is a bare number; other text is unchanged. */
const floorText = (floor: string) => (/^-?\d+$/.test(floor) ? `${floor}层` : floor);

/**
 * Returns the parts of a customer's address: the bed and its institution, with the registered home marked as such;
 * without a bed building, floor and room before the address. Unknown parts are null.
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

/**
 * Returns 康养楼 101-1 长桥服务站 by customer id for customers with a bed: the only address that an outbound message may
 * contain.
 */
export async function bedTexts(tx: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.rows(sql<{ id: string; bed: BedAddress }>`
    select l.customer_id::text as id, ${bedAddressOf(sql`l.customer_id`)} as bed from customer_bed l
    where l.customer_id = any(${bigints(ids)})`);
  return new Map(rows.map(({ id, bed }) => [id, `${bedName(bed)} ${bed.institution}`]));
}
