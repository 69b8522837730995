import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { customerCondition } from '#features/customer/server/service.ts';
import type { sleepApi } from '#features/sleep/contract.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { equals, overlaps } from '#server/db/filter.ts';
import { countLimit, countOf, limitsOf, orderOf } from '#server/db/paging.ts';
import { and } from '#server/db/values.ts';
import type { InputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { type NightRow, nightRows, nightsIn } from './rows.ts';

type Input = InputOf<(typeof sleepApi)['getNightList']>;
export type NightFilters = Omit<Input, 'page' | 'limit'>;

const sortColumns = {
  night: sql`n.night`,
  name: sql`customer.pinyin`,
  bedFrom: sql`n.bed_from`,
  bedTo: sql`n.bed_to`,
  tib: sql`n.tib`,
  tst: sql`n.tst`,
  se: sql`n.se`,
  met: sql`n.met`,
  exits: sql`n.exits`,
  breathIndex: sql`n.breath_index`,
  hr: sql`n.hr_avg`,
  rr: sql`n.rr_avg`,
};

/** Last night: from 05:00 on that of today. The first condition is for the index. */
const isLastNight = sql<SqlBool>`n.night >= current_date - 2 and n.night = ((now() at time zone n.zone) - interval '5 hours')::date`;

function dayCondition({ nightFrom, nightTo }: NightFilters): RawBuilder<SqlBool> {
  if (nightFrom === undefined && nightTo === undefined) return isLastNight;
  if (nightFrom !== undefined && nightTo !== undefined && nightFrom > nightTo)
    throw invalidField('nightTo', '截止日期不能早于起始日期', 'order');
  return and(
    nightFrom === undefined ? undefined : sql`n.night >= ${nightFrom}::date`,
    nightTo === undefined ? undefined : sql`n.night <= ${nightTo}::date`,
  );
}

async function selected(viewer: Viewer, input: NightFilters) {
  const { keyword, departmentId, regionCode } = input;
  const customers = {
    ...(keyword && { keyword }),
    ...(departmentId && { departmentId }),
    ...(regionCode && { regionCode }),
  };
  const condition = and(
    await customerCondition(viewer, customers),
    dayCondition(input),
    equals(sql`n.customer_id`, input.customerId),
    equals(sql`n.device_id`, input.equipmentId),
    input.exitsAbove === undefined ? undefined : sql`n.exits > ${input.exitsAbove}`,
    overlaps(sql`n.marks`, input.mark),
  );
  return nightsIn(viewer, condition).select('n.id');
}

/** Returns the query of the selected ids, newest night first, then as people got up last. */
export async function selectNights(viewer: Viewer, input: NightFilters) {
  return (await selected(viewer, input)).orderBy(
    orderOf(input.sort, sortColumns, sql`n.night desc, n.bed_from desc, n.id`),
  );
}

/** Counts the selected nights, to 10,001. */
export async function countNights(viewer: Viewer, input: NightFilters, most?: number): Promise<number> {
  return countOf(await selected(viewer, input), most);
}

/** Returns a page of nights; without days those of last night. */
export async function getNightList(viewer: Viewer, input: Input): Promise<Paged<NightRow>> {
  const { page: _page, limit: _limit, ...filters } = input;
  const { limit, offset } = limitsOf(input);
  const [ids, count] = await Promise.all([
    limit === 0 ? [] : (await selectNights(viewer, filters)).limit(limit).offset(offset).execute(),
    countNights(viewer, filters, countLimit),
  ]);
  return {
    rows: await nightRows(
      viewer,
      ids.map(({ id }) => id),
    ),
    count,
  };
}
