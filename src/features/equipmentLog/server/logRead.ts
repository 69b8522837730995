import { type RawBuilder, sql } from 'kysely';
import { hasConsent } from '#features/customer/server/service.ts';
import { holdsNumbers, maskNumbers } from '#features/equipmentCommand/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { idIn } from '#server/db/filter.ts';
import { scoped } from '#server/db/scoped.ts';
import { and, bigints } from '#server/db/values.ts';
import { deviceCommands } from '#shared/codes.ts';
import { errorLabel } from '#shared/deviceLabels.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import type { logApi } from '../contract.ts';
import { decoderOf, printable, type ReadAgain, shownDecoded } from './logDecode.ts';
import { maskNumberBytes, maskPhones } from './logMasking.ts';
import { type LogSelection, outcome, tries, tryResult } from './logWhere.ts';

export type LogRow = OutputOf<typeof logApi.getEquipmentLogList>;

/** Key of a log row: `key` for a message, `command` and `try` for a command. */
export interface LogKey {
  device: string;
  at: string;
  key: string | null;
  command: string | null;
  try: number | null;
}

/** Stored log row. */
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
  modelKind: string;
  events: unknown;
  protocol: string;
  /** Word for the topic, and the gateway by which it came. */
  topic: string | null;
  gatewayId: string | null;
  gatewayName: string | null;
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
  /** The customer at that time has no location consent. */
  unagreed: boolean;
}

/** Permissions of the viewer on the log: health values, and phone numbers. */
export interface LogVisibility {
  health: boolean;
  numbers: boolean;
}

const ofDevice = sql`equipment.sn, equipment.name as "equipmentName", equipment.customer_id::text as "customerId",
  (select c.name from customer c where c.id = equipment.customer_id) as "customerName", m.code as model, m.profile, m.events, m.kind as "modelKind"`;

/** Bindings of customers without a location consent. */
const unlocated = sql`select 1 from equipment_binding b join customer on customer.id = b.customer_id and not ${hasConsent('location')}`;

/** Returns whether one of the devices may have reported positions of a customer without a location consent. */
export async function hidesPlaces(devices: readonly string[]): Promise<boolean> {
  const rows = await db.rows(sql`${unlocated} where b.equipment_id = any(${bigints(devices)}) limit 1`);
  return rows.length > 0;
}

/** Condition that the customer of a message `r` has no location consent. */
const unagreed = sql`exists (
  ${unlocated}
  where b.equipment_id = r.device_id and b.bound_at <= r.received_at and (b.unbound_at is null or b.unbound_at > r.received_at))`;

/** Bytes per message read for a list: longer messages are voice or a photo. */
const readBytes = 65_536;
/** Bytes per row sent in a list. */
const listBytes = 4096;

/** Returns the rows of these keys in order, as far as their devices are in scope; `full`: with all bytes. */
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
  return db.rows(sql<StoredLog>`
    select r.device_id::text as device, r.key::text as key, null as command, null::int as try, ${ofDevice}, r.protocol, r.topic, r.gateway_id::text as "gatewayId", (select g.name from equipment g where g.id = r.gateway_id) as "gatewayName", r.kind, substring(r.body from 1 for ${bytes}) as body, length(r.body) as size,
      r.device_time as "deviceTime", r.received_at as "receivedAt", r.committed_at as "committedAt", r.late,
      ${outcome} as result,
      coalesce(r.error, case when length(r.body) = 0 then '没有定位同意，位置没有保存' end) as error, r.effects, null::jsonb as asked, ${unagreed} as unagreed
    from jsonb_to_recordset(${keyRows}::jsonb) as k (device bigint, at timestamptz, key bigint)
    join lateral (select * from raw_message where device_id = k.device and key = k.key and received_at >= k.at and received_at < k.at + interval '1 millisecond'
      and received_at >= ${from}::timestamptz and received_at <= ${to}::timestamptz) r on ${and(idIn(sql`r.project_id`, viewer.scope.projects))}
    join ${scoped(viewer, 'equipment')} on equipment.id = r.device_id join model m on m.id = equipment.model_id`);
}

async function downRows(viewer: Viewer, where: RawBuilder<unknown>): Promise<StoredLog[]> {
  return db.rows(sql<StoredLog>`
    select c.equipment_id::text as device, null as key, c.id::text as command, t.n as try, ${ofDevice}, m.protocol, null as topic, null::text as "gatewayId", null as "gatewayName", 'command' as kind,
      coalesce(c.bytes, ''::bytea) as body, coalesce(length(c.bytes), 0) as size, null as "deviceTime", t.at as "receivedAt", c.created_at as "committedAt", false as late,
      ${tryResult} as result, null as error, null::jsonb as effects,
      jsonb_build_object('command', c.command, 'params', c.params, 'try', t.n, 'tries', c.tries, 'state', c.state, 'answer', c.answer) as asked, false as unagreed
    from equipment_command c cross join ${tries} join ${scoped(viewer, 'equipment')} on equipment.id = c.equipment_id join model m on m.id = equipment.model_id
    where ${where}`);
}

/** Returns a row's API id. */
export function logId({ device, key, command, receivedAt, try: attempt }: StoredLog): string {
  return command ? `c${command}.${attempt}` : `${device}.${Date.parse(receivedAt)}.${key}`;
}

/** Message as visible to the viewer: without bytes if they may reveal hidden values. */
interface ReadLog {
  log: StoredLog;
  read: ReadAgain | null;
  covered: boolean;
}

/** Returns whether a message reports a position by itself; a position with an alarm belongs to the alarm. */
const tellsPlace = ({ messages }: ReadAgain) =>
  messages.some(({ position, alarms }) => position !== null && alarms.length === 0);

/** Reads a message as the viewer may see it: without positions that lack consent, and without masked values. */
export async function readLog(
  log: StoredLog,
  decoder: ReturnType<typeof decoderOf>,
  { health, numbers }: LogVisibility,
): Promise<ReadLog> {
  const visible = await decodeLog(log, decoder, health);
  if (numbers || log.asked) return visible;
  const bare = { ...visible.log, body: maskNumberBytes(visible.log.body) };
  return { ...visible, log: bare, read: visible.read && maskPhones(visible.read) };
}

async function decodeLog(log: StoredLog, decoder: ReturnType<typeof decoderOf>, health: boolean): Promise<ReadLog> {
  if (log.asked) return { log, read: null, covered: false };
  const read = await decoder(log, health);
  const empty = { ...log, body: Buffer.alloc(0) };
  if (log.unagreed && (log.kind === 'position' || read === null || tellsPlace(read)))
    return { log: { ...empty, error: log.error ?? '没有定位同意，位置不显示' }, read: null, covered: false };
  // Unknown bytes may contain health values.
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
    topic: log.topic,
    gatewayId: log.gatewayId,
    gatewayName: log.gatewayName,
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

/** Returns the command's name, with the number of the try if there are several. */
function commandText({ command, try: attempt, tries: all }: Record<string, unknown>): string {
  const name = deviceCommands[command as keyof typeof deviceCommands] ?? String(command);
  return Number(all) > 1 ? `${name}（第 ${attempt} 次）` : name;
}

/** Returns the content of a row: a command's request, or a message decoded again; spans only of the bytes present. */
function contentOf(
  { asked: request, effects, result, kind, error }: StoredLog,
  read: ReadAgain | null,
  length: number,
) {
  if (request) return { summary: commandText(request), decoded: request, spans: [], effects: [] };
  // A refused message was not applied, so its decoded content is not shown.
  const isUndecoded = result !== 'ok' && kind === 'error';
  return {
    summary: isUndecoded && error ? `${errorLabel(error)}，已存原文` : (read?.summary ?? ''),
    decoded: shownDecoded(read),
    spans: (read?.spans ?? []).filter(({ to }) => to <= length),
    effects: [...(effects ?? []), ...(isUndecoded ? [] : (read?.effects ?? []))],
  };
}

/** Returns rows of a list: health values are always covered, phone numbers unless `numbers`. */
export async function listedLogs(stored: readonly StoredLog[], numbers: boolean): Promise<LogRow[]> {
  const decoder = decoderOf();
  const rows: LogRow[] = [];
  for (const log of stored)
    rows.push(shownLog(await readLog(log, decoder, { health: false, numbers }), numbers, listBytes));
  return rows;
}

/** Returns one row with all its bytes, and the decoded message. */
export async function fullLog(
  stored: StoredLog,
  visibility: LogVisibility,
): Promise<{ row: LogRow; read: ReadAgain | null }> {
  const visible = await readLog(stored, decoderOf(), visibility);
  return { row: shownLog(visible, visibility.numbers, Number.POSITIVE_INFINITY), read: visible.read };
}
