import { sql } from 'kysely';
import type { LogChange as LogChangeSchema } from '#features/cmdLog/contract.ts';
import { db } from '#server/db/db.ts';
import { camelCase, snakeCase } from '#server/db/names.ts';
import { productZone } from '#server/db/zone.ts';
import { sheetTime } from '#server/files/workbook.ts';
import { statuses } from '#shared/codes.ts';
import { cutText, maskAddress, maskEmail, maskPhone } from '#shared/mask.ts';
import type { Static } from '#shared/typebox.ts';
import { type ContractLabels, contractLabels, dictionaryLabels } from './contractLabels.ts';
import { objectNames } from './names.ts';
import { referencesOf } from './references.ts';
import { fieldTitle, tableTitle } from './titles.ts';

export type LogChange = Static<typeof LogChangeSchema>;

/** Recorded change of one row: `[before, after]` by column. */
export interface RecordedChange {
  table_name: string;
  row_id: string;
  changes: Record<string, [unknown, unknown]>;
}

interface Recorded extends RecordedChange {
  trace_id: string;
  total: number;
}

/** Columns left out: they derive from other columns or mean nothing to a reader. */
export const omittedColumns = new Set([
  'id',
  'pinyin',
  'initials',
  'id_no_hash',
  'id_no_tail_hash',
  'created_at',
  'created_by',
  'demo',
  'path',
  'seed_key',
  'hash',
  // Internal keys: the owner of a file or a view, the permissions of a file.
  'subject',
  'rights',
  'list',
]);
const secret = /secret|token|password|recovery/;
const encryptedColumn = /_cipher$/;
const phone = /mobile|phone/;
/** Maximum rows read per trace; an import has thousands. */
const maxRows = 40;
const maxLength = 200;
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/;

function plain(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (typeof value === 'string' && instant.test(value)) return sheetTime(value, productZone);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > maxLength ? `${cutText(text, maxLength)}…` : text;
}

interface LabelSources {
  contract: ContractLabels;
  labels: ReadonlyMap<string, string>;
  names: ReadonlyMap<string, string>;
}

/** Returns the label of a code, from the current dictionary or the contract; undefined if there is none. */
function labelOf(table: string, column: string, code: string, { contract, labels }: LabelSources): string | undefined {
  const key = `${table}.${column}`;
  const types = [contract.dictionaries.get(key), `${table}_${column}`, column];
  const label = types.map((type) => labels.get(`${type}.${code}`)).find((text) => text !== undefined);
  const codeLabels = contract.labels.get(key) ?? (column === 'status' ? statuses : {});
  return label ?? (Object.hasOwn(codeLabels, code) ? codeLabels[code as keyof typeof codeLabels] : undefined);
}

/** Returns the titled parts of a JSON value with their values; （内容） if it has none. */
function document(table: string, column: string, value: object, sources: LabelSources): string {
  const parts = Object.entries(value).flatMap(([key, part]) => {
    const title = labelOf(table, column, key, sources) ?? fieldTitle(sources.contract, table, snakeCase(key));
    const text = shown(table, snakeCase(key), part, sources);
    return title && text !== null ? [`${title} ${text}`] : [];
  });
  return parts.join('，') || '（内容）';
}

/** Returns a value as the log shows it: secrets and personal numbers masked, codes as labels. */
function shown(table: string, column: string, value: unknown, sources: LabelSources): string | null {
  if (value === null || value === undefined) return null;
  const named = referencesOf(table, column, value);
  if (named.length > 0) return plain(named.map(({ type, id }) => sources.names.get(`${type}:${id}`) ?? id).join('、'));
  if (secret.test(column) || encryptedColumn.test(column)) return '***';
  if (Array.isArray(value))
    return plain(value.map((item) => shown(table, column, item, sources) ?? '').join('、')) || null;
  if (typeof value === 'object') return plain(document(table, column, value, sources));
  const text = String(value);
  if (phone.test(column)) return maskPhone(text);
  if (column === 'email') return maskEmail(text);
  if (column === 'address') return maskAddress(text);
  return labelOf(table, column, text, sources) ?? plain(value);
}

/** Returns whether a column has a search hash of an encrypted one, which changes with it. */
function isSearchHash(column: string, changes: object): boolean {
  const [, name] = /^(.+?)(?:_tail)?_hash$/.exec(column) ?? [];
  return name !== undefined && `${name}_cipher` in changes;
}

function changesOf(row: RecordedChange, sources: LabelSources): LogChange[] {
  return Object.entries(row.changes)
    .filter(([column]) => !omittedColumns.has(column) && !isSearchHash(column, row.changes))
    .map(([column, [before, after]]) => {
      const field = camelCase(column);
      return {
        field,
        label: fieldTitle(sources.contract, row.table_name, column) ?? '其他',
        old: shown(row.table_name, column, before, sources),
        new: shown(row.table_name, column, after, sources),
        table: row.table_name,
        tableName: tableTitle(sources.contract, row.table_name),
        rowId: row.row_id,
      };
    });
}

/** Returns the changes of each trace: the first rows, and the count of all rows. */
export async function changesByTrace(
  traces: readonly string[],
): Promise<Map<string, { changes: LogChange[]; rows: number }>> {
  const byTrace = new Map<string, { changes: LogChange[]; rows: number }>();
  if (traces.length === 0) return byTrace;
  const rows = await db.rows(sql<Recorded>`
    select t.trace_id, c.table_name, c.row_id, c.changes, (select count(*)::int from change_log n where n.trace_id = t.trace_id) as total
    from unnest(${`{${traces.map((trace) => JSON.stringify(trace)).join(',')}}`}::text[]) as t (trace_id)
    cross join lateral (select table_name, row_id, changes, at, id from change_log l where l.trace_id = t.trace_id order by at, id limit ${maxRows}) c
    order by c.at, c.id`);
  const described = await describeChanges(rows);
  rows.forEach((row, index) => {
    const entry = byTrace.get(row.trace_id) ?? { changes: [], rows: row.total };
    entry.changes.push(...(described[index] ?? []));
    byTrace.set(row.trace_id, entry);
  });
  return byTrace;
}

/** Describes each recorded change with labels, in order. */
export async function describeChanges(rows: readonly RecordedChange[]): Promise<LogChange[][]> {
  const labels = await dictionaryLabels();
  const names = await objectNames(
    rows.flatMap(({ table_name, changes }) =>
      Object.entries(changes).flatMap(([column, values]) =>
        values.flatMap((value) => referencesOf(table_name, column, value)),
      ),
    ),
  );
  const contract = await contractLabels();
  return rows.map((row) => changesOf(row, { contract, labels, names }));
}
