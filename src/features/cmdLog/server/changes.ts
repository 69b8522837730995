import { sql } from 'kysely';
import type { LogChange as LogChangeSchema } from '#features/cmdLog/contract.ts';
import { db } from '#server/db/db.ts';
import { productZone } from '#server/db/zone.ts';
import { sheetTime } from '#server/files/workbook.ts';
import { statuses } from '#shared/codes.ts';
import { cutText, maskAddress, maskEmail, maskPhone } from '#shared/mask.ts';
import type { Static } from '#shared/typebox.ts';
import { objectNames } from './names.ts';
import { referencesOf } from './references.ts';
import { camel, fieldTitle, tableTitle } from './titles.ts';
import { contractWords, dictionaryLabels, snake, type Words } from './words.ts';

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
  // Keys of the program: what a file or a view belongs to, who may open a file.
  'subject',
  'rights',
  'list',
]);
const secret = /secret|token|password|recovery/;
const sealed = /_cipher$/;
const phone = /mobile|phone/;
/** Rows of a trace that are read; an import has thousands. */
const mostRows = 40;
const longest = 200;
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/;

function plain(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (typeof value === 'string' && instant.test(value)) return sheetTime(value, productZone);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longest ? `${cutText(text, longest)}…` : text;
}

interface Known {
  contract: Words;
  labels: ReadonlyMap<string, string>;
  names: ReadonlyMap<string, string>;
}

/** What a code is called: as the dictionary says now, or the contract; undefined for what is none. */
function labelOf(table: string, column: string, code: string, { contract: words, labels }: Known): string | undefined {
  const place = `${table}.${column}`;
  const types = [words.dictionaries.get(place), `${table}_${column}`, column];
  const label = types.map((type) => labels.get(`${type}.${code}`)).find((one) => one !== undefined);
  const own = words.labels.get(place) ?? (column === 'status' ? statuses : {});
  return label ?? (Object.hasOwn(own, code) ? own[code as keyof typeof own] : undefined);
}

/** The parts of a document that have a title, each with its value; what the document is where none has one. */
function document(table: string, column: string, value: object, known: Known): string {
  const parts = Object.entries(value).flatMap(([key, part]) => {
    const title = labelOf(table, column, key, known) ?? fieldTitle(known.contract, table, snake(key));
    const text = shown(table, snake(key), part, known);
    return title && text !== null ? [`${title} ${text}`] : [];
  });
  return parts.join('，') || '（内容）';
}

/** A value as the log shows it: secrets not at all, numbers of people masked, codes as their words. */
function shown(table: string, column: string, value: unknown, known: Known): string | null {
  if (value === null || value === undefined) return null;
  const named = referencesOf(table, column, value);
  if (named.length > 0) return plain(named.map(({ type, id }) => known.names.get(`${type}:${id}`) ?? id).join('、'));
  if (secret.test(column) || sealed.test(column)) return '***';
  if (Array.isArray(value)) return plain(value.map((one) => shown(table, column, one, known) ?? '').join('、')) || null;
  if (typeof value === 'object') return plain(document(table, column, value, known));
  const text = String(value);
  if (phone.test(column)) return maskPhone(text);
  if (column === 'email') return maskEmail(text);
  if (column === 'address') return maskAddress(text);
  return labelOf(table, column, text, known) ?? plain(value);
}

function changesOf(row: RecordedChange, known: Known): LogChange[] {
  return Object.entries(row.changes)
    .filter(([column]) => !unsaid.has(column))
    .map(([column, [before, after]]) => {
      const field = camel(column);
      return {
        field,
        label: fieldTitle(known.contract, row.table_name, column) ?? '其他',
        old: shown(row.table_name, column, before, known),
        new: shown(row.table_name, column, after, known),
        table: row.table_name,
        tableName: tableTitle(known.contract, row.table_name),
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
  const { rows } = await sql<Recorded>`
    select t.trace_id, c.table_name, c.row_id, c.changes, (select count(*)::int from change_log n where n.trace_id = t.trace_id) as total
    from unnest(${`{${traces.map((trace) => JSON.stringify(trace)).join(',')}}`}::text[]) as t (trace_id)
    cross join lateral (select table_name, row_id, changes, at, id from change_log l where l.trace_id = t.trace_id order by at, id limit ${mostRows}) c
    order by c.at, c.id`.execute(db);
  const told = await inWords(rows);
  rows.forEach((row, index) => {
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
  const words = await contractWords();
  return rows.map((row) => changesOf(row, { contract: words, labels, names }));
}
