import { benefit } from '#features/benefit/contract.ts';
import { consentKeys } from '#features/consent/server/service.ts';
import { archiveSealedMessage, customer } from '#features/customer/contract.ts';
import type { CellProblem, ImportSheet, ValidatedRow } from '#features/import/server/service.ts';
import type { DuplicatePolicy } from '#shared/contract/import.ts';
import type { FieldProblem } from '#shared/envelope.ts';
import type { Fields } from '#shared/resourceField.ts';
import { benefitColumns, contactColumns, customerColumns } from './importColumns.ts';

export const customerSheets: ImportSheet[] = [
  { title: '客户', unit: '人', columns: customerColumns, table: 'customer' },
  { title: '联系人', unit: '人', columns: contactColumns, table: 'customer_contact' },
  { title: benefit.title, unit: '项', columns: benefitColumns, table: 'benefit' },
];

const titles = customerSheets.map((sheet) => new Map(sheet.columns.map((column) => [column.key, column.title])));

/** Columns of fields that the sheet names otherwise. */
const columnKeys = new Map(
  Object.entries(customer.fields as Fields).flatMap(([field, { import: sheet }]) =>
    sheet ? [[field, sheet.key ?? field] as const] : [],
  ),
);

/**
 * Returns the heading of a field, also of a list item (`chronic.0`) or a part (`communication.keys`, `consent.0.until`,
 * `benefits.0.until`).
 */
function headingOf(sheet: number, field: string): string {
  const [key = '', ...parts] = field.split('.');
  const last = parts.at(-1) ?? '';
  const column =
    key === 'communication' || key === 'benefits'
      ? last
      : key === 'consent'
        ? (consentKeys[last as 'until'] ?? key)
        : (columnKeys.get(key) ?? key);
  return titles[sheet]?.get(column) ?? column;
}

/** Converts field problems to cell problems, the first per heading. */
export function cellProblems(sheet: number, problems: readonly FieldProblem[]): CellProblem[] {
  const seen = new Set<string>();
  return problems.flatMap(({ field, msg }) => {
    const column = headingOf(sheet, field);
    if (seen.has(column)) return [];
    seen.add(column);
    return [{ column, msg }];
  });
}

/** Returns the action for a row: insert, update or skip. */
export function actionFor(objectId: string | null, duplicates: DuplicatePolicy): ValidatedRow['action'] {
  if (objectId === null) return 'insert';
  return duplicates === 'skip' ? 'skip' : 'update';
}

/** Returns the refusal of a row about a customer with a sealed archive, at the column that names the customer. */
export function archiveSealedProblem(sheet: number): CellProblem[] {
  return cellProblems(sheet, [
    { field: sheet === 0 ? 'name' : 'customerName', rule: 'sealed', msg: archiveSealedMessage },
  ]);
}
