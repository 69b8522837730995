import { sql } from 'kysely';
import type { Viewer } from '#server/core/viewer.ts';
import { crud } from '#server/crud/crud.ts';
import { db } from '#server/db/db.ts';
import { contains, equals, inDepartmentTree, oneOf } from '#server/db/filter.ts';
import { countOf, pageOf } from '#server/db/paging.ts';
import { scoped } from '#server/db/scoped.ts';
import { and } from '#server/db/values.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import type { stockApi } from '../contract.ts';
import { stockMove } from '../contract.ts';
import { todayOfDevice } from './loan.ts';

type Api = typeof stockApi;
type Stock = OutputOf<Api['getStockList']>;

const isOpen = sql`stock_move.open_due is not null`;
const isOverdue = sql`stock_move.open_due < ${todayOfDevice}`;

function filterConditions(_viewer: Viewer, input: InputOf<Api['getStockMoveList']>) {
  const { projectId, departmentId, open, overdue } = input;
  return and(
    equals('equipment.projectId', projectId),
    inDepartmentTree('equipment.departmentId', departmentId),
    open === undefined ? undefined : open ? isOpen : sql`stock_move.open_due is null`,
    overdue === undefined ? undefined : overdue ? isOverdue : sql`(${isOverdue}) is not true`,
  );
}

const moves = crud(stockMove, {
  readAccess: (viewer) => sql`stock_move.equipment_id in (select equipment.id from ${scoped(viewer, 'equipment')})`,
  filterWhere: (viewer, input) => filterConditions(viewer, input as InputOf<Api['getStockMoveList']>),
  keywordWhere: (text) => contains(['equipment.sn', 'equipment.name', 'customer.name'], text),
  joins: (viewer) => sql`
    join equipment on equipment.id = stock_move.equipment_id left join ${scoped(viewer, 'customer')} on customer.id = stock_move.customer_id`,
  computedColumns: () => ({
    sn: sql`equipment.sn`,
    equipmentName: sql`equipment.name`,
    modelName: sql`(select m.name from model m where m.id = equipment.model_id)`,
    // Null for a customer out of scope: the id must not leak either.
    customerId: sql`customer.id`,
    customerName: sql`customer.name`,
    daysLeft: sql`stock_move.open_due - ${todayOfDevice}`,
    byName: sql`(select u.name from "user" u where u.id = stock_move.created_by)`,
  }),
  defaultOrder: sql`stock_move.open_due, stock_move.created_at desc, stock_move.id desc`,
});

/** Returns stock moves and loans of devices in scope: open loans first, the longest overdue on top. */
export const getStockMoveList = moves.list;

/** Counts devices in scope per model, batch and state. */
export async function getStockList(viewer: Viewer, input: InputOf<Api['getStockList']>): Promise<Paged<Stock>> {
  const { projectId, departmentId, model, keyword } = input;
  const where = and(
    equals('equipment.projectId', projectId),
    inDepartmentTree('equipment.departmentId', departmentId),
    oneOf(sql`m.code`, model),
    contains([sql`m.name`, 'equipment.batch', 'equipment.supplier'], keyword),
  );
  const order = sql`"modelName", batch nulls last, model`;
  const page = pageOf(input, { total: sql`total`, stock: sql`stock` }, order);
  const kinds = sql`${scoped(viewer, 'equipment')} join model m on m.id = equipment.model_id where ${where}`;
  const rows = await db.rows(sql<Stock>`
    select * from (
      select m.code || '/' || coalesce(equipment.batch, '') as id, m.code as model, m.name as "modelName", equipment.batch, max(equipment.supplier) as supplier,
        count(*) filter (where equipment.state = 'stock')::int as stock, count(*) filter (where equipment.state = 'issued')::int as issued,
        count(*) filter (where equipment.state = 'activated')::int as activated, count(*) filter (where equipment.state = 'in_use')::int as in_use,
        count(*) filter (where equipment.state = 'repair')::int as repair, count(*) filter (where equipment.state = 'disabled')::int as disabled,
        count(*) filter (where equipment.state = 'lost')::int as lost, count(*) filter (where equipment.state = 'scrapped')::int as scrapped,
        count(l.id)::int as loaned, count(*)::int as total
      from ${scoped(viewer, 'equipment')} join model m on m.id = equipment.model_id
      left join stock_move l on l.equipment_id = equipment.id and l.open_due is not null
      where ${where} group by m.id, equipment.batch) s
    order by ${page.order} limit ${page.limit} offset ${page.offset}`);
  return { rows, count: await countOf(sql`select 1 from ${kinds} group by m.id, equipment.batch`) };
}
