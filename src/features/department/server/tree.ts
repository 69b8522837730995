import { sql } from 'kysely';
import type { DepartmentTreeNode, departmentApi } from '#features/department/contract.ts';
import { regionName } from '#features/region/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { type DepartmentCounts, ownCounts } from './counts.ts';
import { leaderName } from './leader.ts';

type Counts = 'userCount' | 'customerCount' | 'equipmentCount' | 'openWarnCount';
type OwnCounts = 'ownUserCount' | 'ownCustomerCount' | 'ownEquipmentCount';

interface Stored extends Omit<DepartmentTreeNode, 'children' | 'regionName' | Counts | OwnCounts> {
  path: string[];
}
type Row = Stored & Pick<DepartmentTreeNode, 'regionName'>;

async function visibleRows(viewer: Viewer, top: string | undefined): Promise<Row[]> {
  const { departments } = viewer.scope;
  const rows = await db.rows(sql<Stored>`
    select id::text, parent_id::text as "parentId", path::text[], name, code, type, region_code as "regionCode",
      (select u.id::text from "user" u where u.id = department.leader_id and u.deleted_at is null) as "leaderId", ${leaderName(sql`department`)} as leader, phone, email, address,
      lat, lng, sort, status, version, updated_at as "updatedAt"
    from department where deleted_at is null and (${departments === null} or id = any(${departments}::bigint[]))
      and path @> ${top === undefined ? [] : [top]}::bigint[]
    order by sort, department.id`);
  return rows.map((row) => ({ ...row, regionName: regionName(row.regionCode) }));
}

const none = { users: 0, customers: 0, equipment: 0, warns: 0 };

const names = ['users', 'customers', 'equipment', 'warns'] as const;

function add(to: typeof none, counts: DepartmentCounts): void {
  for (const name of names) to[name] += counts[name] ?? 0;
}

/** Returns the departments in scope as a tree with counts; a department whose parent is out of scope is a root. */
export async function getDepartmentTree(
  viewer: Viewer,
  { departmentId }: InputOf<typeof departmentApi.getDepartmentTree> = {},
): Promise<DepartmentTreeNode[]> {
  const [rows, counts] = await Promise.all([visibleRows(viewer, departmentId), ownCounts(viewer)]);
  const totals = new Map(rows.map((row) => [row.id, { ...none }]));
  for (const row of rows) {
    const direct = counts.get(row.id);
    if (!direct) continue;
    for (const above of row.path) {
      const total = totals.get(above);
      if (total) add(total, direct);
    }
  }
  const nodes = new Map(
    rows.map(({ path: _path, ...row }) => {
      const direct = { ...none, ...counts.get(row.id) };
      const total = totals.get(row.id) ?? none;
      const node: DepartmentTreeNode = {
        ...row,
        userCount: total.users,
        customerCount: total.customers,
        equipmentCount: total.equipment,
        openWarnCount: total.warns,
        ownUserCount: direct.users,
        ownCustomerCount: direct.customers,
        ownEquipmentCount: direct.equipment,
        children: [],
      };
      return [row.id, node];
    }),
  );
  const top: DepartmentTreeNode[] = [];
  for (const node of nodes.values()) {
    const parent = node.parentId === null ? undefined : nodes.get(node.parentId);
    (parent?.children ?? top).push(node);
  }
  return top;
}
