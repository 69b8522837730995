import { archiveSealedIds } from '#features/customer/server/service.ts';
import type { FileRow, ValidatedRow } from '#features/import/server/service.ts';
import { cooperativePause } from '#server/core/alarmPriority.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { DuplicatePolicy } from '#shared/contract/import.ts';
import type { FieldProblem } from '#shared/envelope.ts';
import { keyOfOwner, type Owner, type Owners, ownersFor } from './importOwner.ts';
import { actionFor, archiveSealedProblem, cellProblems } from './importSheets.ts';

/** Rows that belong to customers: how a sheet of the file reads, recognizes and validates them. */
export interface Parts<I extends object, S extends { id: string }> {
  /** Why the viewer may import none of them. */
  refusal?: { column: string; msg: string } | undefined;
  /** Returns the rows that these customers have, by key. */
  stored(customerIds: readonly string[]): Promise<ReadonlyMap<string, S>>;
  /** Returns the input, which the write gets with the other properties. */
  read(row: FileRow, place: { owner: Owner | null; owners: Owners; problems: FieldProblem[] }): { input: I };
  /** Returns the key that identifies a row among those of all owners. */
  keyOf(ownerKey: string, input: I): string;
  /** Validates an input by the rules of the form. */
  problemsOf(input: I, stored: S | undefined): readonly FieldProblem[] | Promise<readonly FieldProblem[]>;
  /** Returns the field at which a repeated row is refused. */
  repeatedAt(input: I): string;
}

/** Part of a customer, ready to be written. */
export interface PartData<I> extends Owner {
  input: I;
}

/** File with its customers, validated before the other sheets. */
export interface ImportedFile {
  viewer: Viewer;
  rows: readonly FileRow[];
  customers: ReadonlyMap<FileRow, ValidatedRow>;
  duplicates: DuplicatePolicy;
}

/** Validates the rows of a sheet: rules of the form, owner, repeats in the file, stored rows. */
export async function validateParts<I extends object, S extends { id: string }>(
  sheet: number,
  parts: Parts<I, S>,
  { viewer, rows: all, customers, duplicates }: ImportedFile,
): Promise<Map<FileRow, ValidatedRow>> {
  const rows = all.filter((row) => row.sheet === sheet);
  const { refusal } = parts;
  if (refusal)
    return new Map(rows.map((row) => [row, { errors: [refusal], action: 'insert', data: null, objectId: null }]));
  const owners = await ownersFor(viewer, rows, customers);
  const stored = await parts.stored(owners.ids);
  const sealed = await archiveSealedIds(owners.ids);
  const rowsByKey = new Map<string, number>();
  const validated = new Map<FileRow, ValidatedRow>();
  const pause = cooperativePause();
  for (const row of rows) {
    await pause();
    const problems: FieldProblem[] = [];
    const owner = owners.findOwner(row, problems);
    const data = parts.read(row, { owner, owners, problems });
    const key = parts.keyOf(keyOfOwner(owner), data.input);
    const existing = stored.get(key);
    problems.push(...(await parts.problemsOf(data.input, existing)));
    const first = owner ? rowsByKey.get(key) : undefined;
    if (first !== undefined)
      problems.push({ field: parts.repeatedAt(data.input), rule: 'repeat', msg: `与第 ${first} 行重复` });
    else if (owner) rowsByKey.set(key, row.row);
    const objectId = existing?.id ?? null;
    const action = actionFor(objectId, duplicates);
    const errors = cellProblems(sheet, problems);
    if (action !== 'skip' && sealed.has(owner?.customerId ?? '')) errors.push(...archiveSealedProblem(sheet));
    validated.set(row, { errors, action, data: { ownerRow: null, customerId: null, ...owner, ...data }, objectId });
  }
  return validated;
}
