import { type RawBuilder, sql } from 'kysely';
import { invalidField, notFound } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { idIn } from '#server/db/filter.ts';
import { scoped } from '#server/db/scoped.ts';
import { and, bigints, texts } from '#server/db/values.ts';
import { unreadLabels } from '#shared/deviceLabels.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { type logApi, logDays, logHours } from '../contract.ts';

export type LogInput = Omit<InputOf<typeof logApi.getEquipmentLogList>, 'page' | 'limit'>;

/** Validated selection: devices and time span. */
export interface LogSelection {
  /** Null: every device in scope that speaks the protocol. */
  devices: string[] | null;
  /** ISO instants, both included. */
  from: string;
  to: string;
}

const hour = 3_600_000;

/** Maximum devices of a number, and of a gateway with those behind it. */
const maxNamed = 500;
const maxBehind = 10_001;

/** Returns the selected devices in scope; 404 if none is found. Null if none is named. */
async function devicesOf(viewer: Viewer, input: LogInput): Promise<string[] | null> {
  const { sn, equipmentId, gatewayId } = input;
  if (!sn && !equipmentId && !gatewayId) return null;
  const number = sn?.trim() ?? null;
  const rows = await db.rows(sql<{ id: string }>`
    select equipment.id::text from ${scoped(viewer, 'equipment')}
    where (${number}::text is null or equipment.sn = ${number} or equipment.imei = ${number}
        or equipment.id in (select equipment_id from equipment_identifier where number = ${number}))
      and (${equipmentId ?? null}::bigint is null or equipment.id = ${equipmentId ?? null})
      and (${gatewayId ?? null}::bigint is null or equipment.id = ${gatewayId ?? null} or equipment.gateway_id = ${gatewayId ?? null})
    order by equipment.id limit ${gatewayId ? maxBehind : maxNamed}`);
  if (rows.length === 0) throw notFound('设备');
  return rows.map((row) => row.id);
}

/** Returns the selected span in ms: from `from`, or for the given minutes or the maximum before `to` or now. */
function spanOf({ from, to, minutes }: LogInput, most: number): [from: number, to: number] {
  const end = to ? Date.parse(to) : Date.now();
  const begin = from && !minutes ? Date.parse(from) : end - (minutes ? minutes * 60_000 : most);
  // Another node's clock may be slightly ahead.
  return [begin, to ? end : end + 60_000];
}

/**
 * Validates devices and span: 7 days at most with devices, one hour for a whole protocol (no index helps further); 400
 * names what is missing.
 */
export async function logSelection(viewer: Viewer, input: LogInput): Promise<LogSelection> {
  const devices = await devicesOf(viewer, input);
  if (!devices && !input.protocol) throw invalidField('sn', '请选择设备或网关，或选择协议并把时间限定在一小时内');
  const most = devices ? logDays * 24 * hour : logHours * hour;
  const [from, to] = spanOf(input, most);
  if (to - from > most + 2 * 60_000)
    throw invalidField('from', devices ? `时间范围不能超过${logDays}天` : '只选协议时，时间范围不能超过一小时');
  if (input.keyword?.trim() && devices?.length !== 1) throw invalidField('keyword', '按内容查找须先选定一台设备');
  return { devices, from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

/** Returns the byte sequences of a keyword: its text, and its bytes if it is hex. */
export function needles(keyword: string): Buffer[] {
  const text = keyword.trim();
  const hex = text.replace(/^0x/i, '').replace(/\s+/g, '');
  const isHex = hex.length >= 2 && hex.length % 2 === 0 && /^[0-9a-f]+$/i.test(hex);
  return [Buffer.from(text, 'utf8'), ...(isHex ? [Buffer.from(hex, 'hex')] : [])];
}

/** Result of a message `r`; a push source may use the kinds `unknown` and `error` itself. */
export const outcome = sql`case
  when r.error = any(${texts(Object.keys(unreadLabels))}) then 'undecoded'
  when r.error is null and r.kind in ('unknown', 'error') and r.protocol not like 'push:%' then 'undecoded'
  when r.error is null then 'ok' when r.kind = 'error' then 'refused' else 'doubtful' end`;

/** Condition on the selected raw messages `r`; their device is joined as `equipment`, in scope. */
export function messagesWhere(
  viewer: Viewer,
  input: LogInput,
  { devices, from, to }: LogSelection,
): RawBuilder<unknown> {
  const kinds = input.kind?.length ? sql`r.kind = any(${texts(input.kind)})` : undefined;
  const results = input.result?.length ? sql`${outcome} = any(${texts(input.result)})` : undefined;
  const keyword = input.keyword?.trim();
  const [needle, hex] = keyword ? needles(keyword) : [];
  const inBytes =
    needle && sql`(position(${needle}::bytea in r.body) > 0 or position(${hex ?? needle}::bytea in r.body) > 0)`;
  return and(
    sql`r.received_at >= ${from}::timestamptz and r.received_at <= ${to}::timestamptz`,
    devices ? sql`r.device_id = any(${bigints(devices)})` : undefined,
    input.protocol ? sql`r.protocol = ${input.protocol}` : undefined,
    input.direction === 'down' ? sql`false` : undefined,
    input.late === undefined ? undefined : sql`r.late = ${input.late}`,
    input.committedFrom
      ? sql`date_trunc('milliseconds', r.committed_at) > ${input.committedFrom}::timestamptz`
      : undefined,
    input.gatewayId
      ? sql`(r.device_id = ${input.gatewayId} or r.gateway_id is null or r.gateway_id = ${input.gatewayId})`
      : undefined,
    idIn(sql`r.project_id`, viewer.scope.projects),
    kinds,
    results,
    inBytes,
  );
}

/** One row per try of a command, and one for a command never sent; alias `t`. */
export const tries = sql`lateral (select w.at, w.n::int as n from unnest(case when c.tried_at = '{}' then array[c.created_at] else c.tried_at end)
  with ordinality as w (at, n)) t`;
/** Result of a try: the last one has the command's state. */
export const tryResult = sql`case when t.n < cardinality(c.tried_at) then 'sent' when c.state = 'acknowledged' then 'ok' else c.state end`;

/** Condition on the selected tries of commands `c`. A keyword search skips commands. */
export function commandsWhere(input: LogInput, { devices, from, to }: LogSelection): RawBuilder<unknown> {
  const isOther = input.kind?.length ? !input.kind.includes('command') : false;
  const isLeftOut = input.direction === 'up' || input.keyword?.trim() || input.late || isOther;
  const changed = sql`date_trunc('milliseconds', greatest(t.at, c.answered_at))`;
  return and(
    isLeftOut ? sql`false` : undefined,
    // A command waits for its device for a week at most.
    sql`c.created_at >= ${from}::timestamptz - interval '7 days' and c.created_at <= ${to}::timestamptz`,
    sql`t.at >= ${from}::timestamptz and t.at <= ${to}::timestamptz`,
    devices ? sql`c.equipment_id = any(${bigints(devices)})` : undefined,
    input.protocol ? sql`m.protocol = ${input.protocol}` : undefined,
    input.result?.length ? sql`${tryResult} = any(${texts(input.result)})` : undefined,
    input.committedFrom ? sql`${changed} > ${input.committedFrom}::timestamptz` : undefined,
  );
}
