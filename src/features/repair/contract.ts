import { equipmentTab } from '#features/equipment/contract.ts';
import { keysOf, repairStates } from '#shared/codes.ts';
import { Id, Instant, nullable } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { resource } from '#shared/resource.ts';
import { field } from '#shared/resourceField.ts';
import { Type } from '#shared/typebox.ts';

const ShortText = (title: string, maxLength: number) => Type.String({ minLength: 1, maxLength, title });
const read = { editable: false } as const;

/** States of a repair that is not finished. */
export const openRepairStates: readonly (keyof typeof repairStates)[] = ['open', 'sent'];

/** A repair: fault, repairer and result (domain.md 6.18). */
export const repair = resource('repair', '维修单', {
  no: field(Type.String({ title: '单号' }), { ...read, search: true, column: { width: 104, fixed: 'left' } }),
  equipmentId: field(Type.String({ ...Id, title: '设备' }), {
    ...{ required: true, filter: 'one', immutable: '登记后不能换设备' },
    ...{ column: false, export: false },
  }),
  sn: field(Type.String({ title: '设备编号' }), { ...read, dbColumn: false, column: { width: 144, hidden: true } }),
  equipmentName: field(Type.String({ title: '设备' }), { ...read, dbColumn: false, column: { width: 144 } }),
  customerId: field(Type.String({ ...Id, title: '客户' }), { ...read, nullable: true, column: false, export: false }),
  customerName: field(Type.String({ title: '客户' }), {
    ...{ ...read, dbColumn: false, nullable: true },
    column: { width: 72 },
  }),
  fault: field(Type.String({ minLength: 1, maxLength: 500, title: '故障', msg: '请写明故障' }), {
    ...{ required: true, search: true },
    ...{ column: { width: 176 }, form: { control: 'textarea', wide: true } },
  }),
  state: field(Type.Enum(keysOf(repairStates), { title: '状态' }), {
    ...{ defaultValue: 'open', labels: repairStates, filter: 'many' },
    column: { width: 76 },
  }),
  /** Whole days until it was finished, or until now. */
  openDays: field(Type.Integer({ minimum: 0, title: '已过天数' }), {
    ...{ ...read, dbColumn: false, sort: true, filter: 'range' },
    column: { width: 84, align: 'right' },
  }),
  reportedBy: field(ShortText('报修人', 50), { column: { width: 72, hideOrder: 2 } }),
  handler: field(ShortText('处理人', 50), { column: { width: 72 } }),
  sentTo: field(ShortText('送修单位', 100), { search: true, column: { width: 104, hideOrder: 4 } }),
  result: field(ShortText('处理结果', 500), { column: { width: 144 }, form: { control: 'textarea', wide: true } }),
  cost: field(Type.Number({ minimum: 0, maximum: 999_999, title: '费用' }), {
    column: { width: 72, align: 'right', hideOrder: 3 },
    form: { unit: '元' },
  }),
  substituteId: field(Type.String({ ...Id, title: '代用设备' }), {
    ...read,
    nullable: true,
    column: false,
    export: false,
  }),
  substituteSn: field(Type.String({ title: '代用设备' }), {
    ...{ ...read, dbColumn: false, nullable: true },
    column: { width: 128, hideOrder: 1 },
  }),
  closedAt: field(Type.String({ ...Instant, title: '结束时间' }), {
    ...{ ...read, nullable: true },
    column: { width: 112, hidden: true },
  }),
});

const getRepairList = repair.list({
  permission: 'equipment:list',
  filters: {
    projectId: Type.Optional(Id),
    /** With its subtree. */
    departmentId: Type.Optional(Id),
  },
});

export const repairApi = {
  getRepairList,
  getRepair: repair.get({ permission: 'equipment:list' }),
  /**
   * Sets the device to 维修中; with `newSn`, for viewers who may bind devices, another device replaces it at the customer.
   */
  addRepair: repair.add({
    title: '登记维修',
    permission: 'equipment:report',
    input: {
      newSn: Type.Optional(
        Type.String({
          pattern: '^[A-Za-z0-9_-]{6,32}$',
          title: '换上的设备',
          msg: '设备编号为6至32位字母、数字、横线或下划线',
        }),
      ),
      /** Confirms that an open SOS warn of the customer is known. */
      confirm: Type.Optional(Type.Boolean({ title: '已确认' })),
    },
    /** Secret of the replacement device, if it was registered with one; shown once. */
    output: { secret: nullable(Type.String()) },
  }),
  /** Finishing needs a result: 已修复 returns the device, 已更换 leaves it out of use, 已报废 writes it off. */
  editRepair: repair.edit({ title: '处理维修单', permission: 'equipment:edit' }),
  exportRepair: repair.export(getRepairList, { permission: 'equipment:export' }),
};

export const feature: Feature = {
  title: '维修',
  endpoints: repairApi,
  resource: repair,
  screens: [
    {
      ...equipmentTab,
      ...{ path: '/equipment/list/repair', title: '维修', component: 'RepairScreen' },
      tabs: { '/equipment/list/repair': '维修' },
    },
  ],
};
