import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { ageOn, todayInChina } from '#shared/idCard.ts';
import { maskPhone } from '#shared/mask.ts';
import { communicationParts } from '../../contract/communication.ts';
import { readContacts } from './contacts.ts';
import { addressParts, bedAddressOf } from './customerAddress.ts';
import { decryptHealth } from './health.ts';

/**
 * Returns what a phone call to the customer needs: communication hints, numbers and contacts; no health data, no entry
 * note. The caller has checked that the viewer may view the customer.
 * @param unmasked numbers and the house are unmasked
 */
export async function callCardOf(tx: Db, id: string, unmasked: boolean) {
  const row = await tx
    .selectFrom('customer')
    .selectAll()
    .select(bedAddressOf(sql.ref('customer.id')).as('bed'))
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const number = unmasked ? (text: string | null) => text : maskPhone;
  const { name, gender, birthDate, livingState } = row;
  const place = addressParts(row);
  return {
    ...{ name, gender, livingState },
    age: birthDate ? ageOn(birthDate, todayInChina(Date.now())) : null,
    communication: communicationParts(decryptHealth(row.healthCipher).communication).join('，') || null,
    ...place,
    ...(unmasked ? {} : { spot: null, address: null }),
    mobile: number(row.mobile),
    phone: number(row.phone),
    contacts: (await readContacts(tx, id)).map((contact) => ({
      ...{ id: contact.id, name: contact.name, relation: contact.relation },
      phone: number(contact.mobile ?? contact.phone),
    })),
  };
}
