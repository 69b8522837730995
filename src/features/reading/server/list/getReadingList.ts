import { sql } from 'kysely';
import { customerOf } from '#features/customer/server/service.ts';
import type { readingApi } from '#features/reading/contract.ts';
import { decrypt } from '#server/core/crypto.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { limitsOf } from '#server/db/paging.ts';
import { instants, int8s, texts } from '#server/db/pgBinary.ts';
import { zoneOf } from '#server/db/zone.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { keysOfKinds, mealOf, type ReadingKindName, readingFlag, readingKinds } from '#shared/health/readingKinds.ts';
import { type Judge, judgeFor } from '../levels.ts';
import { sourceOf } from '../source.ts';
import { type Span, spanRows, spansOf } from '../spans.ts';
import { readingId } from './readingId.ts';

type Api = typeof readingApi;
type Input = InputOf<Api['getReadingList']>;
type Listed = OutputOf<Api['getReadingList']>;
/** Listed value of a person. */
export type ListedReading = Listed;
type Filters = Omit<Input, 'page' | 'limit'>;

/** Newest values that are listed; a longer span is narrowed by the reader. */
const maxValues = 5000;
const longestDays = 366;
const countsNowhere = readingFlag.implausible | readingFlag.withdrawn | readingFlag.doubted;

interface Stored {
  sourceId: string;
  metric: ReadingKindName;
  at: string;
  value: number;
  flags: number;
}

/** Returns the newest values of the spans, those that count nowhere included. */
async function valuesOf(
  tx: Db,
  spans: readonly Span[],
  { kind, from, to, withdrawn }: Filters,
  limit: number,
): Promise<Stored[]> {
  const kinds = kind ?? keysOfKinds;
  const start = new Date(from).toISOString();
  const end = new Date(Date.parse(to) + 1).toISOString();
  return tx.rows(sql<Stored>`
    select v.source::text as "sourceId", v.metric, v.at, v.value, v.flags from (
      select s.source, r.metric, r.at, r.value, r.flags from ${spanRows(spans)} join reading r on r.device_id = s.source and r.metric = any(${kinds}::text[])
        and r.at >= s.since and r.at < s.until and r.at >= ${start}::timestamptz and r.at < ${end}::timestamptz
      union
      select s.source, r.metric, r.at, r.value, r.flags from ${spanRows(spans)} join reading_kept r on r.device_id = s.source and r.metric = any(${kinds}::text[])
        and r.at >= s.since and r.at < s.until and r.at >= ${start}::timestamptz and r.at < ${end}::timestamptz) v
    where ${withdrawn ?? null}::boolean is null or (v.flags & ${readingFlag.withdrawn}::int <> 0) = ${withdrawn ?? null}::boolean
    order by v.at desc, v.metric, v.source limit ${limit}::int`);
}

interface Change {
  at: string;
  by: string | null;
}

interface Detail {
  n: number;
  device: string | null;
  by: string | null;
  remarkCipher: string | null;
  lateCipher: string | null;
  given: { value: number; unit: string } | null;
  former: (Change & { value: number })[];
  withdrawal: (Change & { reasonCipher: string }) | null;
}

/** Returns, in the order of the values, the device, who entered each, what it replaced, and why it was withdrawn. */
async function detailsOf(tx: Db, values: readonly Stored[]): Promise<Map<number, Detail>> {
  const instant = sql`'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;
  const rows = await tx.rows(sql<Detail>`
    select v.n::int as n, m.name || ' ' || e.sn as device, u.name as by, o.remark_cipher as "remarkCipher", o.reason_cipher as "lateCipher",
      case when o.id is not null then json_build_object('value', o.value, 'unit', o.unit) end as given, f.former, w.withdrawal
    from unnest(${int8s(values.map(({ sourceId }) => sourceId))}::bigint[], ${texts(values.map(({ metric }) => metric))}::text[],
      ${instants(values.map(({ at }) => Date.parse(at)))}::timestamptz[]) with ordinality as v (source, metric, at, n)
    left join equipment e on e.id = v.source left join model m on m.id = e.model_id
    left join lateral (
      select note.* from reading_note note
      where note.source_id = v.source and note.metric = v.metric and note.at = v.at and note.kind <> 'withdrawn' order by note.id desc limit 1) o on true
    left join "user" u on u.id = o.created_by
    left join lateral (
      select coalesce(json_agg(json_build_object('value', r.former_value, 'by', r.name, 'at', to_char(r.created_at at time zone 'UTC', ${instant})) order by r.id desc), '[]') as former
      from (
        select note.id, note.former_value, note.created_at, changer.name from reading_note note left join "user" changer on changer.id = note.created_by
        where note.source_id = v.source and note.metric = v.metric and note.kind = 'replaced'
          and note.at >= date_trunc('minute', v.at) and note.at < date_trunc('minute', v.at) + interval '1 minute' order by note.id desc limit 20) r) f on true
    left join lateral (
      select json_build_object('reasonCipher', note.reason_cipher, 'by', voider.name, 'at', to_char(note.created_at at time zone 'UTC', ${instant})) as withdrawal
      from reading_note note left join "user" voider on voider.id = note.created_by
      where note.source_id = v.source and note.metric = v.metric and note.kind = 'withdrawn' and note.at <= v.at and note.until >= v.at order by note.id desc limit 1) w on true`);
  return new Map(rows.map((row) => [row.n, row]));
}

const plain = (cipher: string | null | undefined) => (cipher ? decrypt(cipher) : null);

/** Returns what became of a value. */
function historyOf({ flags }: Stored, detail: Detail | undefined) {
  const { withdrawal = null } = detail ?? {};
  const isWithdrawn = (flags & readingFlag.withdrawn) !== 0;
  return {
    given: detail?.given ?? null,
    lateReason: plain(detail?.lateCipher),
    former: detail?.former ?? [],
    withdrawal:
      isWithdrawn && withdrawal
        ? { reason: decrypt(withdrawal.reasonCipher), at: withdrawal.at, by: withdrawal.by }
        : null,
  };
}

function requireSpan({ from, to }: Filters): void {
  if (Date.parse(from) > Date.parse(to)) throw invalidField('to', '结束时间不能早于开始时间', 'order');
  if (Date.parse(to) - Date.parse(from) > longestDays * 86_400_000) throw invalidField('from', '最多查看一年', 'range');
}

const levelIn = (judge: Judge, { metric, value, flags }: Stored) =>
  (flags & countsNowhere) === 0 ? judge({ metric, value, flags, inBed: null }) : null;

interface Judged extends Stored {
  level: Listed['level'];
  meal: Listed['meal'];
}

/** Returns the newest values that the filters select, at most `limit` before those of level and meal. */
async function selected(viewer: Viewer, input: Filters, limit: number): Promise<Judged[]> {
  requireSpan(input);
  const { customerId, from, to, level, meal, sort, sourceId } = input;
  await customerOf(viewer, customerId);
  const every = await spansOf(db, customerId, Date.parse(from), Date.parse(to) + 1);
  const spans = every.filter((span) => sourceId === undefined || span.sourceId === sourceId);
  const judge = await judgeFor(db, customerId);
  const all = (await valuesOf(db, spans, input, limit))
    .map((value) => ({ ...value, level: levelIn(judge, value), meal: mealOf(value.flags) }))
    .filter((value) => !level || (value.level !== null && level.includes(value.level)))
    .filter((value) => !meal || (value.meal !== null && meal.includes(value.meal)));
  return sort?.[0]?.order === 'asc' ? all.reverse() : all;
}

/** Returns the rows of values with device, user and remark. */
async function listed(values: readonly Judged[]): Promise<ListedReading[]> {
  const details = await detailsOf(db, values);
  return values.map((stored, index) => {
    const { sourceId, metric, flags, ...value } = stored;
    const detail = details.get(index + 1);
    return {
      ...value,
      id: readingId({ sourceId, metric, at: Date.parse(value.at) }),
      kind: metric,
      unit: readingKinds[metric].unit,
      source: sourceOf({ flags, sourceId, device: detail?.device ?? null }),
      by: detail?.by ?? null,
      remark: plain(detail?.remarkCipher),
      flags,
      ...historyOf(stored, detail),
    };
  });
}

/** Returns a person's values, newest first, withdrawn and implausible ones too; at most the newest 5,000 of the span. */
export async function getReadingList(viewer: Viewer, input: Input): Promise<Paged<Listed>> {
  const all = await selected(viewer, input, maxValues);
  const { limit, offset } = limitsOf(input);
  return { rows: await listed(all.slice(offset, offset + limit)), count: all.length };
}

/** Rows per batch of an export. */
const batchSize = 1000;

/** Returns the rows of an export with the customer's name and time zone; stops at `maxRows` + 1. */
export function readingSource(viewer: Viewer, filters: Partial<Filters>, maxRows: number) {
  const { customerId, from, to } = filters;
  if (!customerId || !from || !to) throw invalidField('filters', '请选择客户和起止时间', 'required');
  const values = () => selected(viewer, { ...filters, customerId, from, to }, maxRows + 1);
  return {
    count: async () => (await values()).length,
    async *batches() {
      const all = await values();
      const { name, projectId } = await customerOf(viewer, customerId);
      const zone = await db.row(sql<{ timeZone: string }>`select ${zoneOf(sql`${projectId}::bigint`)} as "timeZone"`);
      const person = { customerName: name, timeZone: zone?.timeZone ?? 'Asia/Shanghai' };
      for (let offset = 0; offset < all.length; offset += batchSize)
        yield (await listed(all.slice(offset, offset + batchSize))).map((row) => ({ ...row, ...person }));
    },
  };
}
