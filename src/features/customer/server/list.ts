import { and, inArray, type SQL, sql } from 'drizzle-orm';
import type { customerApi } from '#features/customer/contract.ts';
import { db } from '#server/db.ts';
import { pageOf } from '#server/paging.ts';
import { columnsOf, scoped } from '#server/scope.ts';
import { likeText } from '#server/search.ts';
import type { Viewer } from '#server/viewer.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { ageOn, todayInChina } from '#shared/idCard.ts';
import { maskPhone } from '#shared/mask.ts';
import { keywordMatch } from './match.ts';
import { customer } from './schema.ts';

type Row = OutputOf<typeof customerApi.getCustomerList>;

/** People in scope, masked. */
export async function getCustomerList(
  viewer: Viewer,
  input: InputOf<typeof customerApi.getCustomerList>,
): Promise<Paged<Row>> {
  const rows = scoped(viewer, customer);
  const some = <T>(values: T[] | undefined) => (values && values.length > 0 ? values : null);
  const gender = some(input.gender);
  const living = some(input.livingState);
  const service = some(input.serviceState);
  const where = and(
    input.keyword?.trim() ? keywordMatch(rows, input.keyword) : undefined,
    input.mobile
      ? sql`(${rows.mobile} like ${`%${likeText(input.mobile)}%`} or ${rows.phone} like ${`%${likeText(input.mobile)}%`})`
      : undefined,
    gender ? inArray(rows.gender, gender) : undefined,
    living ? inArray(rows.livingState, living) : undefined,
    service ? inArray(rows.serviceState, service) : undefined,
    input.departmentId
      ? sql`${rows.departmentId} in (select id from department where ${input.departmentId}::bigint = any(path))`
      : undefined,
    input.projectId ? sql`${rows.projectId} = ${input.projectId}` : undefined,
  );
  const { limit, offset, order } = pageOf(
    input,
    {
      name: rows.pinyin,
      age: sql`-extract(epoch from ${rows.birthDate}::timestamp)`,
      createdAt: rows.createdAt,
      no: rows.no,
    },
    [sql`${rows.createdAt} desc`, sql`${rows.id} desc`],
  );
  const count = (of: SQL) => sql<number>`(select count(*)::int from ${of})`;
  const [page, total] = await Promise.all([
    db
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
      .where(where)
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
    db.select({ n: sql<number>`count(*)::int` }).from(rows).where(where),
  ]);
  const today = todayInChina(Date.now());
  return {
    rows: page.map(({ row, ...counts }) => ({
      id: row.id,
      no: row.no,
      name: row.name,
      gender: row.gender,
      age: row.birthDate ? ageOn(row.birthDate, today) : null,
      mobile: maskPhone(row.mobile ?? row.phone),
      idNo: row.idNoTail ? `**************${row.idNoTail}` : null,
      address: [row.street, row.community].filter(Boolean).join('') || null,
      livingState: row.livingState,
      abilityLevel: row.abilityLevel,
      serviceState: row.serviceState as Row['serviceState'],
      departmentId: row.departmentId,
      projectId: row.projectId,
      version: row.version,
      ...counts,
    })),
    count: total[0]?.n ?? 0,
  };
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
