import { type FileRow, meantIn, type ValidatedRow } from '#features/import/server/service.ts';
import { cooperativePause } from '#server/core/alarmPriority.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import type { DuplicatePolicy } from '#shared/contract/import.ts';
import type { FieldProblem } from '#shared/envelope.ts';
import { quietProblem } from '#shared/rule/quietHours.ts';
import { problemsOf } from '#shared/rule/rules.ts';
import type { Static } from '#shared/typebox.ts';
import { ContactInput, contact } from '#features/customer/contract/contact.ts';
import { phoneKey } from '#features/customerEntry/server/duplicates.ts';
import { keyOfOwner, type Owner, type Owners, ownersFor } from './importOwner.ts';
import { archiveSealedIds, archiveSealedProblem } from './importSealed.ts';
import { actionFor, cellProblems } from './importSheets.ts';

/** Contact of the file, ready to be written. */
export interface ContactData extends Owner {
  /** File row of the linked customer. */
  linkedRow: number | null;
  input: Static<typeof ContactInput>;
  filled: string[];
}

type Link = { linkedRow: number | null; linkedId?: string };

/** Returns the contacts that the file's known customers already have, by customer, name and number. */
async function storedContacts(customerIds: string[]): Promise<Map<string, string>> {
  const idByKey = new Map<string, string>();
  for (let offset = 0; offset < customerIds.length; offset += 1000) {
    const rows = await db
      .selectFrom('customerContact')
      .select(['id', 'customerId', 'name', 'mobile', 'phone'])
      .where('customerId', '=', any(customerIds.slice(offset, offset + 1000)))
      .where('deletedAt', 'is', null)
      .execute();
    for (const row of rows)
      for (const phone of [row.mobile, row.phone, ''])
        if (phone !== null) idByKey.set(`${row.customerId}|${phoneKey(row.name, phone)}`, row.id);
  }
  return idByKey;
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

function contactKey(ownerKey: string, { name = '', mobile, phone = '' }: ContactData['input']): string {
  return `${ownerKey}|${phoneKey(name, mobile ?? phone)}`;
}

const quietProblems = ({ quietFrom, quietTo }: ContactData['input']) => [quietProblem(quietFrom, quietTo) ?? []].flat();

/** Validates contacts: rules of the form, owner, repeats in the file, existing contacts. */
export async function validateContactRows(
  viewer: Viewer,
  rows: readonly FileRow[],
  customers: ReadonlyMap<FileRow, ValidatedRow>,
  duplicates: DuplicatePolicy,
): Promise<Map<FileRow, ValidatedRow>> {
  const owners = await ownersFor(viewer, rows, customers);
  const { ids } = owners;
  const storedIds = await storedContacts(ids);
  const sealed = await archiveSealedIds(ids);
  const seen = new Map<string, number>();
  const orders = new Map<string, number>();
  const validated = new Map<FileRow, ValidatedRow>();
  const pause = cooperativePause();
  for (const row of rows) {
    await pause();
    const problems: FieldProblem[] = [];
    const owner = owners.findOwner(row, problems);
    const ownerKey = keyOfOwner(owner);
    const next = (orders.get(ownerKey) ?? 0) + 1;
    orders.set(ownerKey, next);
    const { linkedRow, ...linked } = linkOf(row, owner, owners, problems);
    const { linked: _linked, ...cells } = row.cells;
    const values = meantIn(contact.fields, cells);
    const input = { order: Math.min(next, 99), ...values, ...linked } as ContactData['input'];
    problems.push(...problemsOf(ContactInput, input), ...quietProblems(input));
    const key = contactKey(ownerKey, input);
    const first = owner ? seen.get(key) : undefined;
    if (first !== undefined) problems.push({ field: 'name', rule: 'repeat', msg: `与第 ${first} 行重复` });
    else if (owner) seen.set(key, row.row);
    const objectId = storedIds.get(key) ?? null;
    const action = actionFor(objectId, duplicates);
    const errors = cellProblems(1, problems);
    if (action !== 'skip' && sealed.has(owner?.customerId ?? '')) errors.push(...archiveSealedProblem(1));
    const data: ContactData = {
      ...(owner ?? { ownerRow: null, customerId: null }),
      ...{ linkedRow, input, filled: Object.keys({ ...values, ...linked }) },
    };
    validated.set(row, { errors, action, data, objectId });
  }
  return validated;
}
