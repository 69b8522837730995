import type { Insertable, Selectable, Updateable } from 'kysely';
import type { HeldCode } from '#features/dictionary/server/service.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { changedColumns, recordValues } from '#server/crud/storedValues.ts';
import { type Db, db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import type { CustomerContact } from '#server/db/tables.ts';
import { any, now } from '#server/db/values.ts';
import { keysOf } from '#shared/codes.ts';
import { pick } from '#shared/endpoint.ts';
import type { FieldProblem } from '#shared/envelope.ts';
import { quietProblem } from '#shared/rule/quietHours.ts';
import type { Static } from '#shared/typebox.ts';
import { type ContactEdit, contact, UnmaskedContact } from '../../contract/contact.ts';

type Contact = Static<typeof ContactEdit>;
const { fields: contactFields } = contact;
type Row = Selectable<CustomerContact>;

/**
 * Returns problems of a complete list. `known`: ids of the customer's contacts; `served`: an emergency contact is
 * required.
 */
export function contactProblems(
  contacts: readonly Contact[],
  { existingIds = [], served }: { existingIds?: readonly string[]; served: boolean },
): FieldProblem[] {
  const orders = new Set<number>();
  const ids = new Set<string>();
  const problems = contacts.flatMap(({ id, order, quietFrom, quietTo }, index): FieldProblem[] => {
    const rowProblems: FieldProblem[] = [];
    const quiet = quietProblem(quietFrom, quietTo);
    if (quiet) rowProblems.push({ ...quiet, field: `contacts.${index}.${quiet.field}` });
    if (orders.has(order))
      rowProblems.push({ field: `contacts.${index}.order`, rule: 'unique', msg: `有两位联系人的顺序都是 ${order}` });
    if (id !== undefined && (ids.has(id) || !existingIds.includes(id)))
      rowProblems.push({ field: `contacts.${index}.id`, rule: 'known', msg: '这位联系人已不在名单里，请刷新' });
    orders.add(order);
    if (id !== undefined) ids.add(id);
    return rowProblems;
  });
  if (served && !contacts.some(({ isEmergency }) => isEmergency))
    problems.push({ field: 'contacts', rule: 'emergency', msg: '服务中的客户至少保留一位紧急联系人' });
  return problems;
}

/** Returns the relations to check in the dictionary; a relation that a contact already has may be inactive. */
export function relationsOf(contacts: readonly Contact[], existing: readonly Row[] = []): HeldCode[] {
  const had = new Map(existing.map(({ id, relation }) => [id, relation]));
  return contacts.flatMap(({ id, relation }, index) =>
    id !== undefined && had.get(id) === relation
      ? []
      : [{ type: 'relation', value: relation, field: `contacts.${index}.relation` }],
  );
}

/** Refuses a contact linked to a customer out of scope, or to the customer itself; an existing link stays. */
export async function requireLinked(
  tx: Db,
  viewer: Viewer,
  ownId: string | undefined,
  contacts: readonly Contact[],
  existing: readonly Row[] = [],
): Promise<void> {
  const had = new Set(existing.map(({ linkedId }) => linkedId));
  const newLinks = contacts.flatMap(({ linkedId }, index) =>
    linkedId && !had.has(linkedId) ? [{ linkedId, index }] : [],
  );
  if (newLinks.length === 0) return;
  const visibleNames = await customerNames(
    tx,
    viewer,
    newLinks.map(({ linkedId }) => linkedId),
  );
  const wrong = newLinks.find(({ linkedId }) => linkedId === ownId || !visibleNames.has(linkedId));
  if (wrong) throw invalidField(`contacts.${wrong.index}.linkedId`, '关联的客户不存在或不在你的范围', 'known');
}

/** Returns names of customers in scope, by id. */
export async function customerNames(tx: Db, viewer: Viewer, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom(scoped(viewer, 'customer'))
    .select(['customer.id', 'customer.name'])
    .where('customer.id', '=', any(ids))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Returns customers in scope who list this customer as a contact. */
export function linkedBy(viewer: Viewer, id: string) {
  return db
    .selectFrom(scoped(viewer, 'customer'))
    .innerJoin('customerContact as k', 'k.customerId', 'customer.id')
    .select(['customer.id', 'customer.name', 'k.relation'])
    .where('k.linkedId', '=', id)
    .where('k.deletedAt', 'is', null)
    .orderBy('customer.id')
    .execute();
}

/** Returns the contacts of several customers in the order of calling, by customer. */
export async function readContactsOf(tx: Db, customerIds: readonly string[]): Promise<Map<string, Row[]>> {
  const rows = await tx
    .selectFrom('customerContact')
    .selectAll()
    .where('customerId', '=', any([...customerIds]))
    .where('deletedAt', 'is', null)
    .orderBy('order')
    .orderBy('id')
    .execute();
  return Map.groupBy(rows, ({ customerId }) => customerId);
}

/** Returns the customer's contacts in the order of calling. */
export async function readContacts(tx: Db, customerId: string): Promise<Row[]> {
  return (await readContactsOf(tx, [customerId])).get(customerId) ?? [];
}

/** Returns a contact with unmasked numbers. */
export function shownContact(row: Row): Static<typeof UnmaskedContact> {
  return pick({ ...recordValues(contact, row), id: row.id }, keysOf(UnmaskedContact.properties));
}

/** Sets the emergency flag: from the input, else from the stored contact. */
export function withFlags(contacts: readonly Contact[], existing: readonly Row[]): Contact[] {
  const had = new Map(existing.map((row) => [row.id, row]));
  return contacts.map((contact) => ({
    ...contact,
    isEmergency: contact.isEmergency ?? (contact.id ? had.get(contact.id)?.isEmergency : undefined) ?? false,
  }));
}

/** Replaces the list: adds, edits and deletes contacts. Returns whether anything changed. */
export async function saveContacts(
  tx: Db,
  { userId }: Pick<Viewer, 'userId'>,
  customer: { id: string; demo: boolean },
  existing: readonly Row[],
  contacts: readonly Contact[],
): Promise<boolean> {
  const remainingIds = new Set(contacts.map(({ id }) => id));
  const removed = existing.filter(({ id }) => !remainingIds.has(id)).map(({ id }) => id);
  const by = { updatedAt: now, updatedBy: userId };
  if (removed.length > 0)
    await tx
      .updateTable('customerContact')
      .set({ deletedAt: now, ...by })
      .where('id', '=', any(removed))
      .execute();
  let changed = removed.length > 0;
  const created: Insertable<CustomerContact>[] = [];
  for (const { id, ...contact } of contacts) {
    const row = existing.find((stored) => stored.id === id);
    if (!row) {
      created.push({ ...contact, customerId: customer.id, createdBy: userId, demo: customer.demo });
      continue;
    }
    const patch: Updateable<CustomerContact> = changedColumns(contactFields, contact, row);
    if (Object.keys(patch).length === 0) continue;
    changed = true;
    await tx
      .updateTable('customerContact')
      .set({ ...patch, ...by })
      .where('id', '=', row.id)
      .execute();
  }
  if (created.length > 0) await tx.insertInto('customerContact').values(created).execute();
  return changed || created.length > 0;
}

/** Returns a contact of this customer; null if it is deleted or another customer's. */
export async function contactOf(tx: Db, contactId: string, customerId: string | null) {
  if (!customerId) return null;
  const row = await tx
    .selectFrom('customerContact')
    .selectAll()
    .where('id', '=', contactId)
    .where('customerId', '=', customerId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}
