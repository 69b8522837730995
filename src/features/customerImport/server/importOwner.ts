import { sql } from 'kysely';
import { digitsOf, idHash, lookUpCustomers } from '#features/customerEntry/server/service.ts';
import type { FileRow, ValidatedRow } from '#features/import/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import type { FieldProblem } from '#shared/envelope.ts';

/** Customer of a row in another sheet. */
export interface Owner {
  /** Row of the customer in the same file, or null if `customerId` is set. */
  ownerRow: number | null;
  customerId: string | null;
}

type Cells = FileRow['cells'];
type CustomerRows = ReadonlyMap<FileRow, ValidatedRow>;

/** Returns whether two rows of one name repeat each other: by ID number, or if both have none, by a phone. */
function isRepeat(a: Cells, b: Cells): boolean {
  if (a.idNo || b.idNo) return idHash(a.idNo ?? '') === idHash(b.idNo ?? '');
  const theirs = [b.mobile, b.phone].flatMap((phone) => (phone ? [digitsOf(phone)] : []));
  return [a.mobile, a.phone].some((phone) => phone && theirs.includes(digitsOf(phone)));
}

/**
 * Maps the file's customers by ID hash and by name; null marks an ambiguous name. Of rows that repeat each other it
 * takes the imported one, whatever their order.
 */
function ownersInFile(customers: CustomerRows) {
  const byIdNo = new Map<string, FileRow>();
  const byName = new Map<string, FileRow | null>();
  const imported = (row: FileRow) => customers.get(row)?.errors.length === 0;
  // The first imported row wins, else the first row.
  for (const row of [...customers.keys()].sort((a, b) => Number(imported(b)) - Number(imported(a)))) {
    const { idNo, name = '' } = row.cells;
    const hash = idNo ? idHash(idNo) : '';
    if (idNo && !byIdNo.has(hash)) byIdNo.set(hash, row);
    const same = byName.get(name);
    if (same === undefined) byName.set(name, row);
    else if (same && !isRepeat(same.cells, row.cells)) byName.set(name, null);
  }
  return { byIdNo, byName };
}

function ownerInFile({ row }: FileRow, validated: ValidatedRow | undefined): Owner | string {
  const sound = validated?.errors.length === 0;
  return sound ? { ownerRow: row, customerId: validated.objectId } : `第 ${row} 行的客户有错误，这一行不能导入`;
}

/** Returns a key that is unique per owner. */
export function keyOfOwner(owner: Owner | null): string {
  return owner?.customerId ?? `row:${owner?.ownerRow}`;
}

export type Owners = Awaited<ReturnType<typeof ownersFor>>;

/** Finds the customers of another sheet's rows: in the same file first, then among known customers. */
export async function ownersFor(viewer: Viewer, rows: readonly FileRow[], customers: CustomerRows) {
  const lookup = await lookUpCustomers(
    viewer,
    rows.flatMap(({ cells }) => [cells.customerIdNo, cells.linked].map((idNo) => ({ name: '', idNo, phones: [] }))),
  );
  const { byIdNo, byName } = ownersInFile(customers);
  /** Returns the owner, or the problem as text. */
  const ownerOf = ({ customerIdNo, customerName }: Cells): Owner | string => {
    if (!customerIdNo && !customerName) return '请填写老人身份证号或姓名';
    const inFile = customerIdNo ? byIdNo.get(idHash(customerIdNo)) : byName.get(customerName ?? '');
    if (inFile === null) return '文件里有多个同名的人，请填写身份证号';
    if (inFile) return ownerInFile(inFile, customers.get(inFile));
    const customerId = customerIdNo ? lookup.byIdNo.get(idHash(customerIdNo)) : undefined;
    return customerId ? { ownerRow: null, customerId } : '没有找到这位老人';
  };
  const findOwner = ({ cells }: FileRow, problems: FieldProblem[]): Owner | null => {
    const owner = ownerOf(cells);
    if (typeof owner !== 'string') return owner;
    problems.push({ field: cells.customerIdNo ? 'customerIdNo' : 'customerName', rule: 'owner', msg: owner });
    return null;
  };
  const ids = [...[...customers.values()].flatMap((result) => result.objectId ?? []), ...lookup.byIdNo.values()];
  return {
    ownerOf,
    findOwner,
    /** Ids of all known customers that may own a row. */
    ids: [...new Set(ids)],
  };
}

/** Returns the ids of customers already written, by their row of the file. */
export async function writtenCustomers(tx: Db, jobId: string, rows: readonly number[]): Promise<Map<number, string>> {
  const written = await tx.rows(sql<{ row_no: number; object_id: string }>`
    select row_no, object_id::text from import_row
    where job_id = ${jobId} and sheet = 0 and object_id is not null and state <> 'refused' and row_no = any(${rows}::int[])`);
  return new Map(written.map((row) => [row.row_no, row.object_id]));
}
