import { sql } from 'kysely';
import type { LogChange as LogChangeSchema } from '#features/cmdLog/contract.ts';
import { db } from '#server/db/db.ts';
import { productZone } from '#server/db/zone.ts';
import { sheetTime } from '#server/files/workbook.ts';
import { cutText, maskAddress, maskEmail, maskPhone } from '#shared/mask.ts';
import type { Static } from '#shared/typebox.ts';
import { objectNames } from './names.ts';
import { referencesOf } from './references.ts';
import { camel, fieldTitle, tableTitle } from './titles.ts';
import { contractWords, dictionaryLabels } from './words.ts';

export type LogChange = Static<typeof LogChangeSchema>;

/** What the log holds of one change of one row: `[before, after]` by column. */
export interface RecordedChange {
  table_name: string;
  row_id: string;
  changes: Record<string, [unknown, unknown]>;
}

interface Recorded extends RecordedChange {
  trace_id: string;
  total: number;
}

/** Follow from other columns, or say nothing to a reader. */
export const unsaid = new Set([
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
]);
const secret = /secret|token|password|recovery/;
const sealed = /_cipher$/;
const phone = /mobile|phone/;
/** Rows of a trace that are read; an import has thousands. */
const mostRows = 40;
const longest = 200;
/** Columns whose dictionary has another name. */
const lists: Readonly<Record<string, string>> = { category: 'person_category' };
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/;

function plain(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (typeof value === 'string' && instant.test(value)) return sheetTime(value, productZone);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longest ? `${cutText(text, longest)}…` : text;
}

interface Known {
  labels: ReadonlyMap<string, string>;
  names: ReadonlyMap<string, string>;
}

/** A value as the log shows it: secrets not at all, numbers of people masked, codes as their words. */
function shown(table: string, column: string, value: unknown, { labels, names }: Known): string | null {
  if (value === null || value === undefined) return null;
  const named = referencesOf(table, column, value);
  if (named.length > 0) return plain(named.map(({ type, id }) => names.get(`${type}:${id}`) ?? id).join('、'));
  if (secret.test(column) || sealed.test(column)) return '***';
  if (Array.isArray(value))
    return plain(value.map((one) => shown(table, column, one, { labels, names }) ?? '').join('、')) || null;
  const text = String(value);
  if (phone.test(column)) return maskPhone(text);
  if (column === 'email') return maskEmail(text);
  if (column === 'address') return maskAddress(text);
  const types = [`${table}_${column}`, lists[column] ?? column];
  return types.map((type) => labels.get(`${type}.${text}`)).find((label) => label !== undefined) ?? plain(value);
}

async function changesOf(row: RecordedChange, known: Known): Promise<LogChange[]> {
  const words = await contractWords();
  return Object.entries(row.changes)
    .filter(([column]) => !unsaid.has(column))
    .map(([column, [before, after]]) => {
      const field = camel(column);
      return {
        field,
        label: fieldTitle(words, row.table_name, column) ?? field,
        old: shown(row.table_name, column, before, known),
        new: shown(row.table_name, column, after, known),
        table: row.table_name,
        tableName: tableTitle(words, row.table_name),
        rowId: row.row_id,
      };
    });
}

/** What was changed under each trace: the first rows of it, and how many there are. */
export async function changesByTrace(
  traces: readonly string[],
): Promise<Map<string, { changes: LogChange[]; rows: number }>> {
  const byTrace = new Map<string, { changes: LogChange[]; rows: number }>();
  if (traces.length === 0) return byTrace;
  const found = await sql<Recorded>`
    select t.trace_id, c.table_name, c.row_id, c.changes, (select count(*)::int from change_log n where n.trace_id = t.trace_id) as total
    from unnest(${`{${traces.map((trace) => JSON.stringify(trace)).join(',')}}`}::text[]) as t (trace_id)
    cross join lateral (select table_name, row_id, changes, at, id from change_log l where l.trace_id = t.trace_id order by at, id limit ${mostRows}) c
    order by c.at, c.id`.execute(db);
  const told = await inWords(found.rows);
  found.rows.forEach((row, index) => {
    const known = byTrace.get(row.trace_id) ?? { changes: [], rows: row.total };
    known.changes.push(...(told[index] ?? []));
    byTrace.set(row.trace_id, known);
  });
  return byTrace;
}

/** What each of these recorded changes says in words, in their order. */
export async function inWords(rows: readonly RecordedChange[]): Promise<LogChange[][]> {
  const labels = await dictionaryLabels();
  const names = await objectNames(
    rows.flatMap(({ table_name, changes }) =>
      Object.entries(changes).flatMap(([column, values]) =>
        values.flatMap((value) => referencesOf(table_name, column, value)),
      ),
    ),
  );
  return Promise.all(rows.map((row) => changesOf(row, { labels, names })));
}
