import { consentColumns } from '#features/consent/contract.ts';
import { addressProps } from '#shared/address.ts';
import { keysOf, onlineStates, serviceStates } from '#shared/codes.ts';
import { deathCauses, deathPlaces } from '#shared/death.ts';
import { coded } from '#shared/dictionary.ts';
import { Id, NoData, nullable, pick, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';
import { communicationParts } from './contract/communication.ts';
import { ContactEdit, ContactInput, contact, UnmaskedContact } from './contract/contact.ts';
import {
  customer,
  FoundContact,
  hasSecret,
  healthFields,
  homeFields,
  listColumns,
  personalFields,
  restrictedFields,
  unmaskedFields,
} from './contract/fields.ts';
import { type Allergy, bloodLabel, Communication, communicationFields, type Medicine } from './contract/health.ts';
import { type CustomerRecord, RecordHealth, recordApi } from './contract/record.ts';
import { archiveSealedMessage, assessedLevelMessage, stateApi } from './contract/state.ts';

export type { Allergy, CustomerRecord, Medicine };
export {
  archiveSealedMessage,
  assessedLevelMessage,
  bloodLabel,
  Communication,
  ContactEdit,
  ContactInput,
  communicationFields,
  communicationParts,
  contact,
  customer,
  hasSecret,
  healthFields,
  homeFields,
  listColumns,
  personalFields,
  restrictedFields,
  unmaskedFields,
};

/** Unmasked customer, as the desk shows it for an open alarm. */
export const UnmaskedCustomer = strict({
  id: Id,
  ...pick(customer.recordProps, unmaskedFields),
  /** Last day of the ability level. */
  assessedUntil: nullable(Type.String({ format: 'date' })),
  idNoMasked: nullable(Type.String()),
  ...addressProps,
  /** The customer has an institution bed: `lat` and `lng` are then the institution's. */
  inBed: Type.Boolean(),
  ...pick(RecordHealth.properties, [
    ...(['flags', 'conditions', 'medicines', 'allergies', 'bloodType', 'doctor', 'doctorPhone', 'hospital'] as const),
  ]),
  contacts: Type.Array(UnmaskedContact),
});

const Ids = Type.Array(Id, { minItems: 1, maxItems: 1000, uniqueItems: true, title: '客户' });
const Tags = Type.Array(coded('customer_tag', '标签'), { maxItems: 20, uniqueItems: true, title: '标签' });

/** Selectable department with its child departments. */
export interface DepartmentChoice {
  id: string;
  name: string;
  /** Code of the dictionary `department_type`. */
  type: string;
  status: string;
  children: DepartmentChoice[];
}

/** Defaults for a new customer of a department, inherited from the departments above; null: no default. */
const EntryDefaults = strict({
  departmentId: Id,
  regionCode: nullable(Type.String()),
  /** Address of an institution, where its customers live. */
  address: nullable(Type.String()),
  livingState: nullable(Type.String()),
  projectId: nullable(Id),
  responsibleId: nullable(Id),
});

/** State of the last assessment: missing, valid or expired. */
const assessments = { none: '未评估', valid: '已评估', expired: '已过期' } as const;

const getCustomerList = customer.list({
  filters: {
    /** The whole number or its last four characters; anything else is refused. */
    idNo: Type.Optional(Type.String({ maxLength: 20, title: '身份证号' })),
    mobile: Type.Optional(Type.String({ maxLength: 20, title: '电话' })),
    equipmentSn: Type.Optional(Type.String({ maxLength: 32, title: '设备号' })),
    /** The region and all regions below it. */
    regionCode: Type.Optional(Type.String({ pattern: '^\\d{6,12}$', title: '区域' })),
    departmentId: Type.Optional(Id),
    projectId: Type.Optional(Id),
    chronic: Type.Optional(Type.Array(coded('chronic', '慢性病'), { maxItems: 50, title: '慢性病' })),
    hasEquipment: Type.Optional(Type.Boolean({ title: '有无设备' })),
    /** Customers with a device in one of these states. */
    equipmentOnline: Type.Optional(Type.Array(Type.Enum(keysOf(onlineStates)), { maxItems: 5, title: '设备在线' })),
    assessed: Type.Optional(Type.Array(Type.Enum(keysOf(assessments)), { maxItems: 3, title: '评估状态' })),
    responsibleId: Type.Optional(Id),
    /** Customers with a benefit (权益与证件) that ends within so many days. */
    benefitWithinDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 365, title: '权益到期' })),
    /** Restricts the result to these customers. */
    ids: Type.Optional(Ids),
    warnWithinDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 365, title: '近几天有告警' })),
    /** Counts every match, without the upper limit. */
    exact: Type.Optional(Type.Boolean({ title: '精确统计' })),
  },
});

export const customerApi = {
  getCustomerList,
  ...recordApi,
  exportCustomer: customer.export(getCustomerList, {
    title: '导出客户',
    columns: [...listColumns, ['createdAt', '创建时间']],
    also: consentColumns,
  }),
  /** Options for the list and its actions: departments, projects and users within the scope. */
  getCustomerChoice: post('/api/customer/getCustomerChoice', {
    title: '客户可选的部门、项目和责任人',
    permission: 'customer:list',
    change: false,
    input: {},
    output: strict({
      departments: Type.Unsafe<DepartmentChoice[]>({
        type: 'array',
        items: { type: 'object', additionalProperties: true },
      }),
      projects: Type.Array(strict({ value: Id, label: Type.String() })),
      staff: Type.Array(strict({ value: Id, label: Type.String() })),
      /** One entry per department of the tree. */
      defaults: Type.Array(EntryDefaults),
      /** Communities of the viewer's latest entries, newest first. */
      communities: Type.Array(Type.String()),
    }),
  }),
  /** All or none; `count`: customers with changed tags. */
  editCustomerTag: post('/api/customer/editCustomerTag', {
    title: '打标签',
    permission: 'customer:edit',
    input: { ids: Ids, add: Type.Optional(Tags), remove: Type.Optional(Tags) },
    output: strict({ count: Type.Integer() }),
  }),
  /** All or none; open alarms and devices stay where they are. `count`: moved customers. */
  moveCustomer: post('/api/customer/moveCustomer', {
    title: '转移客户',
    permission: 'customer:move',
    input: {
      ids: Ids,
      departmentId: Type.Optional(Type.String({ ...Id, title: '部门' })),
      projectId: Type.Optional(Type.String({ ...Id, title: '项目' })),
      reason: Type.String({
        minLength: 2,
        maxLength: 200,
        pattern: '\\S',
        title: '原因',
        msg: '请输入2-200个字的原因',
      }),
    },
    output: strict({ count: Type.Integer() }),
  }),
  /**
   * Customers for a choice field: up to ten by `keyword`, or one by `id`. For viewers with a permission of
   * `searched.customer`.
   */
  findCustomer: post('/api/customer/findCustomer', {
    title: '查找客户',
    permission: 'login',
    change: false,
    input: {
      keyword: Type.Optional(Type.String({ minLength: 1, maxLength: 50, title: '关键字' })),
      id: Type.Optional(Type.String({ ...Id, title: '客户' })),
      projectId: Type.Optional(Type.String({ ...Id, title: '项目' })),
    },
    output: Type.Array(
      strict({
        id: Id,
        name: Type.String(),
        age: nullable(Type.Integer()),
        area: Type.String(),
        phone: nullable(Type.String()),
        projectId: Id,
        serviceState: Type.Enum(keysOf(serviceStates)),
        foundContact: nullable(FoundContact),
      }),
    ),
  }),
  /** Only customers who are not served yet; all or none. */
  deleteCustomer: post('/api/customer/deleteCustomer', {
    title: '删除客户',
    permission: 'customer:edit',
    input: { ids: Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true, title: '客户' }) },
    output: NoData,
  }),
  ...stateApi,
};

export const feature: Feature = {
  title: '客户',
  labels: {
    'customer.death_cause': deathCauses,
    'customer.death_place': deathPlaces,
  },
  endpoints: customerApi,
  resource: customer,
  screens: [
    {
      path: '/customer/list',
      title: '客户',
      icon: 'user',
      group: '服务对象',
      sort: 30,
      component: 'CustomerScreen',
      permission: {
        key: 'customer:list',
        title: '查看客户',
        roles: ['area', 'leader', 'operator', 'health', 'engineer', 'assessor', 'viewer'],
      },
      buttons: [
        { key: 'customer:edit', title: '新增与编辑客户', roles: ['area', 'operator'] },
        { key: 'customer:move', title: '转移客户', roles: ['area'] },
        { key: 'customer:merge', title: '合并客户', roles: ['area'] },
        { key: 'customer:import', title: '导入客户', roles: ['area'] },
        { key: 'customer:export', title: '导出客户', roles: ['area'] },
        { key: 'customer:health', title: '查看健康摘要', roles: ['area', 'leader', 'operator', 'health'] },
        { key: 'pii:reveal', title: '查看完整个人信息', roles: ['area', 'leader'] },
      ],
    },
  ],
};
