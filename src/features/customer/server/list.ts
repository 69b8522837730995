import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { customerApi } from '#features/customer/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { belowDepartment, oneOf, same } from '#server/db/filter.ts';
import { pageOf } from '#server/db/paging.ts';
import { scoped } from '#server/db/scoped.ts';
import { and, any } from '#server/db/values.ts';
import { likeText } from '#server/feature/search.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { ageOn, todayInChina } from '#shared/idCard.ts';
import { maskPhone } from '#shared/mask.ts';
import { openIdNo } from './identity.ts';
import { keywordMatch } from './match.ts';
import { figuresOf } from './parts.ts';

type Row = OutputOf<typeof customerApi.getCustomerList>;

type Input = InputOf<typeof customerApi.getCustomerList>;
type Filters = Omit<Input, 'page' | 'limit'>;

/** What the filters select, on `customer`. */
function chosen(input: Filters): RawBuilder<SqlBool> {
  const mobile = `%${likeText(input.mobile ?? '')}%`;
  return and(
    input.keyword?.trim() ? keywordMatch(input.keyword) : undefined,
    input.mobile ? sql`(customer.mobile like ${mobile} or customer.phone like ${mobile})` : undefined,
    oneOf('customer.gender', input.gender),
    oneOf('customer.livingState', input.livingState),
    oneOf('customer.serviceState', input.serviceState),
    belowDepartment('customer.departmentId', input.departmentId),
    same('customer.projectId', input.projectId),
  );
}

const fields = {
  name: 'customer.pinyin',
  age: sql`-extract(epoch from customer.birth_date::timestamp)`,
  createdAt: 'customer.createdAt',
  no: 'customer.no',
} as const;

/** Ids of the people in scope that the filters select, in the list's order. */
export function selectCustomers(viewer: Viewer, input: Filters) {
  const { order } = pageOf(input, fields, sql`customer.created_at desc, customer.id desc`);
  return db.selectFrom(scoped(viewer, 'customer')).select('customer.id').where(chosen(input)).orderBy(order);
}

/** How many people in scope the filters select. */
export async function countCustomers(viewer: Viewer, input: Filters): Promise<number> {
  const found = await sql<{ n: number }>`
    select count(*)::int as n from ${scoped(viewer, 'customer')} where ${chosen(input)}`.execute(db);
  return found.rows[0]?.n ?? 0;
}

/** **************0428 */
function maskedTail(idNo: string | null): string | null {
  return idNo === null ? null : `**************${idNo.slice(-4)}`;
}

/** People in scope by id, masked, in the order of `ids`. */
export async function customerRows(viewer: Viewer, ids: readonly string[]): Promise<Row[]> {
  if (ids.length === 0) return [];
  const [found, figures] = await Promise.all([
    db.selectFrom(scoped(viewer, 'customer')).selectAll().where('customer.id', '=', any(ids)).execute(),
    figuresOf(ids),
  ]);
  const today = todayInChina(Date.now());
  const byId = new Map(
    found.map((row): [string, Row] => [
      row.id,
      {
        id: row.id,
        no: row.no,
        name: row.name,
        gender: row.gender,
        age: row.birthDate ? ageOn(row.birthDate, today) : null,
        mobile: maskPhone(row.mobile ?? row.phone),
        idNo: maskedTail(openIdNo(row)),
        address: [row.street, row.community].filter(Boolean).join('') || null,
        livingState: row.livingState,
        abilityLevel: row.abilityLevel,
        serviceState: row.serviceState as Row['serviceState'],
        departmentId: row.departmentId,
        projectId: row.projectId,
        version: row.version,
        equipmentCount: 0,
        onlineCount: 0,
        openWarnCount: 0,
        ...figures.get(row.id),
      },
    ]),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** People in scope, masked. */
export async function getCustomerList(viewer: Viewer, input: Input): Promise<Paged<Row>> {
  const limit = input.limit ?? 10;
  const [page, count] = await Promise.all([
    selectCustomers(viewer, input)
      .limit(limit)
      .offset(((input.page ?? 1) - 1) * limit)
      .execute(),
    countCustomers(viewer, input),
  ]);
  const rows = await customerRows(
    viewer,
    page.map((row) => row.id),
  );
  return { rows, count };
}

/** Up to ten people for a choice field. */
export async function findCustomer(
  viewer: Viewer,
  { keyword }: InputOf<typeof customerApi.findCustomer>,
): Promise<OutputOf<typeof customerApi.findCustomer>> {
  const found = await db
    .selectFrom(scoped(viewer, 'customer'))
    .selectAll()
    .where(keywordMatch(keyword))
    .orderBy('customer.pinyin')
    .orderBy('customer.id')
    .limit(10)
    .execute();
  const today = todayInChina(Date.now());
  return found.map((row) => ({
    id: row.id,
    name: row.name,
    age: row.birthDate ? ageOn(row.birthDate, today) : null,
    area: [row.street, row.community].filter(Boolean).join(' '),
    phone: maskPhone(row.mobile ?? row.phone),
  }));
}
