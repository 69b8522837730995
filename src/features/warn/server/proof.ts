import { contactOf, readUnmaskedCustomer } from '#features/customer/server/service.ts';
import { isInDrill } from '#features/drill/server/service.ts';
import { equipmentCards } from '#features/equipment/server/service.ts';
import type { Db } from '#server/db/db.ts';
import type { StoredWarn } from './access.ts';

/** Who was called: the word of the two first proves that nothing happened (domain.md 8.4). */
export type Party = 'elder' | 'family' | 'other';

type Contact = NonNullable<Awaited<ReturnType<typeof contactOf>>>;

export interface CalledParty {
  party: Party;
  /** The contact of the person, chosen by id or known by the number. */
  contact: Contact | null;
}

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

const contactParty = (contact: Contact | null): CalledParty => ({
  party: contact ? partyOf(contact) : 'other',
  contact,
});

const digits = (phone: string | null | undefined) => phone?.replaceAll(/\D/g, '') ?? '';

/**
 * Whom a call reaches: a contact by what they are to the person, a number by whose it is. The number of a caller who is
 * nobody's here stands for the caller.
 */
export async function calledParty(tx: Db, row: StoredWarn, contactId?: string, phone?: string): Promise<CalledParty> {
  if (contactId) return contactParty(await contactOf(tx, contactId, row.customerId));
  const dialled = digits(phone);
  if (dialled === '') return contactParty(null);
  if (row.customerId === null) return { party: digits(row.phone) === dialled ? 'elder' : 'other', contact: null };
  const customer = await readUnmaskedCustomer(tx, row.customerId);
  const cards = await equipmentCards(tx, { customerId: row.customerId, equipmentId: row.equipmentId });
  const ownNumbers = [customer?.mobile, customer?.phone, ...cards.map((card) => card.number)];
  if (ownNumbers.some((number) => digits(number) === dialled)) return { party: 'elder', contact: null };
  const matched = customer?.contacts.find((contact) =>
    [contact.mobile, contact.phone].some((number) => digits(number) === dialled),
  );
  return contactParty(matched?.id ? await contactOf(tx, matched.id, row.customerId) : null);
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

interface ConnectedCall {
  at: string;
  result: unknown;
  party: Party;
  contact: boolean;
}

/** The calls of the alarm that were answered, and whom they reached; what an earlier version wrote does not say whom. */
async function connectedCalls(tx: Db, row: StoredWarn): Promise<ConnectedCall[]> {
  const calls = await tx
    .selectFrom('warnStep')
    .select(['at', 'data'])
    .where('warnId', '=', row.id)
    .where('kind', '=', 'call')
    .where((eb) => eb(eb.ref('data', '->>').key('result'), 'in', ['ok', 'need_help']))
    .execute();
  return Promise.all(
    calls.map(async ({ at, data }) => {
      const { result, party, contactId } = data;
      if (typeof party === 'string')
        return { at, result, party: party as Party, contact: typeof contactId === 'string' };
      const called = await calledParty(tx, row, text(contactId), text(data.phone));
      return { at, result, party: called.party, contact: called.contact !== null };
    }),
  );
}

const isCustomerSide = ({ party, contact }: ConnectedCall) => party !== 'other' || contact;

/** Whether the customer or one of their contacts answered a call that was dialled after the instant `since` (ISO). */
export async function hasVoiceContactSince(tx: Db, row: StoredWarn, since: string): Promise<boolean> {
  const calls = await connectedCalls(tx, row);
  return calls.some((call) => isCustomerSide(call) && Date.parse(call.at) > Date.parse(since));
}

export interface Proof {
  /** A call with result `ok` to them is on record for this alarm. */
  elder: boolean;
  family: boolean;
  /** A drill is open that covers the device, and the alarm was raised in it. */
  drill: boolean;
  /** The person or one of their contacts answered a call, whatever came of it. */
  voiceContact: boolean;
}

/** What is on record that 误报 and the result of closing may rest on. */
export async function proofOf(tx: Db, row: StoredWarn): Promise<Proof> {
  const calls = await connectedCalls(tx, row);
  const well = calls.filter(({ result }) => result === 'ok').map(({ party }) => party);
  return {
    elder: well.includes('elder'),
    family: well.includes('family'),
    drill: await isInDrill(tx, row),
    voiceContact: calls.some(isCustomerSide),
  };
}
