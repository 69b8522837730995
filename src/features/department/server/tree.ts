import { sql } from 'kysely';
import type { DepartmentTreeNode, departmentApi } from '#features/department/contract.ts';
import { regionName } from '#features/region/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { visibleUsers } from '#server/db/people.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { leaderName } from './leader.ts';

type Counts = 'userCount' | 'customerCount' | 'equipmentCount' | 'openWarnCount';
type OwnCounts = 'ownUserCount' | 'ownCustomerCount' | 'ownEquipmentCount';

interface Stored extends Omit<DepartmentTreeNode, 'children' | 'regionName' | Counts | OwnCounts> {
  path: string[];
}
type Row = Stored & Pick<DepartmentTreeNode, 'regionName'>;

interface Own {
  department_id: string;
  users: number;
  customers: number;
  equipment: number;
  warns: number;
}

/** How many rows stand directly in each department, of those that the viewer may see. */
async function ownCounts(viewer: Viewer): Promise<Map<string, Own>> {
  const { projects } = viewer.scope;
  const inProjects = sql`(${projects === null} or project_id = any(${projects}::bigint[]))`;
  const found = await sql<Own>`
    select department_id::text, sum(users)::int as users, sum(customers)::int as customers, sum(equipment)::int as equipment, sum(warns)::int as warns
    from (
      select department_id, 1 as users, 0 as customers, 0 as equipment, 0 as warns from "user" u where ${visibleUsers(viewer)}
      union all select department_id, 0, 1, 0, 0 from customer where deleted_at is null and ${inProjects}
      union all select department_id, 0, 0, 1, 0 from equipment where deleted_at is null and ${inProjects}
      union all select department_id, 0, 0, 0, 1 from warn where status in ('pending', 'handling') and ${inProjects}
    ) one group by department_id`.execute(db);
  return new Map(found.rows.map((row) => [row.department_id, row]));
}

async function seenRows(viewer: Viewer, top: string | undefined): Promise<Row[]> {
  const { departments } = viewer.scope;
  const found = await sql<Stored>`
    select id::text, parent_id::text as "parentId", path::text[], name, code, type, region_code as "regionCode",
      (select u.id::text from "user" u where u.id = department.leader_id and u.deleted_at is null) as "leaderId", ${leaderName(sql`department`)} as leader, phone, email, address,
      lat, lng, sort, status, version, updated_at as "updatedAt"
    from department where deleted_at is null and (${departments === null} or id = any(${departments}::bigint[]))
      and path @> ${top === undefined ? [] : [top]}::bigint[]
    order by sort, department.id`.execute(db);
  return found.rows.map((row) => ({ ...row, regionName: regionName(row.regionCode) }));
}

const none = { users: 0, customers: 0, equipment: 0, warns: 0 };

function add(to: Record<keyof typeof none, number>, own: typeof none): void {
  for (const name of ['users', 'customers', 'equipment', 'warns'] as const) to[name] += own[name];
}

/** The departments in scope, each with those below it and with counts; one whose parent is out of scope stands at the top. */
export async function getDepartmentTree(
  viewer: Viewer,
  { departmentId }: InputOf<typeof departmentApi.getDepartmentTree> = {},
): Promise<DepartmentTreeNode[]> {
  const [rows, counts] = await Promise.all([seenRows(viewer, departmentId), ownCounts(viewer)]);
  const totals = new Map(rows.map((row) => [row.id, { ...none }]));
  for (const row of rows) {
    const own = counts.get(row.id);
    if (!own) continue;
    for (const above of row.path) {
      const total = totals.get(above);
      if (total) add(total, own);
    }
  }
  const nodes = new Map(
    rows.map(({ path: _path, ...row }) => {
      const own = counts.get(row.id) ?? none;
      const total = totals.get(row.id) ?? none;
      const node: DepartmentTreeNode = {
        ...row,
        userCount: total.users,
        customerCount: total.customers,
        equipmentCount: total.equipment,
        openWarnCount: total.warns,
        ownUserCount: own.users,
        ownCustomerCount: own.customers,
        ownEquipmentCount: own.equipment,
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
