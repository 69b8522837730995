import { sql } from 'kysely';
import { requireSeen } from '#features/equipment/server/service.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { equals } from '#server/db/filter.ts';
import { countLimit, countOf, pageOf } from '#server/db/paging.ts';
import { and, texts } from '#server/db/values.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { maskPhone } from '#shared/mask.ts';
import type { logApi } from '../contract.ts';

type Row = OutputOf<typeof logApi.getUnknownList>;

/**
 * Condition that number `u` is still unregistered: as an identifier, for a gateway's number behind that gateway, or for a
 * push source as an SN.
 */
const unregistered = sql`not exists (
    select 1 from equipment_identifier i join equipment e on e.id = i.equipment_id
    where i.protocol = u.protocol and i.number = case when u.protocol = 'thingsboard' and u.gateway_id is not null then u.gateway_id || '/' || u.number else u.number end
      and (u.gateway_id is null or e.gateway_id = u.gateway_id) and e.deleted_at is null)
  and not (u.protocol = 'push' and exists (select 1 from equipment e where e.sn = u.number and e.deleted_at is null))`;

/** Pattern of a mobile number: an unknown sender may be a private phone. */
const mobile = '^1[3-9][0-9]{9}$';

/** Returns which of the numbers belong to customers or their contacts. */
async function customerPhones(numbers: readonly string[]): Promise<Set<string>> {
  const like = numbers.filter((number) => new RegExp(mobile).test(number));
  if (like.length === 0) return new Set();
  const rows = await db.rows(sql<{ mobile: string }>`
    select mobile from customer where mobile = any(${texts(like)}) and deleted_at is null
    union select mobile from customer_contact where mobile = any(${texts(like)}) and deleted_at is null`);
  return new Set(rows.map((row) => row.mobile));
}

/** Masks phone numbers of customers and contacts in the rows. */
async function maskPhones(rows: readonly Row[]): Promise<Row[]> {
  const theirs = await customerPhones(rows.map(({ number }) => number));
  return rows.map((row) =>
    theirs.has(row.number) ? { ...row, number: maskPhone(row.number) ?? '', masked: true } : row,
  );
}

/** Matches part of the number; without the permission a possible phone number matches only as a whole. */
function numberContains(text: string, reveals: boolean) {
  return reveals
    ? sql`position(${text} in u.number) > 0`
    : sql`(u.number = ${text} or position(${text} in u.number) > 0 and u.number !~ ${mobile})`;
}

/** Condition that the number sent an alarm: viewers of device warns see it, whatever the project. */
const pressed = sql`exists (
  select 1 from unknown_message o where o.protocol = u.protocol and o.number = u.number and o.gateway_id is not distinct from u.gateway_id and o.alarms <> '{}')`;

/**
 * Returns which numbers the viewer may see: all with an unrestricted scope, else those with an alarm for viewers of
 * device warns. Those of a gateway in scope are visible whatever they sent.
 */
function visibilityCondition(viewer: Viewer) {
  if (viewer.scope.projects === null && viewer.scope.kind !== 'self') return undefined;
  return hasPermission(viewer, 'warn:device') ? pressed : sql`false`;
}

/** Returns unregistered numbers with time, count and alarms of their messages. */
export async function getUnknownList(
  viewer: Viewer,
  input: InputOf<typeof logApi.getUnknownList>,
): Promise<Paged<Row>> {
  const { protocol, number, gatewayId } = input;
  const reveals = hasPermission(viewer, 'pii:reveal');
  const keyword = number?.trim() || input.keyword?.trim();
  if (gatewayId) await requireSeen(viewer, gatewayId);
  const where = and(
    gatewayId ? undefined : visibilityCondition(viewer),
    equals(sql`u.protocol`, protocol),
    gatewayId ? sql`u.gateway_id = ${gatewayId}` : undefined,
    keyword ? numberContains(keyword, reveals) : undefined,
    unregistered,
  );
  const fields = { times: sql`sum(u.times)`, lastAt: sql`max(u.received_at)` };
  const sort = input.sort?.length ? input.sort : ([{ field: 'lastAt', order: 'desc' }] as const);
  const page = pageOf({ ...input, sort }, fields, sql`u.number, u.protocol, u.gateway_id`);
  const [rows, count] = await Promise.all([
    db.rows(sql<Row>`
      select min(u.id)::text as id, u.protocol, u.number, u.gateway_id::text as "gatewayId", (select g.name from equipment g where g.id = u.gateway_id) as "gatewayName", false as masked, min(u.minute) as "firstAt", max(u.received_at) as "lastAt", sum(u.times)::int as times,
        array(select distinct a from unknown_message o, unnest(o.alarms) a where o.protocol = u.protocol and o.number = u.number and o.gateway_id is not distinct from u.gateway_id and a <> '' order by a) as alarms
      from unknown_message u where ${where} group by u.protocol, u.number, u.gateway_id order by ${page.order} limit ${page.limit} offset ${page.offset}`),
    countOf(
      sql`select 1 from unknown_message u where ${where} group by u.protocol, u.number, u.gateway_id`,
      countLimit,
    ),
  ]);
  return { rows: reveals ? rows : await maskPhones(rows), count };
}
