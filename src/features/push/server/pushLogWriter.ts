import { sql } from 'kysely';
import type { Decoded } from '#devices/message.ts';
import { log } from '#server/core/log.ts';
import { db, onPool } from '#server/db/db.ts';
import { withPartitions } from '#server/db/partitions.ts';
import { json, texts } from '#server/db/values.ts';
import { HourlyCounters } from '#server/ingest/quota.ts';
import type { pushReasons } from '../contract/log.ts';

export type Reason = keyof typeof pushReasons;

/** Maximum number of stored bytes of a refused body. */
const maxBodyBytes = 16_384;
/** Maximum number of log rows with bytes per hour: per source, and for all unknown sources together. */
const maxPerHour = 500;
const lines = new HourlyCounters(1000);

/** Signature headers of a push, without secrets. */
export interface Signed {
  timestamp: string;
  nonce: string;
  signature: string;
}

/** One push and its result. */
export interface Push {
  source: string;
  /** Whether a source of that name exists. */
  isSource: boolean;
  status: number;
  reason: Reason | null;
  /** Details of the reason: decoding errors (separated by `;`), or the number of bytes. */
  detail?: string;
  ms: number;
  /** null: the body was not read. */
  body: Buffer | null;
  signed: Signed | null;
  messages: readonly Decoded[];
}

const number = ({ number: of }: Decoded) => of.slice(0, 64);

/** Returns the registered devices of these numbers, by number. */
export async function devicesOf(numbers: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.rows(sql<{ number: string; id: string }>`
    select n.number, coalesce(i.equipment_id, e.id)::text as id from unnest(${texts(numbers)}) as n (number)
    left join equipment_identifier i on i.protocol = 'push' and i.number = n.number
    left join equipment e on i.equipment_id is null and e.sn = n.number and e.deleted_at is null`);
  return new Map(rows.flatMap((row) => (row.id ? [[row.number, row.id] as const] : [])));
}

/** Returns whether another log row with bytes may be written for the source in this hour. */
function canLogBody({ source, isSource }: Push): boolean {
  const counted = lines.of(isSource ? source : '', Date.now());
  if (!counted || counted.messages >= maxPerHour) return false;
  counted.messages += 1;
  return true;
}

async function write(push: Push): Promise<void> {
  const { source, status, reason, detail, ms, messages, body, signed } = push;
  if (reason !== null) {
    if (!canLogBody(push)) return;
    const state = status === 503 ? 'failed' : 'refused';
    const first = messages[0];
    await sql`
      insert into push_log (source, state, reason, http_status, ms, kind, number, body, signed)
      values (${source}, ${state}, ${detail ? `${reason}:${detail}` : reason}, ${status}, ${ms}, ${first?.kind ?? null}, ${first ? number(first) : null}, ${body?.subarray(0, maxBodyBytes) ?? null},
        ${signed ? json(signed) : null})`.execute(db);
    return;
  }
  const devices = await devicesOf([...new Set(messages.map(number))]);
  const rows = messages.map((message) => {
    const equipmentId = devices.get(number(message)) ?? null;
    const keepsBody = equipmentId === null && canLogBody(push);
    return {
      kind: message.kind.slice(0, 64),
      number: number(message),
      message_id: message.ownKey,
      equipment_id: equipmentId,
      state: equipmentId ? 'done' : 'unknown',
      reason: equipmentId ? null : 'device',
      body: keepsBody ? message.raw.slice(0, maxBodyBytes * 2) : null,
    };
  });
  await sql`
    insert into push_log (source, state, reason, http_status, ms, kind, number, message_id, equipment_id, body)
    select ${source}, r.state, r.reason, ${status}, ${ms}, r.kind, r.number, r.message_id, r.equipment_id, decode(r.body, 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (kind text, number text, message_id text, equipment_id bigint, state text, reason text, body text)`.execute(
    db,
  );
}

const writing = new Set<Promise<void>>();

/** Logs a push; a failing log never delays the answer. */
export function writePushLog(push: Push): Promise<void> {
  const done = onPool('web', () => withPartitions(() => write(push))).catch((error: unknown) =>
    log.warn({ err: error, source: push.source }, 'push not logged'),
  );
  writing.add(done);
  return done.finally(() => writing.delete(done));
}

/** Resolves when all started log rows are written. */
export async function pushLogWritten(): Promise<void> {
  await Promise.all(writing);
}

/** Maximum number of stored bodies per source; the newest stay. */
const maxStoredBodies = 1000;

export async function trimPushes(): Promise<void> {
  await sql`
    update push_log l set body = null, signed = null
    from (select at, id, row_number() over (partition by source order by at desc) as place from push_log
      where state in ('unknown', 'refused', 'failed') and body is not null) o
    where o.place > ${maxStoredBodies} and l.at = o.at and l.id = o.id`.execute(db);
}
