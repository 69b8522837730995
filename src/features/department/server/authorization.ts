import { departmentApi } from '#features/department/contract.ts';
import {
  authorizationCases,
  type CreatedRecord,
  counts,
  names,
  type RecordKind,
  refers,
  shows,
  type World,
} from '#server/testing/authorization.ts';
import { aDepartment, anAccount, next } from '#server/testing/rows.ts';

const department: RecordKind = {
  table: 'department',
  noOwn: 'with the scope self there is no department to manage',
  async make(app, place) {
    const id = await aDepartment(app, place.department);
    const [row] = await app.sql<{ name: string }>('select name from department where id = $1', [id]);
    return { id, mark: `"${row?.name}"` };
  },
  anyProject: 'a department holds several projects and belongs to none',
};

const account: RecordKind = {
  table: 'user',
  noOwn: 'with the scope self there is no department to manage',
  async make(app, place) {
    const { id, account } = await anAccount(app, { department: place.department, projects: [place.project] });
    return { id, mark: account };
  },
};

/** Creates a department of the caller as the second record of a call. */
const ownDepartment = ({ app, user, here }: World) =>
  user.token === '' ? Promise.resolve('1') : aDepartment(app, here.department);

const noTree = { noOwn: 'with the scope self there is no department to count in' };
const fields = () => ({ name: `新部门${next()}`, type: 'community' });
const idOf = ({ id }: CreatedRecord) => ({ id });

interface Node {
  id: string;
  [count: string]: unknown;
  children: Node[];
}

/** Returns a count of the caller's department in the tree. */
const figure = (name: string) => (tree: unknown) => Number((tree as Node[])[0]?.[name] ?? 0);

/** Scope cases of the department endpoints. */
export default authorizationCases(
  departmentApi,
  {
    getDepartmentTree: {
      checks: [
        shows('department', () => ({})),
        counts('customer', () => ({}), figure('customerCount'), noTree),
        counts('equipment', () => ({}), figure('equipmentCount'), noTree),
        counts('warn', () => ({}), figure('openWarnCount'), noTree),
        counts('user', () => ({}), figure('userCount')),
        shows('department', ({ id }) => ({ departmentId: id })),
      ],
    },
    findLeader: { checks: [shows('account', ({ mark }) => ({ keyword: mark || '无' }))] },
    addDepartment: {
      checks: [
        refers('department', ({ id }) => ({ ...fields(), parentId: id })),
        refers('account', async ({ id }, { here }) => ({ ...fields(), parentId: here.department, leaderId: id })),
      ],
    },
    editDepartment: {
      checks: [
        names('department', (record) => ({ ...idOf(record), version: 1, leader: '李主任' })),
        refers('department', async ({ id }, world) => ({ id: await ownDepartment(world), version: 1, parentId: id })),
        refers('account', async ({ id }, world) => ({ id: await ownDepartment(world), version: 1, leaderId: id })),
      ],
    },
    moveDepartment: {
      checks: [
        names('department', (record, { here }) => ({ ...idOf(record), parentId: here.department })),
        refers('department', async ({ id }, world) => ({ id: await ownDepartment(world), parentId: id })),
      ],
    },
    mergeDepartment: {
      checks: [
        names('department', async ({ id }, world) => ({ fromId: id, toId: await ownDepartment(world) }), {
          unbound: true,
        }),
        refers('department', async ({ id }, world) => ({ fromId: await ownDepartment(world), toId: id }), {
          unbound: true,
        }),
      ],
    },
  },
  { department, account },
);
