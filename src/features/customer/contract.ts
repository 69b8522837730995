import { keysOf, serviceStates } from '#shared/codes.ts';
import { coded } from '#shared/dictionary.ts';
import { Id, list, nullable, post, strict } from '#shared/endpoint.ts';
import { exportOf } from '#shared/export.ts';
import type { Feature } from '#shared/feature.ts';
import { importOf, templateOf } from '#shared/import.ts';
import { Type } from '#shared/typebox.ts';

const Name = Type.String({
  pattern: '^[\\p{Script=Han}A-Za-z·][\\p{Script=Han}A-Za-z· ]{1,19}$',
  title: '姓名',
  msg: '请输入2-20位姓名',
});
const Mobile = Type.String({ pattern: '^1[3-9]\\d{9}$', title: '手机号', msg: '请输入正确的手机号' });
const Landline = Type.String({
  pattern: '^0\\d{2,3}-?\\d{7,8}(-\\d{1,6})?$',
  title: '固定电话',
  msg: '请输入正确的固定电话',
});
/** Contacts may have service numbers too: 120, 12349, 95…, 400… (domain.md 3.2). */
const ContactNumber = Type.String({
  pattern: '^(1[3-9]\\d{9}|0\\d{2,3}-?\\d{7,8}(-\\d{1,6})?|1\\d{2}|12\\d{3}|95\\d{3,6}|400\\d{7})$',
  title: '联系人电话',
  msg: '号码格式不正确',
});
const Word = (title: string, max = 100) => Type.String({ minLength: 1, maxLength: max, title });

export const ContactInput = strict({
  name: Name,
  relation: coded('relation', '关系'),
  mobile: Type.Optional(ContactNumber),
  phone: Type.Optional(ContactNumber),
  address: Type.Optional(Type.String({ maxLength: 200, title: '联系人地址' })),
  order: Type.Integer({ minimum: 1, maximum: 99, title: '顺序' }),
  isEmergency: Type.Optional(Type.Boolean({ title: '紧急联系人' })),
  isGuardian: Type.Optional(Type.Boolean({ title: '监护人' })),
  hasKey: Type.Optional(Type.Boolean({ title: '有钥匙' })),
});

const CustomerRow = strict({
  id: Id,
  no: Type.String(),
  name: Type.String(),
  gender: Type.Integer(),
  age: nullable(Type.Integer()),
  mobile: nullable(Type.String({ description: 'masked' })),
  idNo: nullable(Type.String({ description: 'masked' })),
  address: nullable(Type.String({ description: 'down to the community' })),
  livingState: nullable(Type.String()),
  abilityLevel: nullable(Type.Integer()),
  equipmentCount: Type.Integer(),
  onlineCount: Type.Integer(),
  openWarnCount: Type.Integer(),
  serviceState: Type.Enum(keysOf(serviceStates)),
  departmentId: Id,
  projectId: Id,
  version: Type.Integer(),
});

const WholeContact = strict({
  id: Id,
  name: Type.String(),
  relation: Type.String(),
  mobile: nullable(Type.String()),
  phone: nullable(Type.String()),
  address: nullable(Type.String()),
  hasKey: Type.Boolean(),
  isEmergency: Type.Boolean(),
  isGuardian: Type.Boolean(),
  order: Type.Integer(),
});

/** A person whole, as the desk shows one whose alarm is open. */
export const WholeCustomer = strict({
  id: Id,
  no: Type.String(),
  name: Type.String(),
  gender: Type.Integer(),
  age: nullable(Type.Integer()),
  birthDate: nullable(Type.String()),
  idNoMasked: nullable(Type.String()),
  mobile: nullable(Type.String()),
  phone: nullable(Type.String()),
  photoFileId: nullable(Id),
  area: Type.String(),
  address: Type.String(),
  addressNote: nullable(Type.String()),
  entryNote: nullable(Type.String()),
  lat: nullable(Type.Number()),
  lng: nullable(Type.Number()),
  livingState: nullable(Type.String()),
  marital: nullable(Type.String()),
  abilityLevel: nullable(Type.Integer()),
  serviceState: Type.String(),
  flags: Type.Array(Type.String()),
  conditions: Type.Array(Type.String()),
  medicines: Type.Array(Type.String()),
  allergies: Type.Array(Type.String()),
  bloodType: nullable(Type.String()),
  doctor: nullable(Type.String()),
  doctorPhone: nullable(Type.String()),
  hospital: nullable(Type.String()),
  contacts: Type.Array(WholeContact),
});

const getCustomerList = list('/api/customer/getCustomerList', {
  title: '客户列表',
  permission: 'customer:list',
  filters: {
    mobile: Type.Optional(Type.String({ maxLength: 20, title: '电话' })),
    gender: Type.Optional(Type.Array(Type.Integer({ minimum: 0, maximum: 2 }), { maxItems: 3, title: '性别' })),
    livingState: Type.Optional(Type.Array(coded('living_state', '居住情况'), { maxItems: 50, title: '居住情况' })),
    serviceState: Type.Optional(Type.Array(Type.Enum(keysOf(serviceStates)), { maxItems: 5, title: '服务状态' })),
    departmentId: Type.Optional(Id),
    projectId: Type.Optional(Id),
  },
  sort: ['name', 'age', 'createdAt', 'no'],
  row: CustomerRow,
});

export const customerApi = {
  getCustomerList,
  exportCustomer: exportOf(getCustomerList, {
    path: '/api/customer/exportCustomer',
    title: '导出客户',
    permission: 'customer:export',
    columns: {
      no: '编号',
      name: '姓名',
      gender: '性别',
      age: '年龄',
      mobile: '电话',
      idNo: '证件号',
      address: '住址',
      livingState: '居住情况',
      abilityLevel: '能力等级',
      equipmentCount: '设备',
      onlineCount: '在线设备',
      openWarnCount: '未处理告警',
      serviceState: '服务状态',
    },
    personal: ['mobile', 'idNo', 'address'],
  }),
  importCustomer: importOf('/api/customer/importCustomer', { title: '导入客户', permission: 'customer:import' }),
  getImportTemplate: templateOf('/api/customer/getImportTemplate', {
    title: '客户导入模板',
    permission: 'customer:import',
  }),
  /** People for a choice field: name, age and community only. */
  findCustomer: post('/api/customer/findCustomer', {
    title: '查找客户',
    permission: 'warn:add',
    change: false,
    input: { keyword: Type.String({ minLength: 1, maxLength: 50, title: '关键字' }) },
    output: Type.Array(
      strict({
        id: Id,
        name: Type.String(),
        age: nullable(Type.Integer()),
        area: Type.String(),
        phone: nullable(Type.String()),
      }),
    ),
  }),
  addCustomer: post('/api/customer/addCustomer', {
    title: '新增客户',
    permission: 'customer:edit',
    input: {
      name: Name,
      idType: Type.Optional(Type.Enum(['id_card', 'passport', 'permit', 'other'], { title: '证件类型' })),
      idNo: Type.Optional(Type.String({ minLength: 5, maxLength: 20, title: '证件号' })),
      birthDate: Type.Optional(Type.String({ format: 'date', title: '出生日期' })),
      gender: Type.Optional(Type.Integer({ minimum: 0, maximum: 2, title: '性别' })),
      mobile: Type.Optional(Mobile),
      phone: Type.Optional(Landline),
      regionCode: Type.Optional(Type.String({ pattern: '^\\d{6,12}$', title: '区划代码' })),
      street: Type.Optional(Word('街道', 50)),
      community: Type.Optional(Word('社区', 50)),
      address: Type.Optional(Type.String({ maxLength: 200, title: '详细地址' })),
      addressNote: Type.Optional(Type.String({ maxLength: 100, title: '楼层与电梯' })),
      entryNote: Type.Optional(Type.String({ maxLength: 500, title: '入户方式' })),
      lat: Type.Optional(Type.Number({ minimum: -90, maximum: 90, title: '纬度' })),
      lng: Type.Optional(Type.Number({ minimum: -180, maximum: 180, title: '经度' })),
      livingState: Type.Optional(coded('living_state', '居住情况')),
      abilityLevel: Type.Optional(Type.Integer({ minimum: 0, maximum: 4, title: '能力等级' })),
      departmentId: Type.Optional(Id),
      projectId: Type.Optional(Id),
      contacts: Type.Optional(Type.Array(ContactInput, { maxItems: 20, title: '联系人' })),
      allergies: Type.Optional(Type.Array(Word('过敏', 50), { maxItems: 20, title: '过敏' })),
      chronic: Type.Optional(Type.Array(Word('慢性病', 50), { maxItems: 30, title: '慢性病' })),
      medicines: Type.Optional(Type.Array(Word('用药'), { maxItems: 40, title: '用药' })),
      flags: Type.Optional(Type.Array(Word('警示', 20), { maxItems: 12, title: '警示' })),
      bloodType: Type.Optional(Word('血型', 20)),
      doctor: Type.Optional(Word('家庭医生', 50)),
      doctorPhone: Type.Optional(ContactNumber),
      hospital: Type.Optional(Word('常去医院', 50)),
    },
    output: strict({ id: Id, no: Type.String() }),
  }),
  uploadCustomerPhoto: post('/api/customer/uploadCustomerPhoto', {
    title: '上传客户照片',
    permission: 'customer:edit',
    upload: true,
    input: { id: Id },
    output: strict({ fileId: Id }),
  }),
};

export const feature: Feature = {
  title: '客户',
  endpoints: customerApi,
  screens: [
    {
      path: '/customer/list',
      title: '客户',
      icon: 'user',
      group: '服务对象',
      sort: 30,
      planned: '服务对象（老人）档案：姓名、证件、住址、联系人、设备和服务状态，可筛选、导入、导出。',
      right: {
        key: 'customer:list',
        title: '查看客户',
        roles: ['area', 'leader', 'operator', 'health', 'engineer', 'viewer'],
      },
      buttons: [
        { key: 'customer:edit', title: '新增与编辑客户', roles: ['area', 'operator'] },
        { key: 'customer:import', title: '导入客户', roles: ['area'] },
        { key: 'customer:export', title: '导出客户', roles: ['area'] },
        { key: 'pii:reveal', title: '查看完整个人信息', roles: ['area', 'leader'] },
      ],
    },
  ],
};
