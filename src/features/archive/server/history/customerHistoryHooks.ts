import { sql } from 'kysely';
import { type SectionKey, type SectionName, sections, sectionTitles } from '#features/archive/contract.ts';
import { describeChanges, type LogChange, type RecordedChange } from '#features/cmdLog/server/service.ts';
import type { HistoryChange } from '#features/customerHistory/contract.ts';
import type { CustomerHistoryHooks } from '#features/customerHistory/server/service.ts';
import { decrypted } from '#server/crud/storedValues.ts';
import { db } from '#server/db/db.ts';
import { type Fields, storedName } from '#shared/resourceField.ts';

interface Logged extends RecordedChange {
  table_name: 'archive' | SectionName;
  id: string;
  at: string;
  trace: string | null;
  action: string;
  userName: string | null;
  /** What the row is about, as it is now; null: the archive itself. */
  nameCipher: string | null;
}

/** Titles of the archive's own columns. */
const archiveTitles: Readonly<Record<string, string>> = {
  lifestyleCipher: '生活方式',
  implantsCipher: '植入物',
  fallsCipher: '跌倒史',
  wishesCipher: '意愿',
  oxygenScale: '血氧标尺',
  none: '写「无」的章节',
};

/** Fields that follow from others, or that a merge changes. */
const hiddenFields = ['customerId', 'deletedAt', 'chronic', 'fileId'];

const logged = (customerId: string, most: number) =>
  db.rows(sql<Logged>`
    select l.id::text, l.at, l.trace_id as trace, l.action, l.table_name, l.row_id, l.changes, u.name as "userName", k.word as "nameCipher"
    from (
      select 'archive' as name, id, null as word from archive where customer_id = ${customerId}
      union all select 'allergy', id, name_cipher from allergy where customer_id = ${customerId}
      union all select 'condition', id, name_cipher from condition where customer_id = ${customerId}
      union all select 'medicine', id, name_cipher from medicine where customer_id = ${customerId}
      union all select 'surgery', id, name_cipher from surgery where customer_id = ${customerId}
      union all select 'family', id, name_cipher from family where customer_id = ${customerId}
      union all select 'vaccination', id, name_cipher from vaccination where customer_id = ${customerId}
      union all select 'admission', id, hospital_cipher from admission where customer_id = ${customerId}
      union all select 'aid', id, name_cipher from aid where customer_id = ${customerId}
      union all select 'attachment', id, name_cipher from attachment where customer_id = ${customerId}) k
    join change_log l on l.table_name = k.name and l.row_id = k.id::text
    left join "user" u on u.id = l.actor_id
    order by l.at desc, l.id desc limit ${most}::int`);

const namesOf = (text: string | null) =>
  text
    ?.split('、')
    .map((key) => sectionTitles[key as SectionKey] ?? key)
    .join('、') ?? null;

function ofArchive(changes: readonly LogChange[]): HistoryChange[] {
  return changes.flatMap(({ field, old, new: next }) => {
    const label = archiveTitles[field];
    if (!label) return [];
    return [
      field === 'none' ? { field, label, old: namesOf(old), new: namesOf(next) } : { field, label, old, new: next },
    ];
  });
}

/** Describes the change of a section's row: added, deleted or the changed fields; its former words are not on record. */
function ofRow({ table_name, action, changes, nameCipher }: Logged, logChanges: readonly LogChange[]): HistoryChange[] {
  const { title, fields } = sections[table_name as SectionName] as { title: string; fields: Fields };
  const name = decrypted(nameCipher) ?? title;
  if (action === 'insert') return [{ field: table_name, label: `新增${title}`, old: null, new: name }];
  if (action === 'delete' || changes.deleted_at?.[1])
    return [{ field: table_name, label: `删除${title}`, old: name, new: null }];
  const titles = new Map(
    Object.entries(fields).map(([key, field]) => [storedName(key, field), (field.schema as { title?: string }).title]),
  );
  return logChanges
    .filter(({ field }) => !hiddenFields.includes(field))
    .map(({ field, label, old, new: next }) => ({
      ...{ field, old, new: next },
      label: `${title} ${name} · ${titles.get(field) ?? label}`,
    }));
}

/** The archive in the history of a customer. */
const hooks: CustomerHistoryHooks = {
  async healthChanges(customerId, most) {
    const rows = await logged(customerId, most);
    const described = await describeChanges(rows);
    return rows.map((row, place) => ({
      ...{ trace: row.trace ?? row.id, at: row.at, userName: row.userName, section: '健康档案' },
      changes: row.table_name === 'archive' ? ofArchive(described[place] ?? []) : ofRow(row, described[place] ?? []),
    }));
  },
};
export default hooks;
