import { contactOf, wholePerson } from '#features/customer/server/service.ts';
import { drillOver } from '#features/drill/server/service.ts';
import { equipmentCards } from '#features/equipment/server/service.ts';
import type { Db } from '#server/db/db.ts';
import type { StoredWarn } from './access.ts';

/** Who was called: the word of the two first proves that nothing happened (domain.md 8.4). */
export type Party = 'elder' | 'family' | 'other';

type Contact = NonNullable<Awaited<ReturnType<typeof contactOf>>>;

const relatives: readonly string[] = [
  'spouse',
  'son',
  'daughter',
  'daughter_in_law',
  'son_in_law',
  'grandchild',
  'sibling',
  'relative',
];

function partyOf(contact: Pick<Contact, 'relation' | 'isGuardian'>): Party {
  if (contact.relation === 'self') return 'elder';
  return relatives.includes(contact.relation) || contact.isGuardian ? 'family' : 'other';
}

const digits = (phone: string | null | undefined) => phone?.replaceAll(/\D/g, '') ?? '';

/**
 * Whom a call reaches: a contact by what they are to the person, a number by whose it is. The number of a caller who is
 * nobody's here stands for the caller.
 */
export async function calledParty(tx: Db, row: StoredWarn, contact: Contact | null, phone?: string): Promise<Party> {
  if (contact) return partyOf(contact);
  const wanted = digits(phone);
  if (wanted === '') return 'other';
  if (row.customerId === null) return digits(row.phone) === wanted ? 'elder' : 'other';
  const person = await wholePerson(tx, row.customerId);
  const cards = await equipmentCards(tx, { customerId: row.customerId, equipmentId: row.equipmentId });
  const own = [person?.mobile, person?.phone, ...cards.map((card) => card.number)];
  if (own.some((one) => digits(one) === wanted)) return 'elder';
  const known = person?.contacts.find((one) => [one.mobile, one.phone].some((number) => digits(number) === wanted));
  return known ? partyOf(known) : 'other';
}

/** What an earlier version wrote down of a call does not say whom it reached. */
async function partyOfStep(tx: Db, row: StoredWarn, data: Record<string, unknown>): Promise<Party> {
  if (typeof data.party === 'string') return data.party as Party;
  const contact = typeof data.contactId === 'string' ? await contactOf(tx, data.contactId, row.customerId) : null;
  return calledParty(tx, row, contact, typeof data.phone === 'string' ? data.phone : undefined);
}

export interface Proof {
  /** A call with result `ok` to them is on record for this alarm. */
  elder: boolean;
  family: boolean;
  /** A drill is open that covers the device, and the alarm was raised in it. */
  drill: boolean;
}

/** What is on record that may stand for 误报. */
export async function proofOf(tx: Db, row: StoredWarn): Promise<Proof> {
  const calls = await tx
    .selectFrom('warnStep')
    .select('data')
    .where('warnId', '=', row.id)
    .where('kind', '=', 'call')
    .where((eb) => eb(eb.ref('data', '->>').key('result'), '=', 'ok'))
    .execute();
  const parties = await Promise.all(calls.map(({ data }) => partyOfStep(tx, row, data)));
  return {
    elder: parties.includes('elder'),
    family: parties.includes('family'),
    drill: await drillOver(tx, row),
  };
}
