import { keysOf, statuses } from '#shared/codes.ts';
import { regionPattern } from '#shared/contract/region.ts';
import { Id, Instant, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { resource } from '#shared/resource.ts';
import { computed, field } from '#shared/resourceField.ts';
import { Phone } from '#shared/rule/phone.ts';
import { type Static, Type } from '#shared/typebox.ts';

const Count = (title: string) => Type.Integer({ title });
const figure = (title: string) => computed(Count(`${title}数（含下级）`), { column: { title, align: 'right' } });
const ownCount = (title: string) => computed(Count(title), { column: false });

/** Department of the organisation tree, which defines the data scope. */
export const department = resource('department', '部门', {
  parentId: field(Type.String({ ...Id, title: '上级部门', msg: '请选择上级部门' }), {
    required: true,
    // The root department has no parent.
    nullable: true,
    output: nullable(Id),
  }),
  name: field(
    Type.String({ pattern: '^\\S(.*\\S)?$', minLength: 2, maxLength: 30, title: '名称', msg: '请输入2-30位名称' }),
    { required: true, unique: '同一上级下已有同名部门', column: { title: '下级部门' } },
  ),
  type: field(Type.String({ pattern: '^[a-z][a-z0-9_]{0,49}$', title: '类型', dictionary: 'department_type' }), {
    required: true,
  }),
  code: field(
    Type.String({
      pattern: '^[A-Za-z0-9_-]{1,30}$',
      maxLength: 30,
      title: '编码',
      msg: '编码为1-30位字母、数字、下划线或短横',
    }),
    { unique: '部门编码已存在', form: { hint: '全平台唯一，建议按层级编，如 NT-WH-01' } },
  ),
  regionCode: field(Type.String({ pattern: regionPattern, title: '行政区划', msg: '行政区划代码为6、9或12位数字' })),
  /** Full name of the region, e.g. 浙江省衢州市柯城区. */
  regionName: computed(nullable(Type.String({ title: '行政区划' }))),
  /** Account of the leader; null if only a name is known. */
  leaderId: field(Type.String({ ...Id, title: '负责人' })),
  /** Name of a leader without an account; a name that matches exactly one account becomes that account. */
  leader: field(Type.String({ maxLength: 20, title: '负责人' })),
  phone: field(Phone('电话'), { form: { control: 'phone' } }),
  email: field(Type.String({ format: 'email', maxLength: 100, title: '邮箱' })),
  address: field(Type.String({ maxLength: 200, title: '地址' }), { form: { control: 'text', wide: true } }),
  lat: field(Type.Number({ minimum: -90, maximum: 90, title: '纬度', msg: '定位无效' })),
  lng: field(Type.Number({ minimum: -180, maximum: 180, title: '经度', msg: '定位无效' })),
  /** Counts within the viewer's scope, lower departments included. */
  userCount: figure('用户'),
  customerCount: figure('客户'),
  equipmentCount: figure('设备'),
  openWarnCount: ownCount('未结案告警'),
  /** Count of rows directly in this department. */
  ownUserCount: ownCount('本级用户数'),
  ownCustomerCount: ownCount('本级客户数'),
  ownEquipmentCount: ownCount('本级设备数'),
  sort: field(Type.Integer({ minimum: 0, maximum: 999, title: '排序' }), {
    defaultValue: 0,
    form: { hint: '0 至 999，小的在前' },
  }),
  status: field(Type.Enum(keysOf(statuses), { title: '状态' }), {
    defaultValue: 'enabled',
    labels: statuses,
    form: { control: 'radio' },
  }),
});

const { createdAt: _made, ...shown } = department.row.properties;
export const DepartmentDetail = strict({ ...shown, updatedAt: Instant });
/** Department with its lower departments. */
export type DepartmentTreeNode = Static<typeof DepartmentDetail> & { children: DepartmentTreeNode[] };
const Tree = Type.Unsafe<DepartmentTreeNode[]>({
  type: 'array',
  items: { type: 'object', additionalProperties: true },
});

const Changed = strict({ id: Id, version: Type.Integer() });

const getDepartmentTree = post('/api/department/getDepartmentTree', {
  title: '部门树',
  permission: 'department:list',
  change: false,
  /** With `departmentId`: only that department and its lower ones. */
  input: { departmentId: Type.Optional(Type.String({ ...Id, title: '部门' })) },
  output: Tree,
});

export const departmentApi = {
  getDepartmentTree,
  exportDepartment: department.export(getDepartmentTree, {
    title: '导出部门',
    columns: [
      'name',
      ['place', '所在位置'],
      'code',
      'type',
      ['regionCode', '行政区划代码'],
      'regionName',
      'leader',
      'phone',
      'email',
      'address',
      'lat',
      'lng',
      'userCount',
      'customerCount',
      'equipmentCount',
      'openWarnCount',
      'sort',
      'status',
    ],
  }),
  /** Finds accounts that can lead a department, for the form. */
  findLeader: post('/api/department/findLeader', {
    title: '查找负责人',
    permission: 'department:edit',
    change: false,
    input: { keyword: Type.Optional(Type.String({ maxLength: 50, title: '姓名或账号' })) },
    output: Type.Array(strict({ id: Id, name: Type.String(), account: Type.String(), departmentName: Type.String() })),
  }),
  addDepartment: department.addFull({ permission: 'department:edit' }),
  editDepartment: department.edit(),
  moveDepartment: post('/api/department/moveDepartment', {
    title: '移动部门',
    permission: 'department:edit',
    input: {
      id: Id,
      parentId: department.fields.parentId.schema,
      /** Index among the departments of the new parent, from 0; past the end: the last. */
      index: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000, title: '位置' })),
    },
    output: Changed,
  }),
  mergeDepartment: post('/api/department/mergeDepartment', {
    title: '合并部门',
    permission: 'department:merge',
    input: {
      fromId: Type.String({ ...Id, title: '并出的部门' }),
      toId: Type.String({ ...Id, title: '并入的部门', msg: '请选择并入的部门' }),
    },
    output: strict({
      id: Id,
      users: Type.Integer(),
      customers: Type.Integer(),
      equipment: Type.Integer(),
      warns: Type.Integer(),
    }),
  }),
  updateDepartmentStatus: department.status({ title: '启用或停用部门' }),
  deleteDepartment: department.remove({ permission: 'department:edit' }),
};

export const feature: Feature = {
  title: '部门',
  resource: department,
  endpoints: departmentApi,
  screens: [
    {
      path: '/department/tree',
      title: '部门',
      icon: 'network',
      group: '系统管理',
      sort: 94,
      component: 'DepartmentScreen',
      permission: { key: 'department:list', title: '查看部门', roles: ['area'] },
      buttons: [
        { key: 'department:edit', title: '编辑部门', roles: ['area'] },
        { key: 'department:merge', title: '合并部门', roles: [] },
        { key: 'department:export', title: '导出部门', roles: ['area'] },
      ],
    },
  ],
};
