import { type RawBuilder, sql } from 'kysely';
import { type archiveApi, type SectionName, sectionTitles, timelineKinds } from '#features/archive/contract.ts';
import { customerOf } from '#features/customer/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { decrypted } from '#server/crud/storedValues.ts';
import { db } from '#server/db/db.ts';
import { countLimit, countOf, limitsOf } from '#server/db/paging.ts';
import { wireInstant } from '#server/db/values.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import { leaveKinds, warnTypes } from '#shared/codes.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { eventsElsewhere } from './timelineParts.ts';

type Api = typeof archiveApi;
type Row = OutputOf<Api['getArchiveTimeline']>;
type Kind = Row['kind'];

interface Found {
  at: string;
  kind: Kind;
  id: string;
  /** Encrypted name of a section's row; of other kinds the title. */
  name: string | null;
  /** Encrypted text of a section's row; of other kinds the text. */
  text: string | null;
  /** Code in clear. */
  code: string | null;
  level: number | null;
  url: string | null;
}

type DatedSection = Exclude<SectionName, 'family'>;

/** Columns of a section with a time: when, and the encrypted text beside the name. */
const dated: Readonly<Record<DatedSection, { at: RawBuilder<unknown>; text: RawBuilder<unknown> }>> = {
  condition: { at: sql`since`, text: sql`hospital_cipher` },
  surgery: { at: sql`at`, text: sql`hospital_cipher` },
  allergy: { at: sql`since`, text: sql`reaction_cipher` },
  medicine: { at: sql`since`, text: sql`dose_cipher` },
  admission: { at: sql`from_date::text`, text: sql`reason_cipher` },
  vaccination: { at: sql`at::text`, text: sql`org_cipher` },
  aid: { at: sql`since`, text: sql`note_cipher` },
  attachment: { at: sql`at::text`, text: sql`null` },
};

function sectionRows(kind: DatedSection, customerId: string): RawBuilder<unknown> {
  const { at, text } = dated[kind];
  const name = kind === 'admission' ? sql`hospital_cipher` : sql`name_cipher`;
  return sql`
    select ${at}, ${kind}::text, id, ${name}, ${text}, null, null, null
    from ${sql.table(kind)} where customer_id = ${customerId} and deleted_at is null and ${at} is not null`;
}

/** Events by kind, from tables of other features. */
const others: Readonly<Partial<Record<Kind, (customerId: string) => RawBuilder<unknown>>>> = {
  warn: (id) => sql`
    select ${wireInstant(sql`w.received_at`)}, 'warn', w.id, null, null, w.type, w.level, '/warn/sos?id=' || w.id
    from warn w where w.customer_id = ${id} and w.family <> 'health' and not w.test`,
  leave: (id) => sql`
    select ${wireInstant(sql`l.from_at`)}, 'leave', l.id, null, 'left', l.kind, null, null from customer_leave l where l.customer_id = ${id}
    union all select ${wireInstant(sql`l.returned_at`)}, 'leave', l.id, null, 'back', l.kind, null, null
    from customer_leave l where l.customer_id = ${id} and l.returned_at is not null`,
  state: (id) => sql`
    select ${wireInstant(sql`c.created_at`)}, 'state', c.id, null, 'created', null, null, null from customer c where c.id = ${id}
    union all select ${wireInstant(sql`l.at`)}, 'state', l.id, null, null, l.changes -> 'service_state' ->> 1, null, null
    from change_log l where l.table_name = 'customer' and l.row_id = ${id} and l.action = 'update' and l.changes ? 'service_state'`,
  device: (id) => sql`
    select ${wireInstant(sql`b.bound_at`)}, 'device', b.id, m.name || ' ' || e.sn, 'bound', null, null, null
    from equipment_binding b join equipment e on e.id = b.equipment_id join model m on m.id = e.model_id where b.customer_id = ${id}
    union all select ${wireInstant(sql`b.unbound_at`)}, 'device', b.id, m.name || ' ' || e.sn, 'unbound', null, null, null
    from equipment_binding b join equipment e on e.id = b.equipment_id join model m on m.id = e.model_id
    where b.customer_id = ${id} and b.unbound_at is not null`,
};

/** No rows: gives the columns of the union their types. */
const columns = sql`select null::text, null::text, null::bigint, null::text, null::text, null::text, null::int, null::text where false`;

/** Returns what happened to a customer, the newest first; 404 outside the scope. Values go back a year unless `from` says. */
export async function getArchiveTimeline(
  viewer: Viewer,
  { customerId, kind: kinds, from, to, sort, ...page }: InputOf<Api['getArchiveTimeline']>,
): Promise<Paged<Row>> {
  await customerOf(viewer, customerId);
  const includes = (kind: Kind) => !kinds?.length || kinds.includes(kind);
  const dates = (Object.keys(dated) as DatedSection[]).filter(includes);
  const parts = dates.map((kind) => sectionRows(kind, customerId));
  parts.unshift(columns);
  for (const [kind, part] of Object.entries(others)) if (includes(kind as Kind)) parts.push(part(customerId));
  const elsewhere = await eventsElsewhere(viewer, customerId, { from, to, includes });
  if (elsewhere.length > 0)
    parts.push(sql`
      select e.at, e.kind, e.id, e.name, e.text, null, e.level, e.url
      from jsonb_to_recordset(${JSON.stringify(elsewhere)}::jsonb) as e (at text, kind text, id bigint, name text, text text, level int, url text)`);
  if (parts.length === 1) return { rows: [], count: 0 };
  const all = sql`
    select * from (${sql.join(parts, sql` union all `)}) happened (at, kind, id, name, text, code, level, url)
    where at >= coalesce(${from?.slice(0, 10) ?? null}::text, '') and at <= coalesce(${to ?? null}::text, '9')`;
  const { limit, offset } = limitsOf(page);
  const order = sort?.[0]?.order === 'asc' ? sql`at, id` : sql`at desc, id desc`;
  const [rows, count] = await Promise.all([
    db.rows(sql<Found>`
      select at, kind, id::text, name, text, code, level, url from (${all}) chosen order by ${order} limit ${limit}::int offset ${offset}::int`),
    countOf(all, countLimit),
  ]);
  return { rows: rows.map((row) => shown(customerId, row)), count };
}

const leaveWords: Readonly<Record<string, string>> = { left: '离开', back: '返回' };

/** Titles and texts of kinds that are stored as codes. */
const wording: Readonly<Partial<Record<Kind, (found: Found) => Pick<Row, 'title' | 'text'>>>> = {
  warn: ({ code }) => ({ title: warnTypes[code as keyof typeof warnTypes] ?? timelineKinds.warn, text: null }),
  leave: ({ code, text }) => ({
    title: `${leaveKinds[code as keyof typeof leaveKinds] ?? timelineKinds.leave}${leaveWords[text ?? ''] ?? ''}`,
    text: null,
  }),
  state: ({ code, text }) => ({
    title: text === 'created' ? '建档' : labelOf('service_state', code ?? ''),
    text: null,
  }),
  device: ({ name, text }) => ({ title: text === 'bound' ? '绑定设备' : '解绑设备', text: name }),
  reading: ({ name, text }) => ({ title: name ?? timelineKinds.reading, text }),
  healthWarn: ({ name, text }) => ({ title: name ?? timelineKinds.healthWarn, text }),
  assessment: ({ name, text }) => ({ title: name ?? timelineKinds.assessment, text }),
  physical: ({ name, text }) => ({ title: name ?? timelineKinds.physical, text }),
  followUp: ({ name, text }) => ({ title: `${name ?? ''}${timelineKinds.followUp}`, text }),
};

function shown(customerId: string, found: Found): Row {
  const { at, kind, level, url } = found;
  const wordsOf = wording[kind];
  if (wordsOf) return { at, kind, ...wordsOf(found), level, url };
  return {
    ...{ at, kind, level: null },
    title: sectionTitles[kind as keyof typeof sectionTitles],
    text: [decrypted(found.name), decrypted(found.text)].filter(Boolean).join('，') || null,
    url: `/healthy/archives/${customerId}?section=${kind}`,
  };
}
