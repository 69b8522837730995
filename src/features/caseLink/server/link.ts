import { sql } from 'kysely';
import { bedTexts, readUnmaskedCustomer } from '#features/customer/server/service.ts';
import { sharedSheet } from '#features/share/server/service.ts';
import { invalidLink } from '#server/auth/linkThrottle.ts';
import { decrypt, secretHash } from '#server/core/crypto.ts';
import type { Db } from '#server/db/db.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import { addressText } from '#shared/address.ts';
import type { DispatchState, WarnStatus } from '#shared/codes.ts';
import { type CaseAnswer, type caseLinkApi, claimTexts } from '#shared/contract/caseLink.ts';
import type { OutputOf } from '#shared/endpoint.ts';

export type Opened = OutputOf<typeof caseLinkApi.getCase>;

/** Hours after the alarm's end in which a link still shows that it has ended. */
const hoursAfter = 24;

export interface Link {
  id: string;
  warnId: string;
  kind: 'contact' | 'user' | 'customer_user' | 'responder';
  toId: string;
  toName: string;
  answer: CaseAnswer | null;
  answers: number;
  openedAt: string | null;
  status: WarnStatus;
  drill: boolean;
  over: boolean;
  customerId: string | null;
}

/**
 * Returns and locks the link of a token; `changes` also locks its alarm. 400 with one message for every invalid link.
 */
export async function linkOf(tx: Db, token: string, changes = true): Promise<Link> {
  const link = await tx.row(sql<Link>`
    select l.id::text, l.warn_id::text as "warnId", l.kind, l.to_id::text as "toId", l.to_name as "toName", l.answer, l.answers, l.opened_at as "openedAt",
      w.status, w.test as drill, w.status not in ('pending', 'handling') as over, w.customer_id::text as "customerId"
    from warn_link l join warn w on w.id = l.warn_id
    where l.token_hash = ${secretHash(token)}
      and (w.finished_at is null or w.finished_at > now() - make_interval(hours => ${hoursAfter}))
    for update of ${changes ? sql`w, l` : sql`l`}`);
  if (!link) throw invalidLink();
  return link;
}

export async function dispatchOf(tx: Db, { kind, toId, warnId }: Link) {
  if (kind !== 'responder') return null;
  const row = await tx
    .selectFrom('warnDispatch')
    .select(['state', 'noteCipher'])
    .where('id', '=', toId)
    .where('warnId', '=', warnId)
    .executeTakeFirst();
  return row ? { state: row.state as DispatchState, note: row.noteCipher ? decrypt(row.noteCipher) : null } : null;
}

type Dispatch = NonNullable<Opened['dispatch']>;
type CustomerDetails = NonNullable<Awaited<ReturnType<typeof readUnmaskedCustomer>>>;

/** Returns how to enter, the contacts with a key, and the first emergency contact. */
function entryOf({ addressNote, entryNote, contacts }: CustomerDetails): Pick<Dispatch, 'entry' | 'contacts'> {
  const first = contacts.find(({ isEmergency }) => isEmergency) ?? contacts[0];
  const shown = contacts.filter((contact) => contact.hasKey || contact === first);
  return {
    entry: [addressNote, entryNote].filter(Boolean).join('；') || null,
    contacts: shown.map(({ name, relation, mobile, phone, hasKey }) => ({
      name,
      relation: labelOf('relation', relation),
      phone: mobile ?? phone,
      hasKey,
    })),
  };
}

/** Returns the last report of the link, and whether the handler's page has shown it. */
async function reportOf(tx: Db, { id, warnId }: Link): Promise<Opened['report']> {
  const last = await tx
    .selectFrom('warnStep')
    .select(['at', 'data'])
    .where('warnId', '=', warnId)
    .where((eb) => eb(eb.ref('data', '->>').key('linkId'), '=', id))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ? { at: last.at, seen: last.data.seenAt !== undefined } : null;
}

/** Returns the place for viewers who must not see the address: the bed of a customer in one, else the community. */
async function communityOf(tx: Db, { customerId }: Link, area: string | null): Promise<string | null> {
  const bed = customerId === null ? undefined : (await bedTexts(tx, [customerId])).get(customerId);
  return bed ?? area;
}

/**
 * Returns the content of the link: address and entry for a responder with an open dispatch, else the bed or the
 * community.
 */
export async function linkView(tx: Db, link: Link): Promise<Opened> {
  const sheet = await sharedSheet(tx, link.warnId);
  if (!sheet) throw invalidLink();
  const dispatch = await dispatchOf(tx, link);
  const sent = !link.over && dispatch !== null && dispatch.state !== 'done' && dispatch.state !== 'cancelled';
  const customer = sent && link.customerId ? await readUnmaskedCustomer(tx, link.customerId) : null;
  const entry = customer ? entryOf(customer) : { entry: null, contacts: [] };
  return {
    kind: link.kind === 'responder' ? 'responder' : 'family',
    no: sheet.no,
    type: sheet.type,
    level: sheet.level,
    levelName: sheet.levelName,
    state: link.status === 'pending' || link.status === 'handling' ? claimTexts[link.status] : sheet.status,
    drill: link.drill,
    over: link.over,
    time: sheet.receivedAt,
    timeZone: sheet.timeZone,
    place: customer ? addressText(customer) : await communityOf(tx, link, sheet.area),
    person: sheet.person,
    toName: link.toName,
    answer: link.answer,
    report: await reportOf(tx, link),
    dispatch: dispatch && { state: dispatch.state, note: sent ? dispatch.note : null, ...entry },
    service: sheet.service,
    servicePhone: sheet.servicePhone,
  };
}
