import { sql } from 'kysely';
import { describeChanges, type LogChange, type RecordedChange } from '#features/cmdLog/server/service.ts';
import { consentLabels, ofConsent } from '#features/consent/server/service.ts';
import { customer } from '#features/customer/contract.ts';
import { canViewHealth } from '#features/customer/server/service.ts';
import type { customerHistoryApi, HistoryChange } from '#features/customerHistory/contract.ts';
import { regionName } from '#features/region/server/service.ts';
import { notFound } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { camelCase, snakeCase } from '#server/db/names.ts';
import { limitsOf } from '#server/db/paging.ts';
import { scoped } from '#server/db/scoped.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { type Fields, storedName } from '#shared/resourceField.ts';
import { allHealthChanges, type HealthChanges, healthChanged } from './customerHistoryHooks.ts';
import { documentLabels, documentTitle, ofDocument } from './documentHistory.ts';
import { healthChanges } from './healthHistory.ts';

type Entry = OutputOf<typeof customerHistoryApi.getCustomerHistory>;

interface Logged extends RecordedChange {
  id: string;
  at: string;
  traceId: string | null;
  action: string;
  userName: string | null;
}

/** Limit of changes read, the newest ones; more than a record normally has. */
const most = 2000;
const createdSection = '建档';
const healthSection = '健康';

/** Record section of each column, as the fields declare it; 服务 for any other. */
const sections = new Map<string, string>([
  ...Object.entries(customer.fields as Fields).flatMap(([key, options]): [string, string][] => {
    const column = storedName(key, options);
    return column && options.section ? [[snakeCase(column), options.section]] : [];
  }),
  ...['health_cipher', 'chronic', 'assessed_until'].map((column): [string, string] => [column, healthSection]),
]);
/** Columns that change with another one, which is shown. */
const unshown = new Set(['ability_assessment_id']);
const sectionOf = (column: string) => sections.get(column) ?? '服务';

async function logged(id: string): Promise<Logged[]> {
  return db.rows(sql<Logged>`
    select l.id::text, l.at, l.trace_id as "traceId", l.action, l.table_name, l.row_id, l.changes, u.name as "userName"
    from change_log l left join "user" u on u.id = l.actor_id
    where (l.table_name = 'customer' and l.row_id = ${id})
      or (l.table_name = 'customer_contact' and l.row_id in (select c.id::text from customer_contact c where c.customer_id = ${id}))
      or (l.table_name = 'benefit' and l.row_id in (select b.id::text from benefit b where b.customer_id = ${id}))
      or (l.table_name = 'customer_file' and l.row_id in (select f.id::text from customer_file f where f.customer_id = ${id}))
      or (l.table_name = 'customer' and l.changes -> 'merged_into' = jsonb_build_array(null, ${id}::bigint)
        and l.row_id in (select m.id::text from customer m where m.merged_into = ${id}))
      or (l.table_name = 'consent' and l.row_id in (select k.id::text from consent k where k.customer_id = ${id}))
    order by l.at desc, l.id desc limit ${most}`);
}

/** Returns the names of customers merged into this one, by id. */
async function mergedNames(id: string): Promise<Map<string, string>> {
  const rows = await db.rows(sql<{ id: string; name: string; no: string }>`
    select id::text, name, no from customer where merged_into = ${id}`);
  return new Map(rows.map(({ id, name, no }) => [id, `${name}（${no}）`]));
}

/** Returns name and relation of the customer's contacts, deleted ones included. */
async function contactNames(id: string): Promise<Map<string, { name: string; words: string }>> {
  const rows = await db
    .selectFrom('customerContact')
    .select(['id', 'name', 'relation'])
    .where('customerId', '=', id)
    .execute();
  return new Map(
    rows.map(({ id, name, relation }) => [id, { name, words: `${name}（${labelOf('relation', relation)}）` }]),
  );
}

// A list filter uses this name with another title.
const titles: Readonly<Record<string, string>> = { mobile: '手机号', phone: '固定电话' };

const plain = ({ field, label, old, new: next }: LogChange): HistoryChange => ({
  ...{ field, label: titles[field] ?? label },
  ...{ old, new: next },
});

/** Describes a contact's change: added and removed contacts by name, otherwise each changed field. */
function ofContact(
  row: Logged,
  words: readonly LogChange[],
  contact: { name: string; words: string } | undefined,
): HistoryChange[] {
  const name = contact?.words ?? '联系人';
  if (row.action === 'insert') return [{ field: 'contacts', label: '新增联系人', old: null, new: name }];
  const [previous, current] = row.changes.deleted_at ?? [];
  if (row.action === 'delete' || (!previous && current))
    return [{ field: 'contacts', label: '移除联系人', old: name, new: null }];
  const linked = (id: string | null) => id && '已关联';
  const changes = words.map((change) =>
    change.field === 'linkedId' ? { ...change, old: linked(change.old), new: linked(change.new) } : change,
  );
  return changes.map((change) => ({
    ...plain(change),
    label: `${contact?.name ?? '联系人'} · ${plain(change).label}`,
  }));
}

/**
 * Labels ids and codes that the log's texts do not cover; departments and projects out of the viewer's scope stay
 * unnamed.
 */
function inRecord(
  viewer: Viewer,
  change: LogChange,
  column: string,
  [previous, current]: [unknown, unknown],
): HistoryChange {
  const { departments, projects } = viewer.scope;
  const visibleIds = column === 'department_id' ? departments : column === 'project_id' ? projects : null;
  const textOf = (value: unknown, label: string | null): string | null => {
    if (value === null || value === undefined) return null;
    if (column === 'region_code') return regionName(String(value)) ?? label;
    if (column === 'photo_file_id') return '有照片';
    return visibleIds && !visibleIds.includes(String(value)) ? `其他${change.label}` : label;
  };
  return { ...plain(change), old: textOf(previous, change.old), new: textOf(current, change.new) };
}

/** Returns the changes of one log entry of the customer row, by record section. */
function customerChanges(viewer: Viewer, row: Logged, logChanges: readonly LogChange[]): Map<string, HistoryChange[]> {
  const bySection = new Map<string, HistoryChange[]>();
  const columns = new Map(
    Object.entries(row.changes).map(([column, values]) => [camelCase(column), { column, values }]),
  );
  for (const change of logChanges) {
    const { column, values } = columns.get(change.field) ?? { column: '', values: [null, null] as [unknown, unknown] };
    const section = row.action === 'insert' ? createdSection : sectionOf(column);
    if ((section === createdSection && column !== 'name') || unshown.has(column)) continue;
    bySection.set(section, [...(bySection.get(section) ?? []), inRecord(viewer, change, column, values)]);
  }
  return bySection;
}

/** Replaces health changes by their parts, or without the permission by a general entry. */
function withHealth(
  viewer: Viewer,
  changes: HistoryChange[],
  healthParts: HistoryChange[] | undefined,
): HistoryChange[] {
  const visible = changes.filter(({ field }) => field !== 'healthCipher' && field !== 'chronic');
  if (visible.length === changes.length) return changes;
  if (!canViewHealth(viewer)) return [...visible, healthChanged];
  const codes = changes.filter(({ field }) => field === 'chronic');
  // Old changes have no parts any more.
  return [...visible, ...codes, ...(healthParts ?? [healthChanged])];
}

/** Marks the oldest entry when the limit is reached: there may be older ones. */
function markCapped(entries: readonly Entry[], changes: number): void {
  const last = entries.at(-1);
  if (last && changes === most) last.capped = true;
}

/** Adds health changes; those of calls that changed the customer, too, are shown with the customer. */
function withHealthChanges(
  entries: readonly Entry[],
  rows: readonly Logged[],
  health: readonly HealthChanges[],
): Entry[] {
  const traces = new Set(rows.filter(({ table_name }) => table_name === 'customer').map(({ traceId }) => traceId));
  const byId = new Map<string, Entry>();
  for (const { trace, at, userName, section, changes } of health) {
    const id = `${trace}.${section}`;
    const entry = byId.get(id) ?? { id, at, userName, section, changes: [] };
    const isNew = (change: HistoryChange) => change !== healthChanged || !entry.changes.includes(change);
    entry.changes.push(...changes.filter(isNew));
    if (!traces.has(trace) && entry.changes.length > 0) byId.set(id, entry);
  }
  return [...entries, ...byId.values()].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

/** Labels by id of contacts, signatures, benefits and files, and the health parts. */
interface HistoryLabels {
  merged: Awaited<ReturnType<typeof mergedNames>>;
  contacts: Awaited<ReturnType<typeof contactNames>>;
  signed: Awaited<ReturnType<typeof consentLabels>>;
  documents: Awaited<ReturnType<typeof documentLabels>>;
  parts: Awaited<ReturnType<typeof healthChanges>>;
}

/** Returns one logged change, by record section. */
function changesBySection(
  viewer: Viewer,
  row: Logged,
  logChanges: readonly LogChange[],
  named: HistoryLabels,
): [section: string, HistoryChange[]][] {
  const { merged, contacts, signed, documents, parts } = named;
  const other = row.table_name === 'customer' ? merged.get(row.row_id) : undefined;
  if (other) return [['合并', [{ field: 'merged', label: '并入', old: null, new: other }]]];
  const document = documentTitle(row.table_name);
  if (document) return [[document, ofDocument(row, logChanges, documents.get(row.row_id))]];
  if (row.table_name === 'customer_contact') return [['联系人', ofContact(row, logChanges, contacts.get(row.row_id))]];
  if (row.table_name === 'consent') return [['知情同意', ofConsent(row, signed.get(row.row_id))]];
  return [...customerChanges(viewer, row, logChanges)].map(([section, changes]) => [
    section,
    section === healthSection ? withHealth(viewer, changes, parts.get(row.traceId ?? '')) : changes,
  ]);
}

/** Returns the changes of a customer's record as text, newest first; 404 outside the scope. */
export async function getCustomerHistory(
  viewer: Viewer,
  { id, sort, ...page }: InputOf<typeof customerHistoryApi.getCustomerHistory>,
): Promise<Paged<Entry>> {
  const visible = await db
    .selectFrom(scoped(viewer, 'customer'))
    .select('customer.id')
    .where('customer.id', '=', id)
    .executeTakeFirst();
  if (!visible) throw notFound('客户');
  const rows = await logged(id);
  const [logChanges, merged, contacts, signed, documents, parts, health] = await Promise.all([
    describeChanges(rows),
    mergedNames(id),
    contactNames(id),
    consentLabels(id),
    documentLabels(id),
    healthChanges(viewer, id),
    allHealthChanges(viewer, id, most),
  ]);
  const entries = new Map<string, Entry>();
  const addChanges = (row: Logged, section: string, changes: HistoryChange[]) => {
    if (changes.length === 0) return;
    const key = `${row.traceId ?? row.id}.${section}`;
    const entry = entries.get(key) ?? { id: key, at: row.at, userName: row.userName, section, changes: [] };
    entry.changes.push(...changes);
    entries.set(key, entry);
  };
  for (const [index, row] of rows.entries())
    for (const [section, changes] of changesBySection(viewer, row, logChanges[index] ?? [], {
      merged,
      contacts,
      signed,
      documents,
      parts,
    }))
      addChanges(row, section, changes);
  const all = withHealthChanges([...entries.values()], rows, health);
  markCapped(all, rows.length);
  if (sort?.[0]?.order === 'asc') all.reverse();
  const { limit, offset } = limitsOf(page);
  return { rows: all.slice(offset, offset + limit), count: all.length };
}
