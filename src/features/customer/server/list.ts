import { and, inArray, type SQL, sql } from 'drizzle-orm';
import type { customerApi } from '#features/customer/contract.ts';
import { columnsOf, scoped } from '#server/auth/scope.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { belowDepartment, oneOf, same } from '#server/feature/filter.ts';
import { pageOf } from '#server/feature/paging.ts';
import { likeText } from '#server/feature/search.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { ageOn, todayInChina } from '#shared/idCard.ts';
import { maskPhone } from '#shared/mask.ts';
import { openIdNo } from './identity.ts';
import { keywordMatch } from './match.ts';
import { customer } from './schema.ts';

type Row = OutputOf<typeof customerApi.getCustomerList>;

type Input = InputOf<typeof customerApi.getCustomerList>;
type Filters = Omit<Input, 'page' | 'limit'>;

function chosen(viewer: Viewer, input: Filters) {
  const rows = scoped(viewer, customer);
  const where = and(
    input.keyword?.trim() ? keywordMatch(rows, input.keyword) : undefined,
    input.mobile
      ? sql`(${rows.mobile} like ${`%${likeText(input.mobile)}%`} or ${rows.phone} like ${`%${likeText(input.mobile)}%`})`
      : undefined,
    oneOf(rows.gender, input.gender),
    oneOf(rows.livingState, input.livingState),
    oneOf(rows.serviceState, input.serviceState),
    belowDepartment(rows.departmentId, input.departmentId),
    same(rows.projectId, input.projectId),
  );
  return { rows, where };
}

/** Ids of the people in scope that the filters select, in the list's order. */
export function selectCustomers(viewer: Viewer, input: Filters) {
  const { rows, where } = chosen(viewer, input);
  const fields = {
    name: rows.pinyin,
    age: sql`-extract(epoch from ${rows.birthDate}::timestamp)`,
    createdAt: rows.createdAt,
    no: rows.no,
  };
  const { order } = pageOf(input, fields, [sql`${rows.createdAt} desc`, sql`${rows.id} desc`]);
  return {
    query: db
      .select({ id: rows.id })
      .from(rows)
      .where(where)
      .orderBy(...order),
  };
}

/** How many people in scope the filters select. */
export async function countCustomers(viewer: Viewer, input: Filters): Promise<number> {
  const { rows, where } = chosen(viewer, input);
  const total = await db.select({ n: sql<number>`count(*)::int` }).from(rows).where(where);
  return total[0]?.n ?? 0;
}

/** **************0428 */
function maskedTail(idNo: string | null): string | null {
  return idNo === null ? null : `**************${idNo.slice(-4)}`;
}

/** People in scope by id, masked, in the order of `ids`. */
export async function customerRows(viewer: Viewer, ids: readonly string[]): Promise<Row[]> {
  if (ids.length === 0) return [];
  const rows = scoped(viewer, customer);
  const count = (of: SQL) => sql<number>`(select count(*)::int from ${of})`;
  const found = await db
    .select({
      row: columnsOf(customer, rows),
      equipmentCount: count(sql`equipment e where e.customer_id = ${rows.id} and e.deleted_at is null`),
      onlineCount: count(
        sql`equipment e join device_state s on s.device_id = e.id and s.online where e.customer_id = ${rows.id} and e.deleted_at is null`,
      ),
      openWarnCount: count(
        sql`warn w where w.customer_id = ${rows.id} and w.family <> 'device' and w.status in ('pending', 'handling')`,
      ),
    })
    .from(rows)
    .where(inArray(rows.id, [...ids]));
  const today = todayInChina(Date.now());
  const byId = new Map(
    found.map(({ row, ...counts }): [string, Row] => [
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
        ...counts,
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
      .query.limit(limit)
      .offset(((input.page ?? 1) - 1) * limit),
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
  const rows = scoped(viewer, customer);
  const found = await db
    .select()
    .from(rows)
    .where(keywordMatch(rows, keyword))
    .orderBy(sql`${rows.pinyin}`, sql`${rows.id}`)
    .limit(10);
  const today = todayInChina(Date.now());
  return found.map((row) => ({
    id: row.id,
    name: row.name,
    age: row.birthDate ? ageOn(row.birthDate, today) : null,
    area: [row.street, row.community].filter(Boolean).join(' '),
    phone: maskPhone(row.mobile ?? row.phone),
  }));
}
