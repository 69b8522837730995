import { sql } from 'kysely';
import { canViewHealth } from '#features/customer/server/service.ts';
import { healthSince } from '#features/customerHistory/server/service.ts';
import type { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import { type RecordedRow, staleWithLinks } from '#server/feature/stale.ts';
import { maskPhone } from '#shared/mask.ts';

interface VersionedCustomer {
  id: string;
  version: number;
  updatedAt: string;
  updatedBy: string | null;
  chronic: string[];
}

interface Contact {
  id: string;
  name: string;
  relation: string;
  mobile: string | null;
  phone: string | null;
  order: number;
  deleted_at: string | null;
}

/** Formats contacts as 1 陈敏（女儿）139****4402、2 … */
function contactsText(contacts: readonly Contact[]): string | null {
  const shown = contacts.filter(({ name, deleted_at }) => name && !deleted_at).sort((a, b) => a.order - b.order);
  const lines = shown.map(
    ({ order, name, relation, mobile, phone }) =>
      `${order} ${name}（${labelOf('relation', relation)}）${maskPhone(mobile ?? phone) ?? ''}`,
  );
  return lines.join('、') || null;
}

/** Returns the contacts before these changes; the newest change comes first. */
function contactsBefore(contacts: readonly Contact[], rows: readonly RecordedRow[]): Contact[] {
  const byId = new Map(contacts.map((contact) => [contact.id, { ...contact } as Record<string, unknown>]));
  for (const { row_id, changes } of rows)
    for (const [field, [old]] of Object.entries(changes)) {
      const contact = byId.get(row_id);
      if (contact) contact[field] = old;
    }
  return [...byId.values()] as unknown as Contact[];
}

interface StaleChange {
  field: string;
  old: unknown;
  new: unknown;
}

/**
 * Returns the 409 for an edit of an outdated version: user, time and changes since, contacts as text, health by field
 * if the viewer may read it.
 */
export async function staleCustomer(
  tx: Db,
  viewer: Viewer,
  customer: VersionedCustomer,
  seenVersion: number,
): Promise<Problem> {
  const contacts = await tx.rows(sql<Contact>`
    select id::text, name, relation, mobile, phone, "order", deleted_at::text from customer_contact where customer_id = ${customer.id}`);
  const problem = await staleWithLinks(tx, 'customer', customer.id, seenVersion, customer, [], null, {
    table: 'customer_contact',
    ids: contacts.map(({ id }) => id),
    tell: (rows) => [
      { field: 'contacts', old: contactsText(contactsBefore(contacts, rows)), new: contactsText(contacts) },
    ],
  });
  const data = problem.data as { changes: StaleChange[] };
  const isHealth = ({ field }: StaleChange) => field === 'healthCipher' || field === 'chronic';
  if (!canViewHealth(viewer) || !data.changes.some(isHealth)) return problem;
  const codes = data.changes.find(({ field }) => field === 'chronic') ?? {
    old: customer.chronic,
    new: customer.chronic,
  };
  const edits = Math.max(customer.version - seenVersion, 1);
  const health = await healthSince(tx, customer.id, edits, codes as { old: string[]; new: string[] });
  data.changes = [...data.changes.filter((change) => !isHealth(change)), ...health];
  return problem;
}
