import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { equipmentApi } from '#features/equipment/contract.ts';
import { db } from '#server/db/db.ts';
import { contains, equals, hasGrams, holds, inDepartmentTree, likeText, oneOf } from '#server/db/filter.ts';
import { orderOf } from '#server/db/paging.ts';
import { and, any, bigints, type ColumnName, or, texts } from '#server/db/values.ts';
import { betweenMoments } from '#server/db/zone.ts';
import { regionPrefix } from '#shared/contract/region.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { onlineIs } from '../online.ts';

export type EquipmentFilters = Omit<InputOf<typeof equipmentApi.getEquipmentList>, 'page' | 'limit'>;
type Condition = RawBuilder<SqlBool> | undefined;

/** Forecast battery life in days, stored by the ingest; on `device_state s`. */
export const storedBatteryDays = sql<number | null>`(s.state_values->>'batteryDays')::int`;

/** Number of cards up to which their devices are looked up by id. */
const maxCards = 1000;

/** Matches devices by their cards: few by their ids, for an index; many by a hash, as most devices match then. */
async function byCards(where: RawBuilder<unknown>): Promise<Condition> {
  const cards = sql`select sim.equipment_id from sim where sim.deleted_at is null and sim.equipment_id is not null and ${where}`;
  const rows = await db.rows(sql<{ id: string }>`
    select card.equipment_id::text as id from (${cards} limit ${maxCards + 1}::int) card`);
  if (rows.length === 0) return undefined;
  return rows.length > maxCards
    ? sql`equipment.id in (${cards})`
    : sql`equipment.id = ${any(rows.map(({ id }) => id))}`;
}

/** Matches any part of the number, name, IMEI or ICCID; or of the customer's name or initials. */
export async function byKeyword(keyword: string | undefined): Promise<Condition> {
  const text = keyword?.trim().toLowerCase() ?? '';
  if (text === '') return undefined;
  const like = `%${likeText(text)}%`;
  // For one or two characters grams match exactly, longer texts use them to narrow.
  const isShort = [...text].length <= 2;
  const matches = (table: 'equipment' | 'customer' | 'sim', exactly: Condition) =>
    and(hasGrams(`${table}.grams`, text), isShort ? undefined : exactly);
  const own = matches('equipment', contains(['equipment.sn', 'equipment.name', 'equipment.imei'], text));
  // Customers are read first as a list of ids, so that both halves use their index.
  const theirs = sql`equipment.customer_id = any(array(
    select customer.id from customer where customer.deleted_at is null
      and ${matches('customer', sql`(customer.name ilike ${like} or customer.initials like ${like})`)}))`;
  // An ICCID is of digits and letters; digits alone match no customer name.
  const cards = /^[0-9a-z]+$/.test(text) ? await byCards(matches('sim', sql`sim.iccid ilike ${like}`)) : undefined;
  return or(own, cards, /^[0-9_-]+$/.test(text) ? undefined : theirs);
}

/** Matches models by code and by kind. */
function byModel({ model, kind }: EquipmentFilters): Condition[] {
  const among = (column: ColumnName, values: readonly string[] | undefined) =>
    values?.length
      ? sql<SqlBool>`equipment.model_id = any(array(select id from model where ${sql.ref(column)} = any(${texts(values)})))`
      : undefined;
  return [among('model.code', model), among('model.kind', kind)];
}

/** Matches the test result of the current binding; an unbound device counts as untested. */
function byTest(kinds: EquipmentFilters['testKind']): Condition {
  if (!kinds?.length) return undefined;
  const tried = (kind: RawBuilder<unknown>) =>
    sql<SqlBool>`exists (select 1 from equipment_binding b where b.equipment_id = equipment.id and b.unbound_at is null and ${kind})`;
  const means = {
    message: tried(sql`b.test_kind = 'message'`),
    attested: tried(sql`b.test_kind = 'attested'`),
    none: sql<SqlBool>`not ${tried(sql`b.test_kind <> 'none'`)}`,
  };
  return or(...kinds.map((kind) => means[kind]));
}

/** Matches the last reported state, on `device_state s`. */
function byState(input: EquipmentFilters): Condition[] {
  const { batteryBelow, batteryDaysBelow, offlineHours, silentDays } = input;
  return [
    input.online?.length ? onlineIs(sql.ref('equipment.gatewayId'), input.online) : undefined,
    batteryBelow === undefined ? undefined : sql<SqlBool>`s.battery < ${batteryBelow}`,
    batteryDaysBelow === undefined ? undefined : sql<SqlBool>`${storedBatteryDays} < ${batteryDaysBelow}::int`,
    offlineHours === undefined
      ? undefined
      : sql<SqlBool>`(s.offline_since < now() - make_interval(hours => ${offlineHours}) and ${onlineIs(sql.ref('equipment.gatewayId'), ['offline'])})`,
    silentDays === undefined
      ? undefined
      : sql<SqlBool>`(s.last_seen_at is not null and coalesce(s.last_data_at < now() - make_interval(days => ${silentDays}), true))`,
  ];
}

/** Returns the condition of all filters, on `equipment`, its `device_state s` and its `model m`. */
export async function chosenBy(input: EquipmentFilters): Promise<RawBuilder<SqlBool>> {
  const { bound, simExpiringDays, regionCode } = input;
  return and(
    await byKeyword(input.keyword),
    equals('equipment.sn', input.sn?.trim()),
    ...byModel(input),
    oneOf('equipment.state', input.state),
    ...byState(input),
    byTest(input.testKind),
    holds(sql`equipment.customer_id is not null`, bound),
    simExpiringDays === undefined
      ? undefined
      : sql<SqlBool>`equipment.id in (
          select sim.equipment_id from sim where sim.deleted_at is null and sim.expire_date <= current_date + ${simExpiringDays}::int)`,
    equals('equipment.customerId', input.customerId),
    equals('equipment.gatewayId', input.gatewayId),
    equals('equipment.projectId', input.projectId),
    inDepartmentTree('equipment.departmentId', input.departmentId),
    regionCode
      ? sql<SqlBool>`equipment.customer_id = any(array(
          select c.id from customer c where c.deleted_at is null and c.region_code like ${`${regionPrefix(regionCode)}%`}))`
      : undefined,
    ...betweenMoments('equipment.activatedAt', 'equipment.projectId', input.activatedFrom, input.activatedTo),
    input.ids && sql<SqlBool>`equipment.id = any(${bigints(input.ids)})`,
  );
}

type Sort = NonNullable<EquipmentFilters['sort']>;
export type SortField = Sort[number]['field'];

/** Sort expressions, on `equipment`, its `device_state s` and its `sim`. */
export const sortedBy: Readonly<Record<SortField, RawBuilder<unknown>>> = {
  sn: sql`equipment.sn`,
  name: sql`equipment.name`,
  createdAt: sql`equipment.created_at`,
  simExpireDate: sql`sim.expire_date`,
  battery: sql`s.battery`,
  lastSeenAt: sql`s.last_seen_at`,
};

/**
 * Returns the requested order, then newest first.
 * @param filled fields that no row lacks
 */
export function equipmentOrder(sort: Sort | undefined, filled: readonly SortField[] = []): RawBuilder<unknown> {
  return orderOf(sort, sortedBy, sql`equipment.created_at desc, equipment.id desc`, { filled });
}
