import { type RawBuilder, sql } from 'kysely';
import { cooperativePause } from '#server/core/alarmPriority.ts';
import { notFound } from '#server/core/problem.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { countLimit, countOf, limitsOf, orderOf, type Page } from '#server/db/paging.ts';
import { scoped } from '#server/db/scoped.ts';
import { errorLabel } from '#shared/deviceLabels.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import type { logApi } from '../contract.ts';
import { decoderOf, printable } from './logDecode.ts';
import {
  fullLog,
  hidesPlaces,
  type LogKey,
  type LogRow,
  type LogVisibility,
  listedLogs,
  logId,
  readLog,
  type StoredLog,
  storedLogs,
} from './logRead.ts';
import { storedOf } from './logStored.ts';
import {
  commandsWhere,
  type LogInput,
  type LogSelection,
  logSelection,
  messagesWhere,
  needles,
  tries,
} from './logWhere.ts';

type Input = InputOf<typeof logApi.getEquipmentLogList>;

/** Matching messages that a keyword search reads for a viewer who may not see everything. */
const maxMasked = 2000;
/** Messages in memory at once, each with all its bytes. */
const atOnce = 100;

const logVisibilityOf = (viewer: Viewer): LogVisibility => ({
  health: hasPermission(viewer, 'archive:list'),
  numbers: hasPermission(viewer, 'pii:reveal'),
});

/** Selects keys of messages and commands. */
function keysOf(viewer: Viewer, input: LogInput, of: LogSelection): RawBuilder<unknown> {
  return sql`
    select r.device_id as device, r.received_at as at, r.device_time, r.key, null::bigint as command, null::int as try
    from raw_message r join ${scoped(viewer, 'equipment')} on equipment.id = r.device_id where ${messagesWhere(viewer, input, of)}
    union all
    select c.equipment_id, t.at, null, null, c.id, t.n
    from equipment_command c cross join ${tries} join ${scoped(viewer, 'equipment')} on equipment.id = c.equipment_id join model m on m.id = equipment.model_id
    where ${commandsWhere(input, of)}`;
}

function keyOrder({ sort }: LogInput): RawBuilder<unknown> {
  const fields = { receivedAt: sql`k.at`, deviceTime: sql`k.device_time` };
  const requested = sort?.slice(0, 1) ?? [];
  const newest = [{ field: 'receivedAt', order: 'desc' }] as const;
  return orderOf(
    requested.length > 0 ? requested : newest,
    fields,
    sql`k.command desc nulls first, k.try desc, k.key desc`,
  );
}

/** Returns one page of keys. */
async function pageOfKeys(
  viewer: Viewer,
  input: LogInput,
  of: LogSelection,
  { limit, offset }: Page,
): Promise<LogKey[]> {
  for (const part of partsOf(input, of)) {
    const rows = await db.rows(sql<LogKey>`
      select k.device::text, k.at, k.key::text, k.command::text, k.try from (${keysOf(viewer, input, part)}) k
      order by ${keyOrder(input)} limit ${limit} offset ${offset}`);
    if (rows.length === limit || part === of) return rows;
  }
  return [];
}

/** For a whole protocol, minutes of the span's end to try first: a page rarely needs the whole hour sorted. */
const endMinutes = [1, 6];

/** Returns spans to read in turn until one fills the page; the last is the requested one. */
function partsOf({ sort }: LogInput, of: LogSelection): LogSelection[] {
  const [by] = sort ?? [];
  if (of.devices || by?.field === 'deviceTime') return [of];
  const [from, to] = [Date.parse(of.from), Math.min(Date.parse(of.to), Date.now())];
  const ends = endMinutes.map((minutes): LogSelection => {
    const length = minutes * 60_000;
    if (by?.order === 'asc') return { ...of, to: new Date(from + length).toISOString() };
    return { ...of, from: new Date(to - length).toISOString() };
  });
  return [...ends.filter((end) => Date.parse(end.from) >= from && Date.parse(end.to) <= Date.parse(of.to)), of];
}

/**
 * Returns the newest messages with the keyword in their masked bytes, so that a search does not reveal masked values.
 * Null: no keyword, or nothing is masked for the viewer.
 */
async function keysWithout(viewer: Viewer, input: LogInput, of: LogSelection): Promise<LogKey[] | null> {
  if (!input.keyword?.trim()) return null;
  const { health, numbers } = logVisibilityOf(viewer);
  if (health && numbers && !(await hidesPlaces(of.devices ?? []))) return null;
  const keys = await pageOfKeys(viewer, input, of, { limit: maxMasked, offset: 0 });
  const needleBytes = needles(input.keyword ?? '');
  const decoder = decoderOf();
  const visibility = logVisibilityOf(viewer);
  const yieldTurn = cooperativePause();
  const good = new Set<string>();
  for (let offset = 0; offset < keys.length; offset += atOnce) {
    for (const log of await storedLogs(viewer, keys.slice(offset, offset + atOnce), of, true)) {
      const visible = await readLog(log, decoder, visibility);
      const shown = visible.read?.body ?? visible.log.body;
      if (needleBytes.some((needle) => shown.includes(needle))) good.add(`${log.device} ${log.key}`);
      await yieldTurn();
    }
  }
  return keys.filter(({ device, key }) => good.has(`${device} ${key}`));
}

/**
 * Returns messages and commands of devices in scope, newest first; health values are always covered. Counts end at
 * 10,001.
 */
export async function getEquipmentLogList(viewer: Viewer, input: Input): Promise<Paged<LogRow>> {
  const of = await logSelection(viewer, input);
  const { limit, offset } = limitsOf(input);
  const { numbers } = logVisibilityOf(viewer);
  const shown = await keysWithout(viewer, input, of);
  if (shown) {
    const stored = await storedLogs(viewer, shown.slice(offset, offset + limit), of);
    return { rows: await listedLogs(stored, numbers), count: shown.length };
  }
  const [keys, count] = await Promise.all([
    limit > 0 ? pageOfKeys(viewer, input, of, { limit, offset }) : [],
    countOf(keysOf(viewer, input, of), countLimit),
  ]);
  return { rows: await listedLogs(await storedLogs(viewer, keys, of), numbers), count };
}

/** Returns the source of a log export. */
export function logSource(viewer: Viewer, input: LogInput, most: number) {
  const { numbers } = logVisibilityOf(viewer);
  return {
    async count() {
      const of = await logSelection(viewer, input);
      return (await keysWithout(viewer, input, of))?.length ?? countOf(keysOf(viewer, input, of), most + 1);
    },
    async *batches(size = 500): AsyncGenerator<LogRow[]> {
      const of = await logSelection(viewer, input);
      const shown = await keysWithout(viewer, input, of);
      for (let offset = 0; offset <= most; offset += size) {
        const keys =
          shown?.slice(offset, offset + size) ?? (await pageOfKeys(viewer, input, of, { limit: size, offset }));
        if (keys.length > 0) yield await listedLogs(await storedLogs(viewer, keys, of), numbers);
        if (keys.length < size) return;
      }
    },
  };
}

/** Returns the stored message or command with all its bytes; 404 outside the viewer's scope. */
export async function storedLog(viewer: Viewer, id: string): Promise<StoredLog> {
  const [device = '', receivedMs = '', key = ''] = id.split('.');
  const isCommand = id.startsWith('c');
  const instant = new Date(isCommand ? 0 : Number(receivedMs)).toISOString();
  const logKey: LogKey = isCommand
    ? { device: '0', at: instant, key: null, command: device.slice(1), try: Number(receivedMs) }
    : { device, at: instant, key, command: null, try: null };
  const to = new Date(Date.parse(instant) + 1).toISOString();
  const [log] = await storedLogs(viewer, [logKey], { from: instant, to }, true);
  if (!log) throw notFound('这条日志');
  return log;
}

/** Returns one message: bytes, fields with their positions, effects and replies. */
export async function getEquipmentLog(
  viewer: Viewer,
  { id }: InputOf<typeof logApi.getEquipmentLog>,
): Promise<OutputOf<typeof logApi.getEquipmentLog>> {
  const stored = await storedLog(viewer, id);
  const { row, read } = await fullLog(stored, logVisibilityOf(viewer));
  const replies = (read?.replies ?? []).map((bytes) => ({ raw: bytes.toString('hex'), text: printable(bytes) }));
  return {
    ...row,
    id: logId(stored),
    stored: await storedOf(stored, read),
    errors: (read?.errors ?? []).map(errorLabel),
    replies,
  };
}
