import { type RawBuilder, sql } from 'kysely';
import { hasConsent } from '#features/customer/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { idIn } from '#server/db/filter.ts';
import { scoped } from '#server/db/scoped.ts';
import { and, bigints } from '#server/db/values.ts';
import { deviceCommands } from '#shared/codes.ts';
import { errorLabel } from '#shared/deviceLabels.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import type { logApi } from '../contract/log.ts';
import { holdsNumbers, maskNumbers } from './commandRows.ts';
import { decoderOf, printable, type ReadAgain, shownDecoded } from './logDecode.ts';
import { maskNumberBytes, maskPhones } from './logMasking.ts';
import { type LogSelection, outcome, tries, tryResult } from './logWhere.ts';

export type LogRow = OutputOf<typeof logApi.getEquipmentLogList>;

/** What a row of the log is read by; `key` is of a message, `command` and `try` of a command. */
export interface LogKey {
  device: string;
  at: string;
  key: string | null;
  command: string | null;
  try: number | null;
}

/** A row as it is stored. */
export interface StoredLog {
  device: string;
  key: string | null;
  command: string | null;
  try: number | null;
  sn: string;
  equipmentName: string;
  customerId: string | null;
  customerName: string | null;
  model: string;
  profile: unknown;
  events: unknown;
  protocol: string;
  kind: string;
  body: Buffer;
  size: number;
  deviceTime: string | null;
  receivedAt: string;
  committedAt: string;
  late: boolean;
  result: string;
  error: string | null;
  effects: { kind: string; id: string }[] | null;
  asked: Record<string, unknown> | null;
  /** Who had the device then does not agree to being located. */
  unagreed: boolean;
}

/** What of the log somebody may see who may see it: health values, and numbers of people. */
export interface LogVisibility {
  health: boolean;
  numbers: boolean;
}

const ofDevice = sql`equipment.sn, equipment.name as "equipmentName", equipment.customer_id::text as "customerId",
  (select c.name from customer c where c.id = equipment.customer_id) as "customerName", m.code as model, m.profile, m.events`;

/** Somebody who had a device and does not agree to being located. */
const unlocated = sql`select 1 from equipment_binding b join customer on customer.id = b.customer_id and not ${hasConsent('location')}`;

/** Whether a place that one of the devices told may be somebody's who does not agree to it. */
export async function hidesPlaces(devices: readonly string[]): Promise<boolean> {
  const { rows } = await sql`${unlocated} where b.equipment_id = any(${bigints(devices)}) limit 1`.execute(db);
  return rows.length > 0;
}

/** That who had the device of a message `r` does not agree to being located. */
const unagreed = sql`exists (
  ${unlocated}
  where b.equipment_id = r.device_id and b.bound_at <= r.received_at and (b.unbound_at is null or b.unbound_at > r.received_at))`;

/** Bytes of a message that are read for a list: longer ones are voice or a photo. */
const readBytes = 65_536;
/** Bytes of each row that a list carries. */
const listBytes = 4096;

/** The rows of these keys in their order, as far as their devices are in scope; `whole`: with all of their bytes. */
export async function storedLogs(
  viewer: Viewer,
  keys: readonly LogKey[],
  { from, to }: Pick<LogSelection, 'from' | 'to'>,
  full = false,
): Promise<StoredLog[]> {
  const messages = keys.filter(({ key }) => key !== null);
  const commands = keys.flatMap(({ command }) => command ?? []);
  const [up, down] = await Promise.all([
    messages.length > 0 ? upRows(viewer, messages, { from, to }, full ? 2_000_000 : readBytes) : [],
    commands.length > 0 ? downRows(viewer, sql`c.id = any(${bigints(commands)})`) : [],
  ]);
  const nameOf = (log: Omit<LogKey, 'at'>) => (log.command ? `${log.command}.${log.try}` : `${log.device} ${log.key}`);
  const byKey = new Map([...up, ...down].map((row) => [nameOf(row), row]));
  return keys.flatMap((key) => byKey.get(nameOf(key)) ?? []);
}

async function upRows(
  viewer: Viewer,
  keys: readonly LogKey[],
  { from, to }: Pick<LogSelection, 'from' | 'to'>,
  bytes: number,
): Promise<StoredLog[]> {
  const keyRows = JSON.stringify(keys.map(({ device, at, key }) => ({ device, at, key })));
  const { rows } = await sql<StoredLog>`
    select r.device_id::text as device, r.key::text as key, null as command, null::int as try, ${ofDevice}, r.protocol, r.kind, substring(r.body from 1 for ${bytes}) as body, length(r.body) as size,
      r.device_time as "deviceTime", r.received_at as "receivedAt", r.committed_at as "committedAt", r.late,
      ${outcome} as result,
      coalesce(r.error, case when length(r.body) = 0 then '没有定位同意，位置没有保存' end) as error, r.effects, null::jsonb as asked, ${unagreed} as unagreed
    from jsonb_to_recordset(${keyRows}::jsonb) as k (device bigint, at timestamptz, key bigint)
    join lateral (select * from raw_message where device_id = k.device and key = k.key and received_at >= k.at and received_at < k.at + interval '1 millisecond'
      and received_at >= ${from}::timestamptz and received_at <= ${to}::timestamptz) r on ${and(idIn(sql`r.project_id`, viewer.scope.projects))}
    join ${scoped(viewer, 'equipment')} on equipment.id = r.device_id join model m on m.id = equipment.model_id`.execute(
    db,
  );
  return rows;
}

async function downRows(viewer: Viewer, where: RawBuilder<unknown>): Promise<StoredLog[]> {
  const { rows } = await sql<StoredLog>`
    select c.equipment_id::text as device, null as key, c.id::text as command, t.n as try, ${ofDevice}, m.protocol, 'command' as kind,
      coalesce(c.bytes, ''::bytea) as body, coalesce(length(c.bytes), 0) as size, null as "deviceTime", t.at as "receivedAt", c.created_at as "committedAt", false as late,
      ${tryResult} as result, null as error, null::jsonb as effects,
      jsonb_build_object('command', c.command, 'params', c.params, 'try', t.n, 'tries', c.tries, 'state', c.state, 'answer', c.answer) as asked, false as unagreed
    from equipment_command c cross join ${tries} join ${scoped(viewer, 'equipment')} on equipment.id = c.equipment_id join model m on m.id = equipment.model_id
    where ${where}`.execute(db);
  return rows;
}

/** A row's id on the wire. */
export function logId({ device, key, command, receivedAt, try: attempt }: StoredLog): string {
  return command ? `c${command}.${attempt}` : `${device}.${Date.parse(receivedAt)}.${key}`;
}

/** What is seen of a message: nothing of its bytes where they may tell what is not to be seen. */
interface ReadLog {
  log: StoredLog;
  read: ReadAgain | null;
  covered: boolean;
}

/** That a message tells a place by itself; what an alarm brings along is the alarm's. */
const tellsPlace = ({ messages }: ReadAgain) =>
  messages.some(({ position, alarms }) => position !== null && alarms.length === 0);

/** Reads a message as far as it may be seen: without a place that nobody agreed to, and without what is not in sight. */
export async function readLog(
  log: StoredLog,
  decoder: ReturnType<typeof decoderOf>,
  { health, numbers }: LogVisibility,
): Promise<ReadLog> {
  const seen = await decodeLog(log, decoder, health);
  if (numbers || log.asked) return seen;
  const bare = { ...seen.log, body: maskNumberBytes(seen.log.body) };
  return { ...seen, log: bare, read: seen.read && maskPhones(seen.read) };
}

async function decodeLog(log: StoredLog, decoder: ReturnType<typeof decoderOf>, health: boolean): Promise<ReadLog> {
  if (log.asked) return { log, read: null, covered: false };
  const read = await decoder(log, health);
  const empty = { ...log, body: Buffer.alloc(0) };
  if (log.unagreed && (log.kind === 'position' || read === null || tellsPlace(read)))
    return { log: { ...empty, error: log.error ?? '没有定位同意，位置不显示' }, read: null, covered: false };
  // Nobody knows which of its bytes tell of somebody's health.
  if (read === null && !health) return { log: empty, read, covered: true };
  return { log, read, covered: read?.covered ?? false };
}

function shownLog({ log, read, covered }: ReadLog, numbers: boolean, most: number): LogRow {
  const hidesParams = log.asked !== null && !numbers && holdsNumbers(log.asked.command);
  const request = hidesParams ? (maskNumbers(log.asked) as Record<string, unknown>) : log.asked;
  const raw = hidesParams ? Buffer.alloc(0) : (read?.body ?? log.body).subarray(0, most);
  const delay = log.deviceTime ? (Date.parse(log.receivedAt) - Date.parse(log.deviceTime)) / 1000 : null;
  return {
    id: logId(log),
    equipmentId: log.device,
    sn: log.sn,
    equipmentName: log.equipmentName,
    customerId: log.customerId,
    customerName: log.customerName,
    model: log.model,
    protocol: log.protocol,
    direction: request ? 'down' : 'up',
    kind: log.kind,
    raw: raw.toString('hex'),
    text: printable(raw),
    size: log.size,
    deviceTime: log.deviceTime,
    receivedAt: log.receivedAt,
    committedAt: log.committedAt,
    delay,
    late: log.late,
    result: log.result as LogRow['result'],
    error: log.error && errorLabel(log.error),
    ...contentOf({ ...log, asked: request }, read, raw.length),
    covered,
  };
}

/** 立即定位, and the how manieth try it was where there was more than one. */
function commandText({ command, try: attempt, tries: all }: Record<string, unknown>): string {
  const name = deviceCommands[command as keyof typeof deviceCommands] ?? String(command);
  return Number(all) > 1 ? `${name}（第 ${attempt} 次）` : name;
}

/** What a row means: of a command what was asked, of a message what it says when it is read again; spans of the bytes that are there. */
function contentOf(
  { asked: request, effects, result, kind, error }: StoredLog,
  read: ReadAgain | null,
  length: number,
) {
  if (request) return { summary: commandText(request), decoded: request, spans: [], effects: [] };
  // What it seems to say was not taken.
  const isUndecoded = result !== 'ok' && kind === 'error';
  return {
    summary: isUndecoded && error ? `${errorLabel(error)}，已存原文` : (read?.summary ?? ''),
    decoded: shownDecoded(read),
    spans: (read?.spans ?? []).filter(({ to }) => to <= length),
    effects: [...(effects ?? []), ...(isUndecoded ? [] : (read?.effects ?? []))],
  };
}

/** Rows of a list as the wire has them: health values are covered for everybody, numbers of people unless `numbers`. */
export async function listedLogs(stored: readonly StoredLog[], numbers: boolean): Promise<LogRow[]> {
  const decoder = decoderOf();
  const rows: LogRow[] = [];
  for (const log of stored)
    rows.push(shownLog(await readLog(log, decoder, { health: false, numbers }), numbers, listBytes));
  return rows;
}

/** One row with all of its bytes, and how it was read. */
export async function fullLog(
  stored: StoredLog,
  visibility: LogVisibility,
): Promise<{ row: LogRow; read: ReadAgain | null }> {
  const seen = await readLog(stored, decoderOf(), visibility);
  return { row: shownLog(seen, visibility.numbers, Number.POSITIVE_INFINITY), read: seen.read };
}
