import { sql } from 'kysely';
import { benefit, benefitKinds } from '#features/benefit/contract.ts';
import type { LogChange, RecordedChange } from '#features/cmdLog/server/service.ts';
import type { HistoryChange } from '#features/customerHistory/contract.ts';
import { regionName } from '#features/region/server/service.ts';
import { db } from '#server/db/db.ts';

/** Record section of each table of documents. */
const titles = { benefit: '权益与证件', customer_file: '附件' } as const;

/** Returns the record section of a table's rows; undefined for other tables. */
export function documentTitle(table: string): string | undefined {
  return Object.hasOwn(titles, table) ? titles[table as keyof typeof titles] : undefined;
}

/** Returns a label for each of the customer's documents by id, e.g. 残疾证; deleted ones included. */
export async function documentLabels(customerId: string): Promise<Map<string, string>> {
  const rows = await db.rows(sql<{ id: string; kind: keyof typeof benefitKinds | null; name: string | null }>`
    select id::text, kind, null as name from benefit where customer_id = ${customerId}
    union all
    select k.id::text, null, f.name from customer_file k left join file f on f.id = k.file_id where k.customer_id = ${customerId}`);
  return new Map(rows.map(({ id, kind, name }) => [id, kind ? benefitKinds[kind] : (name ?? '附件')]));
}

/** Fields that the history omits: a change of the customer is shown with the merge. */
const hiddenFields = ['customerId', 'deletedAt'];

function inRecord({ field, label, old, new: next }: LogChange): HistoryChange {
  const textOf = (value: string | null) => {
    if (value === null) return null;
    if (field === 'fileId') return '有扫描件';
    return field === 'regionCode' ? (regionName(value) ?? value) : value;
  };
  const definition = (benefit.fields as Readonly<Record<string, { schema: { title?: string } }>>)[field];
  return { field, label: definition?.schema.title ?? label, old: textOf(old), new: textOf(next) };
}

/** Describes a document's change: added, deleted or the changed fields. */
export function ofDocument(
  { action, changes, table_name }: RecordedChange & { action: string },
  logChanges: readonly LogChange[],
  label: string | undefined,
): HistoryChange[] {
  const title = documentTitle(table_name) ?? '';
  const name = label ?? title;
  if (action === 'insert') return [{ field: table_name, label: `新增${title}`, old: null, new: name }];
  if (action === 'delete' || changes.deleted_at?.[1])
    return [{ field: table_name, label: `删除${title}`, old: name, new: null }];
  return logChanges
    .filter(({ field }) => !hiddenFields.includes(field))
    .map(inRecord)
    .map((change) => ({ ...change, label: `${name} · ${change.label}` }));
}
