import { type RawBuilder, sql } from 'kysely';
import { type archiveApi, type SectionName, sectionTitles, timelineKinds } from '#features/archive/contract.ts';
import { customerOf } from '#features/customer/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { decrypted } from '#server/crud/storedValues.ts';
import { db } from '#server/db/db.ts';
import { countLimit, countOf, limitsOf } from '#server/db/paging.ts';
import { wireInstant } from '#server/db/values.ts';
import { keysOf, warnTypes } from '#shared/codes.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';

type Api = typeof archiveApi;
type Row = OutputOf<Api['getArchiveTimeline']>;
type Kind = Row['kind'];

interface Found {
  at: string;
  kind: Kind;
  id: string;
  /** Encrypted name of a section's row. */
  name: string | null;
  /** Encrypted text beside the name. */
  text: string | null;
  /** Code in clear. */
  code: string | null;
  level: number | null;
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
    select ${at} as at, ${kind}::text as kind, id, ${name} as name, ${text} as text, null as code, null::int as level
    from ${sql.table(kind)} where customer_id = ${customerId} and deleted_at is null and ${at} is not null`;
}

const warnRows = (customerId: string) => sql`
  select ${wireInstant(sql`w.received_at`)}, 'warn', w.id, null, null, w.type, w.level from warn w where w.customer_id = ${customerId} and not w.test`;

/** Returns what happened to a customer, the newest first; 404 outside the scope. */
export async function getArchiveTimeline(
  viewer: Viewer,
  { customerId, kind: kinds, from, to, sort, ...page }: InputOf<Api['getArchiveTimeline']>,
): Promise<Paged<Row>> {
  await customerOf(viewer, customerId);
  const wanted = (kind: Kind) => !kinds?.length || kinds.includes(kind);
  const parts = keysOf(dated)
    .filter(wanted)
    .map((kind) => sectionRows(kind, customerId));
  if (wanted('warn')) parts.push(warnRows(customerId));
  if (parts.length === 0) return { rows: [], count: 0 };
  const all = sql`
    select * from (${sql.join(parts, sql` union all `)}) happened
    where ${from ? sql`at >= ${from.slice(0, 10)}` : sql`true`} and ${to ? sql`at <= ${to}` : sql`true`}`;
  const { limit, offset } = limitsOf(page);
  const order = sort?.[0]?.order === 'asc' ? sql`at, id` : sql`at desc, id desc`;
  const [rows, count] = await Promise.all([
    db.rows(sql<Found>`
      select at, kind, id::text, name, text, code, level from (${all}) chosen order by ${order} limit ${limit} offset ${offset}`),
    countOf(all, countLimit),
  ]);
  return { rows: rows.map(shown), count };
}

function shown({ at, kind, id, name, text, code, level }: Found): Row {
  if (kind === 'warn')
    return {
      at,
      kind,
      title: warnTypes[code as keyof typeof warnTypes] ?? timelineKinds.warn,
      text: null,
      level,
      url: `/warn/sos?id=${id}`,
    };
  const title = sectionTitles[kind as keyof typeof sectionTitles];
  return {
    at,
    kind,
    title,
    text: [decrypted(name), decrypted(text)].filter(Boolean).join('，') || null,
    level: null,
    url: null,
  };
}
