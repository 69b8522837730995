import { Id, Instant, Nothing, nullable, post, strict } from '#shared/endpoint.ts';
import { exportOf } from '#shared/export.ts';
import type { Feature } from '#shared/feature.ts';
import { regionPattern } from '#shared/region.ts';
import { type Static, Type } from '#shared/typebox.ts';

const Version = Type.Integer({ minimum: 1, title: '版本' });
const Parent = Type.String({ ...Id, title: '上级部门', msg: '请选择上级部门' });

/** Required only when a department is added; null takes a value away. */
const fields = {
  name: Type.String({ pattern: '^\\S(.*\\S)?$', minLength: 2, maxLength: 30, title: '名称', msg: '请输入2-30位名称' }),
  code: Type.Optional(
    nullable(
      Type.String({ pattern: '^[A-Za-z0-9_-]{1,30}$', title: '编码', msg: '编码为1-30位字母、数字、下划线或短横' }),
    ),
  ),
  type: Type.String({ pattern: '^[a-z][a-z0-9_]{0,49}$', title: '类型', dictionary: 'department_type' }),
  regionCode: Type.Optional(
    nullable(Type.String({ pattern: regionPattern, title: '行政区划', msg: '行政区划代码为6、9或12位数字' })),
  ),
  leaderId: Type.Optional(nullable(Type.String({ ...Id, title: '负责人' }))),
  /** The name of somebody without an account; one that exactly one account goes by is that account. */
  leader: Type.Optional(nullable(Type.String({ maxLength: 20, title: '负责人' }))),
  phone: Type.Optional(
    nullable(
      Type.String({
        pattern: '^(1[3-9]\\d{9}|0\\d{2,3}-?\\d{7,8}(-\\d{1,6})?|1\\d{2}|12\\d{3}|95\\d{3,6}|400\\d{7})$',
        title: '电话',
        msg: '号码格式不正确',
      }),
    ),
  ),
  email: Type.Optional(nullable(Type.String({ format: 'email', maxLength: 100, title: '邮箱' }))),
  address: Type.Optional(nullable(Type.String({ maxLength: 200, title: '地址' }))),
  lat: Type.Optional(nullable(Type.Number({ minimum: -90, maximum: 90, title: '纬度', msg: '定位无效' }))),
  lng: Type.Optional(nullable(Type.Number({ minimum: -180, maximum: 180, title: '经度', msg: '定位无效' }))),
  sort: Type.Optional(Type.Integer({ minimum: 0, maximum: 999, title: '排序' })),
  status: Type.Optional(Type.Enum(['enabled', 'disabled'], { title: '状态' })),
};

export const DepartmentDetail = strict({
  id: Id,
  parentId: nullable(Id),
  name: Type.String(),
  code: nullable(Type.String()),
  type: Type.String(),
  regionCode: nullable(Type.String()),
  /** 浙江省衢州市柯城区. */
  regionName: nullable(Type.String()),
  /** The account that answers for it; null where a name is all that is known. */
  leaderId: nullable(Id),
  leader: nullable(Type.String()),
  phone: nullable(Type.String()),
  email: nullable(Type.String()),
  address: nullable(Type.String()),
  lat: nullable(Type.Number()),
  lng: nullable(Type.Number()),
  sort: Type.Integer(),
  status: Type.String(),
  version: Type.Integer(),
  updatedAt: Instant,
  /** Within the viewer's scope, the departments below with them. */
  userCount: Type.Integer(),
  customerCount: Type.Integer(),
  equipmentCount: Type.Integer(),
  openWarnCount: Type.Integer(),
  /** Directly in this department. */
  ownUserCount: Type.Integer(),
  ownCustomerCount: Type.Integer(),
  ownEquipmentCount: Type.Integer(),
});
/** A department with those below it. */
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
  /** With a department: that one and those below it. */
  input: { departmentId: Type.Optional(Type.String({ ...Id, title: '部门' })) },
  output: Tree,
});

export const departmentApi = {
  getDepartmentTree,
  exportDepartment: exportOf(getDepartmentTree, {
    path: '/api/department/exportDepartment',
    title: '导出部门',
    permission: 'department:export',
    columns: {
      name: '名称',
      place: '所在位置',
      code: '编码',
      type: '类型',
      regionCode: '行政区划代码',
      regionName: '行政区划',
      leader: '负责人',
      phone: '电话',
      email: '邮箱',
      address: '地址',
      lat: '纬度',
      lng: '经度',
      userCount: '用户数（含下级）',
      customerCount: '客户数（含下级）',
      equipmentCount: '设备数（含下级）',
      openWarnCount: '未结案告警',
      sort: '排序',
      status: '状态',
    },
  }),
  /** Accounts that can lead a department, for the form. */
  findLeader: post('/api/department/findLeader', {
    title: '查找负责人',
    permission: 'department:edit',
    change: false,
    input: { keyword: Type.Optional(Type.String({ maxLength: 50, title: '姓名或账号' })) },
    output: Type.Array(strict({ id: Id, name: Type.String(), account: Type.String(), departmentName: Type.String() })),
  }),
  addDepartment: post('/api/department/addDepartment', {
    title: '新增部门',
    permission: 'department:edit',
    input: { parentId: Parent, ...fields },
    output: Changed,
  }),
  editDepartment: post('/api/department/editDepartment', {
    title: '编辑部门',
    permission: 'department:edit',
    input: {
      id: Id,
      version: Version,
      ...fields,
      name: Type.Optional(fields.name),
      type: Type.Optional(fields.type),
      parentId: Type.Optional(Parent),
    },
    output: Changed,
  }),
  moveDepartment: post('/api/department/moveDepartment', {
    title: '移动部门',
    permission: 'department:edit',
    input: {
      id: Id,
      parentId: Parent,
      /** Place among the departments of the new parent, from 0; past the end: the last. */
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
  updateDepartmentStatus: post('/api/department/updateDepartmentStatus', {
    title: '启用或停用部门',
    permission: 'department:edit',
    input: { id: Id, status: Type.Enum(['enabled', 'disabled'], { title: '状态' }) },
    output: Changed,
  }),
  deleteDepartment: post('/api/department/deleteDepartment', {
    title: '删除部门',
    permission: 'department:edit',
    input: { ids: Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true, title: '部门' }) },
    output: Nothing,
  }),
};

export const feature: Feature = {
  title: '部门',
  endpoints: departmentApi,
  screens: [
    {
      path: '/department/tree',
      title: '部门',
      icon: 'network',
      group: '系统管理',
      sort: 94,
      component: 'DepartmentScreen',
      right: { key: 'department:list', title: '查看部门', roles: ['area'] },
      buttons: [
        { key: 'department:edit', title: '编辑部门', roles: ['area'] },
        { key: 'department:merge', title: '合并部门', roles: [] },
        { key: 'department:export', title: '导出部门', roles: ['area'] },
      ],
    },
  ],
};
