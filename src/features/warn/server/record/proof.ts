import { contactOf, readUnmaskedCustomer } from '#features/customer/server/service.ts';
import { isInDrill } from '#features/drill/server/service.ts';
import { equipmentCards } from '#features/equipment/server/service.ts';
import type { Db } from '#server/db/db.ts';
import type { StoredWarn } from '../access.ts';

/** Called party: a statement of `elder` or `family` proves that nothing happened (domain.md 8.4). */
export type Party = 'elder' | 'family' | 'other';

type Contact = NonNullable<Awaited<ReturnType<typeof contactOf>>>;

export interface CalledParty {
  party: Party;
  /** Contact of the customer, chosen by id or recognized by number. */
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
 * Returns the party that a call reaches: a contact by its relation, a number by its owner. The number of an
 * unregistered caller counts as the caller.
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

/** Returns the answered calls of the warn with their party; steps of earlier versions have no party. */
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
  /** A call to the customer with result `ok` is on record for this warn. */
  elder: boolean;
  family: boolean;
  /** The warn was raised in a drill that covers its device and is still open. */
  drill: boolean;
  /** The customer or a contact answered a call, whatever its result. */
  voiceContact: boolean;
}

/** Returns the proof on record for 误报 and for results of closing. */
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
