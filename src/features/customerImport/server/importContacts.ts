import { ContactInput, contact } from '#features/customer/contract.ts';
import { phoneKey } from '#features/customerEntry/server/service.ts';
import { type FileRow, meantIn, type ValidatedRow } from '#features/import/server/service.ts';
import { db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import type { FieldProblem } from '#shared/envelope.ts';
import { quietProblem } from '#shared/rule/quietHours.ts';
import { problemsOf } from '#shared/rule/rules.ts';
import type { Static } from '#shared/typebox.ts';
import { keyOfOwner, type Owner, type Owners } from './importOwner.ts';
import { type ImportedFile, type PartData, type Parts, validateParts } from './partRows.ts';

type Input = Static<typeof ContactInput>;

/** Contact of the file, ready to be written. */
export interface ContactData extends PartData<Input> {
  /** File row of the linked customer. */
  linkedRow: number | null;
  filled: string[];
}

type Link = { linkedRow: number | null; linkedId?: string };

/** Returns the contacts that the file's known customers already have, by customer, name and number. */
async function storedContacts(customerIds: readonly string[]): Promise<Map<string, { id: string }>> {
  const byKey = new Map<string, { id: string }>();
  for (let offset = 0; offset < customerIds.length; offset += 1000) {
    const rows = await db
      .selectFrom('customerContact')
      .select(['id', 'customerId', 'name', 'mobile', 'phone'])
      .where('customerId', '=', any(customerIds.slice(offset, offset + 1000)))
      .where('deletedAt', 'is', null)
      .execute();
    for (const { id, customerId, name, mobile, phone } of rows)
      for (const number of [mobile, phone, ''])
        if (number !== null) byKey.set(`${customerId}|${phoneKey(name, number)}`, { id });
  }
  return byKey;
}

/** Finds the customer that a contact is linked to: in the file first, then among known customers. */
function linkOf({ cells }: FileRow, owner: Owner | null, { ownerOf }: Owners, problems: FieldProblem[]): Link {
  if (!cells.linked) return { linkedRow: null };
  const link = ownerOf({ customerIdNo: cells.linked });
  const isSelf = typeof link !== 'string' && owner !== null && keyOfOwner(link) === keyOfOwner(owner);
  if (typeof link === 'string' || isSelf) {
    problems.push({ field: 'linked', rule: 'known', msg: isSelf ? '不能是老人本人' : '没有找到这位服务对象' });
    return { linkedRow: null };
  }
  return link.customerId ? { linkedRow: null, linkedId: link.customerId } : { linkedRow: link.ownerRow };
}

/** Contacts of a file; one without an order follows the contacts before it. */
function contactRows(): Parts<Input, { id: string }> {
  const orders = new Map<string, number>();
  return {
    stored: storedContacts,
    read(row, { owner, owners, problems }) {
      const ownerKey = keyOfOwner(owner);
      const next = (orders.get(ownerKey) ?? 0) + 1;
      orders.set(ownerKey, next);
      const { linkedRow, ...linked } = linkOf(row, owner, owners, problems);
      const { linked: _linked, ...cells } = row.cells;
      const values = { ...meantIn(contact.fields, cells), ...linked };
      const input = { order: Math.min(next, 99), ...values } as Input;
      return { input, linkedRow, filled: Object.keys(values) };
    },
    keyOf: (ownerKey, { name = '', mobile, phone = '' }) => `${ownerKey}|${phoneKey(name, mobile ?? phone)}`,
    problemsOf: (input) => [
      ...problemsOf(ContactInput, input),
      ...[quietProblem(input.quietFrom, input.quietTo) ?? []].flat(),
    ],
    repeatedAt: () => 'name',
  };
}

/** Validates the contacts of a file. */
export function validateContacts(file: ImportedFile): Promise<Map<FileRow, ValidatedRow>> {
  return validateParts(1, contactRows(), file);
}
