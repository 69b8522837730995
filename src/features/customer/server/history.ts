import { sql } from 'kysely';
import { inWords, type LogChange, type RecordedChange } from '#features/cmdLog/server/service.ts';
import type { customerApi } from '#features/customer/contract.ts';
import { regionName } from '#features/region/server/service.ts';
import { notFound } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { consentWords, ofConsent } from './consentHistory.ts';
import { canViewHealth } from './health.ts';
import { healthChanges } from './healthHistory.ts';
import { ofPaper, paperTitle, paperWords } from './paperHistory.ts';

type Entry = OutputOf<typeof customerApi.getCustomerHistory>;
type Said = Entry['changes'][number];

interface Logged extends RecordedChange {
  id: string;
  at: string;
  traceId: string | null;
  action: string;
  userName: string | null;
}

/** The newest changes of a person that are told; nobody's record has more. */
const most = 2000;
const made = '建档';
const health = '健康';

/** In which part of the record a column stands; 服务 for any other. */
const sections: Readonly<Record<string, readonly string[]>> = {
  基本: `name id_type id_no_cipher gender birth_date mobile phone photo_file_id ethnicity marital education category`.split(
    ' ',
  ),
  居住: `region_code street community address address_note entry_cipher lat lng living_state building floor room`.split(
    ' ',
  ),
  [health]: ['health_cipher', 'chronic', 'ability_level', 'assessed_until'],
};

const sectionOf = (column: string) =>
  Object.entries(sections).find(([, columns]) => columns.includes(column))?.[0] ?? '服务';

async function logged(id: string): Promise<Logged[]> {
  const { rows } = await sql<Logged>`
    select l.id::text, l.at, l.trace_id as "traceId", l.action, l.table_name, l.row_id, l.changes, u.name as "userName"
    from change_log l left join "user" u on u.id = l.actor_id
    where (l.table_name = 'customer' and l.row_id = ${id})
      or (l.table_name = 'customer_contact' and l.row_id in (select c.id::text from customer_contact c where c.customer_id = ${id}))
      or (l.table_name = 'benefit' and l.row_id in (select b.id::text from benefit b where b.customer_id = ${id}))
      or (l.table_name = 'customer_file' and l.row_id in (select f.id::text from customer_file f where f.customer_id = ${id}))
      or (l.table_name = 'customer' and l.changes -> 'merged_into' = jsonb_build_array(null, ${id}::bigint)
        and l.row_id in (select m.id::text from customer m where m.merged_into = ${id}))
      or (l.table_name = 'consent' and l.row_id in (select k.id::text from consent k where k.customer_id = ${id}))
    order by l.at desc, l.id desc limit ${most}`.execute(db);
  return rows;
}

/** Those who became one with the person, by their ids. */
async function mergedNames(id: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string; no: string }>`
    select id::text, name, no from customer where merged_into = ${id}`.execute(db);
  return new Map(rows.map(({ id, name, no }) => [id, `${name}（${no}）`]));
}

/** Name and relation of the person's contacts, those that were removed too. */
async function contactNames(id: string): Promise<Map<string, { name: string; words: string }>> {
  const { rows } = await sql<{ id: string; name: string; relation: string }>`
    select id::text, name, relation from customer_contact where customer_id = ${id}`.execute(db);
  return new Map(
    rows.map(({ id, name, relation }) => [id, { name, words: `${name}（${labelOf('relation', relation)}）` }]),
  );
}

/** A filter of the list has the same name, and another title. */
const titles: Readonly<Record<string, string>> = { mobile: '手机号', phone: '固定电话' };

const plain = ({ field, label, old, new: next }: LogChange): Said => ({
  ...{ field, label: titles[field] ?? label },
  ...{ old, new: next },
});

/** A contact that came or went is named; of one that stays each change is. */
function ofContact(row: Logged, words: readonly LogChange[], one: { name: string; words: string } | undefined): Said[] {
  const name = one?.words ?? '联系人';
  if (row.action === 'insert') return [{ field: 'contacts', label: '新增联系人', old: null, new: name }];
  const [before, after] = row.changes.deleted_at ?? [];
  if (row.action === 'delete' || (!before && after))
    return [{ field: 'contacts', label: '移除联系人', old: name, new: null }];
  const linked = (id: string | null) => id && '已关联';
  const said = words.map((one) =>
    one.field === 'linkedId' ? { ...one, old: linked(one.old), new: linked(one.new) } : one,
  );
  return said.map((change) => ({ ...plain(change), label: `${one?.name ?? '联系人'} · ${plain(change).label}` }));
}

/** What columns of ids and codes mean beyond the log's own words; places out of the viewer's scope are not named. */
function inRecord(viewer: Viewer, change: LogChange, column: string, [before, after]: [unknown, unknown]): Said {
  const { departments, projects } = viewer.scope;
  const known = column === 'department_id' ? departments : column === 'project_id' ? projects : null;
  const said = (value: unknown, words: string | null): string | null => {
    if (value === null || value === undefined) return null;
    if (column === 'region_code') return regionName(String(value)) ?? words;
    if (column === 'photo_file_id') return '有照片';
    return known && !known.includes(String(value)) ? `其他${change.label}` : words;
  };
  return { ...plain(change), old: said(before, change.old), new: said(after, change.new) };
}

const camel = (column: string) => column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** What one change of the person's own row says, by part of the record. */
function ofPerson(viewer: Viewer, row: Logged, words: readonly LogChange[]): Map<string, Said[]> {
  const bySection = new Map<string, Said[]>();
  const columns = new Map(Object.entries(row.changes).map(([column, values]) => [camel(column), { column, values }]));
  for (const change of words) {
    const { column, values } = columns.get(change.field) ?? { column: '', values: [null, null] as [unknown, unknown] };
    const section = row.action === 'insert' ? made : sectionOf(column);
    if (section === made && column !== 'name') continue;
    bySection.set(section, [...(bySection.get(section) ?? []), inRecord(viewer, change, column, values)]);
  }
  return bySection;
}

const changed: Said = { field: 'health', label: '健康信息', old: null, new: '已修改' };

/** Health as this viewer is told of it: in its parts, or that it was changed. */
function withHealth(viewer: Viewer, said: Said[], parts: Said[] | undefined): Said[] {
  const open = said.filter(({ field }) => field !== 'healthCipher' && field !== 'chronic');
  if (open.length === said.length) return said;
  if (!canViewHealth(viewer)) return [...open, changed];
  const codes = said.filter(({ field }) => field === 'chronic');
  // Of old ones the parts are not told any more.
  return [...open, ...codes, ...(parts ?? [changed])];
}

/** Of as many changes as are told at most the oldest is marked: there may be older ones. */
function markCapped(entries: readonly Entry[], changes: number): void {
  const last = entries.at(-1);
  if (last && changes === most) last.capped = true;
}

/** What is named by its id: contacts, signatures and papers in words, health in its parts. */
interface Named {
  merged: Awaited<ReturnType<typeof mergedNames>>;
  contacts: Awaited<ReturnType<typeof contactNames>>;
  signed: Awaited<ReturnType<typeof consentWords>>;
  papers: Awaited<ReturnType<typeof paperWords>>;
  parts: Awaited<ReturnType<typeof healthChanges>>;
}

/** What one logged change says, by part of the record. */
function saidBy(viewer: Viewer, row: Logged, told: readonly LogChange[], named: Named): [section: string, Said[]][] {
  const { merged, contacts, signed, papers, parts } = named;
  const other = row.table_name === 'customer' ? merged.get(row.row_id) : undefined;
  if (other) return [['合并', [{ field: 'merged', label: '并入', old: null, new: other }]]];
  const paper = paperTitle(row.table_name);
  if (paper) return [[paper, ofPaper(row, told, papers.get(row.row_id))]];
  if (row.table_name === 'customer_contact') return [['联系人', ofContact(row, told, contacts.get(row.row_id))]];
  if (row.table_name === 'consent') return [['知情同意', ofConsent(row, signed.get(row.row_id))]];
  return [...ofPerson(viewer, row, told)].map(([section, said]) => [
    section,
    section === health ? withHealth(viewer, said, parts.get(row.traceId ?? '')) : said,
  ]);
}

/** Who changed what of a person's record, the newest first, in words; 404 outside the scope. */
export async function getCustomerHistory(
  viewer: Viewer,
  { id, page = 1, limit = 10, sort }: InputOf<typeof customerApi.getCustomerHistory>,
): Promise<Paged<Entry>> {
  const seen = await db
    .selectFrom(scoped(viewer, 'customer'))
    .select('customer.id')
    .where('customer.id', '=', id)
    .executeTakeFirst();
  if (!seen) throw notFound('客户');
  const rows = await logged(id);
  const [words, merged, contacts, signed, papers, parts] = await Promise.all([
    inWords(rows),
    mergedNames(id),
    contactNames(id),
    consentWords(id),
    paperWords(id),
    healthChanges(viewer, id),
  ]);
  const entries = new Map<string, Entry>();
  const tell = (row: Logged, section: string, said: Said[]) => {
    if (said.length === 0) return;
    const key = `${row.traceId ?? row.id}.${section}`;
    const entry = entries.get(key) ?? { id: key, at: row.at, userName: row.userName, section, changes: [] };
    entry.changes.push(...said);
    entries.set(key, entry);
  };
  for (const [index, row] of rows.entries())
    for (const [section, said] of saidBy(viewer, row, words[index] ?? [], { merged, contacts, signed, papers, parts }))
      tell(row, section, said);
  const all = [...entries.values()];
  markCapped(all, rows.length);
  if (sort?.[0]?.order === 'asc') all.reverse();
  return { rows: all.slice((page - 1) * limit, page * limit), count: all.length };
}
