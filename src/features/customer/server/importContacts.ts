import type { FileRow, JudgedRow } from '#features/import/server/service.ts';
import { cooperativePause } from '#server/core/alarmPriority.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import type { FieldProblem } from '#shared/envelope.ts';
import type { DuplicatePolicy } from '#shared/import.ts';
import { quietProblem } from '#shared/quiet.ts';
import { problemsOf } from '#shared/rules.ts';
import type { Static } from '#shared/typebox.ts';
import { ContactInput } from '../contract/entry.ts';
import { digitsOf, idHash, knownPeople, phoneKey } from './duplicates.ts';
import { meaningOf } from './importCells.ts';
import { sealedIds, sealedProblem } from './importSealed.ts';
import { actionFor, cellProblems } from './importSheets.ts';

/** A contact of the file, ready to be written. */
export interface ContactData {
  /** Row of the person in the same file, or null when `customerId` says who it is. */
  ownerRow: number | null;
  customerId: string | null;
  /** Row of the person in the same file whom the contact is, where they are served too. */
  linkedRow: number | null;
  input: Static<typeof ContactInput>;
  filled: string[];
}

type Owner = Pick<ContactData, 'ownerRow' | 'customerId'>;
type Link = { linkedRow: number | null; linkedId?: string };

/** Whether two rows of one name repeat each other: by the ID number, and where neither has one by a phone. */
function isRepeat(a: FileRow['cells'], b: FileRow['cells']): boolean {
  if (a.idNo || b.idNo) return idHash(a.idNo ?? '') === idHash(b.idNo ?? '');
  const theirs = [b.mobile, b.phone].flatMap((phone) => (phone ? [digitsOf(phone)] : []));
  return [a.mobile, a.phone].some((phone) => phone && theirs.includes(digitsOf(phone)));
}

/**
 * People of the file by hash of the ID number and by name; null marks a name that several have. Of rows that repeat each
 * other it is the one that is imported, wherever it stands: a refused repeat takes no contact away from it.
 */
function ownersInFile(people: ReadonlyMap<FileRow, JudgedRow>) {
  const byIdNo = new Map<string, FileRow>();
  const byName = new Map<string, FileRow | null>();
  const imported = (row: FileRow) => people.get(row)?.errors.length === 0;
  // The first of those that are imported, else the first of all.
  for (const row of [...people.keys()].sort((a, b) => Number(imported(b)) - Number(imported(a)))) {
    const { idNo, name = '' } = row.cells;
    const hash = idNo ? idHash(idNo) : '';
    if (idNo && !byIdNo.has(hash)) byIdNo.set(hash, row);
    const same = byName.get(name);
    if (same === undefined) byName.set(name, row);
    else if (same && !isRepeat(same.cells, row.cells)) byName.set(name, null);
  }
  return { byIdNo, byName };
}

/** Contacts that the known people of the file have already, by person, name and number. */
async function knownContacts(customerIds: string[]): Promise<Map<string, string>> {
  const known = new Map<string, string>();
  for (let at = 0; at < customerIds.length; at += 1000) {
    const found = await db
      .selectFrom('customerContact')
      .select(['id', 'customerId', 'name', 'mobile', 'phone'])
      .where('customerId', '=', any(customerIds.slice(at, at + 1000)))
      .where('deletedAt', 'is', null)
      .execute();
    for (const row of found)
      for (const phone of [row.mobile, row.phone, ''])
        if (phone !== null) known.set(`${row.customerId}|${phoneKey(row.name, phone)}`, row.id);
  }
  return known;
}

type Find = (row: FileRow, problems: FieldProblem[]) => Owner | null;

/** Whose contact a row is: a person of the same file first, then somebody known. A sentence where nobody can be told. */
function ownerOf(
  cells: FileRow['cells'],
  people: ReadonlyMap<FileRow, JudgedRow>,
  { byIdNo, byName }: ReturnType<typeof ownersInFile>,
  outside: Map<string, string>,
): Owner | string {
  const { customerIdNo, customerName } = cells;
  if (!customerIdNo && !customerName) return '请填写老人身份证号或姓名';
  const inFile = customerIdNo ? byIdNo.get(idHash(customerIdNo)) : byName.get(customerName ?? '');
  if (inFile === null) return '文件里有多个同名的人，请填写身份证号';
  if (inFile) return ownerInFile(inFile, people.get(inFile));
  const customerId = customerIdNo ? outside.get(idHash(customerIdNo)) : undefined;
  return customerId ? { ownerRow: null, customerId } : '没有找到这位老人';
}

function ownerInFile({ row }: FileRow, judged: JudgedRow | undefined): Owner | string {
  const sound = judged?.errors.length === 0;
  return sound ? { ownerRow: row, customerId: judged.objectId } : `第 ${row} 行的客户有错误，联系人不能导入`;
}

function ownerFinder(people: ReadonlyMap<FileRow, JudgedRow>, outside: Map<string, string>) {
  const inFile = ownersInFile(people);
  const findOwner: Find = ({ cells }, problems) => {
    const owner = ownerOf(cells, people, inFile, outside);
    if (typeof owner !== 'string') return owner;
    problems.push({ field: cells.customerIdNo ? 'customerIdNo' : 'customerName', rule: 'owner', msg: owner });
    return null;
  };
  /** Who a contact is that is served too: a person of the same file first, then somebody known. */
  const findLink = ({ cells }: FileRow, owner: Owner | null, problems: FieldProblem[]): Link => {
    if (!cells.linked) return { linkedRow: null };
    const link = ownerOf({ customerIdNo: cells.linked }, people, inFile, outside);
    const own = typeof link !== 'string' && owner !== null && keyOfOwner(link) === keyOfOwner(owner);
    if (typeof link === 'string' || own) {
      problems.push({ field: 'linked', rule: 'known', msg: own ? '不能是老人本人' : '没有找到这位服务对象' });
      return { linkedRow: null };
    }
    return link.customerId ? { linkedRow: null, linkedId: link.customerId } : { linkedRow: link.ownerRow };
  };
  return { findOwner, findLink };
}

function keyOfOwner(owner: Owner | null): string {
  return owner?.customerId ?? `row:${owner?.ownerRow}`;
}

function contactKey(ownerKey: string, { name = '', mobile, phone = '' }: ContactData['input']): string {
  return `${ownerKey}|${phoneKey(name, mobile ?? phone)}`;
}

const quietProblems = ({ quietFrom, quietTo }: ContactData['input']) => [quietProblem(quietFrom, quietTo) ?? []].flat();

/** Judges contacts: rules of the form, whose they are, repeats inside the file, what the person has already. */
export async function judgeContacts(
  viewer: Viewer,
  rows: readonly FileRow[],
  people: ReadonlyMap<FileRow, JudgedRow>,
  duplicates: DuplicatePolicy,
): Promise<Map<FileRow, JudgedRow>> {
  const outside = await knownPeople(
    viewer,
    rows.flatMap(({ cells }) => [cells.customerIdNo, cells.linked].map((idNo) => ({ name: '', idNo, phones: [] }))),
  );
  const { findOwner, findLink } = ownerFinder(people, outside.byIdNo);
  const ids = [...[...people.values()].flatMap((one) => one.objectId ?? []), ...outside.byIdNo.values()];
  const known = await knownContacts([...new Set(ids)]);
  const sealed = await sealedIds([...new Set(ids)]);
  const seen = new Map<string, number>();
  const orders = new Map<string, number>();
  const judged = new Map<FileRow, JudgedRow>();
  const pause = cooperativePause();
  for (const row of rows) {
    await pause();
    const problems: FieldProblem[] = [];
    const owner = findOwner(row, problems);
    const ownerKey = keyOfOwner(owner);
    const next = (orders.get(ownerKey) ?? 0) + 1;
    orders.set(ownerKey, next);
    const { linkedRow, ...linked } = findLink(row, owner, problems);
    const { customerIdNo: _idNo, customerName: _name, linked: _linked, ...cells } = row.cells;
    const values = Object.fromEntries(Object.entries(cells).map(([key, text]) => [key, meaningOf(key, text)]));
    const input = { order: Math.min(next, 99), ...values, ...linked } as ContactData['input'];
    problems.push(...problemsOf(ContactInput, input), ...quietProblems(input));
    const key = contactKey(ownerKey, input);
    const first = owner ? seen.get(key) : undefined;
    if (first !== undefined) problems.push({ field: 'name', rule: 'repeat', msg: `与第 ${first} 行重复` });
    else if (owner) seen.set(key, row.row);
    const objectId = known.get(key) ?? null;
    const action = actionFor(objectId, duplicates);
    const errors = cellProblems(1, problems);
    if (action !== 'skip' && sealed.has(owner?.customerId ?? '')) errors.push(...sealedProblem(1));
    const data: ContactData = {
      ...(owner ?? { ownerRow: null, customerId: null }),
      ...{ linkedRow, input, filled: Object.keys({ ...cells, ...linked }) },
    };
    judged.set(row, { errors, action, data, objectId });
  }
  return judged;
}
