import { type Selectable, sql } from 'kysely';
import { customer, type UnmaskedCustomer, unmaskedFields } from '#features/customer/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { storedValues } from '#server/crud/storedValues.ts';
import { type Db, db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import type { Customer, CustomerContact } from '#server/db/tables.ts';
import { any } from '#server/db/values.ts';
import { pick } from '#shared/endpoint.ts';
import { ageOn, todayInChina } from '#shared/idCard.ts';
import { maskIdNo } from '#shared/mask.ts';
import type { Static } from '#shared/typebox.ts';
import { bloodLabel } from '../../contract/health.ts';
import { readContacts, readContactsOf, shownContact } from './contacts.ts';
import { addressParts, type BedAddress, bedAddressOf } from './customerAddress.ts';
import { decryptHealth, redFlags } from './health.ts';
import { decryptIdNo } from './identity.ts';

type Unmasked = Static<typeof UnmaskedCustomer>;

/** Returns the unmasked customer, as the desk shows it for an open alarm: ordered contacts, decrypted health. */
export async function readUnmaskedCustomer(tx: Db, id: string): Promise<Unmasked | null> {
  const row = await tx.selectFrom('customer').selectAll().select(bed).where('id', '=', id).executeTakeFirst();
  return row ? unmaskedOf(row, await readContacts(tx, id)) : null;
}

/** Returns the age today; null without a birth date. */
const ageOf = ({ birthDate }: Pick<Selectable<Customer>, 'birthDate'>) =>
  birthDate ? ageOn(birthDate, todayInChina(Date.now())) : null;

const bed = bedAddressOf(sql.ref('customer.id')).as('bed');

function unmaskedOf(
  row: Selectable<Customer> & { bed: BedAddress | null },
  contacts: readonly Selectable<CustomerContact>[],
): Unmasked {
  const health = decryptHealth(row.healthCipher);
  const idNo = decryptIdNo(row);
  return {
    ...storedValues(customer, row, unmaskedFields),
    ...pick(row, ['id', 'assessedUntil']),
    age: ageOf(row),
    idNoMasked: idNo === null ? null : maskIdNo(idNo.slice(0, 4), idNo.slice(-4)),
    ...addressParts(row),
    inBed: row.bed !== null,
    lat: row.bed ? row.bed.lat : row.lat,
    lng: row.bed ? row.bed.lng : row.lng,
    flags: redFlags(row.livingState, health),
    ...pick(health, ['conditions', 'medicines', 'allergies', 'doctor', 'doctorPhone', 'hospital']),
    bloodType: bloodLabel(health),
    contacts: contacts.map(shownContact),
  };
}

/** Customers per query. */
const batch = 500;

/**
 * Returns served customers in scope, the highest risk first, for the emergency list used when the platform is down
 * (domain.md 8.10): at most `most` ids, and the total.
 */
export async function emergencyCustomers(viewer: Viewer, most: number): Promise<{ ids: string[]; total: number }> {
  const rows = await db.rows(sql<{ id: string; total: number }>`
    select customer.id, (count(*) over ())::int as total from ${scoped(viewer, 'customer')} where customer.service_state in ('active', 'paused')
    order by (customer.living_state = 'alone') desc nulls last, customer.ability_level desc nulls last, customer.birth_date asc nulls last, customer.id
    limit ${most}`);
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 };
}

/** Yields these customers unmasked, in the order of `ids`, read in batches. */
export async function* unmaskedCustomers(ids: readonly string[]): AsyncGenerator<Unmasked> {
  for (let begin = 0; begin < ids.length; begin += batch) {
    const some = ids.slice(begin, begin + batch);
    const [rows, contacts] = await Promise.all([
      db.selectFrom('customer').selectAll().select(bed).where('id', '=', any(some)).execute(),
      readContactsOf(db, some),
    ]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const id of some) {
      const row = byId.get(id);
      if (row) yield unmaskedOf(row, contacts.get(id) ?? []);
    }
  }
}
