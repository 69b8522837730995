import { equipmentTab } from '#features/equipment/contract.ts';
import { keysOf } from '#shared/codes.ts';
import { Id, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { resource } from '#shared/resource.ts';
import { field } from '#shared/resourceField.ts';
import { Type } from '#shared/typebox.ts';

export const operators = { mobile: '移动', unicom: '联通', telecom: '电信', broadnet: '广电' } as const;

const Day = (title: string) => Type.String({ format: 'date', title });
const ShortText = (title: string, maxLength: number) => Type.String({ minLength: 1, maxLength, title });
const read = { editable: false, dbColumn: false } as const;
const Batch = ShortText('续费批次', 50);

/** A SIM (domain.md 6.18). One that a device got without an ICCID has none until it is entered at the device. */
export const sim = resource(
  'sim',
  '流量卡',
  {
    iccid: field(Type.String({ pattern: '^8986[0-9A-Za-z]{15,16}$', title: 'ICCID', msg: 'ICCID格式不正确' }), {
      ...{ required: true, nullable: true, unique: '该ICCID已登记', immutable: '登记后不能修改', search: true },
      column: { width: 184, fixed: 'left' },
      import: { hint: '19至20位，8986开头，单元格设为文本', example: '89860012345678901234' },
    }),
    number: field(Type.String({ pattern: '^[0-9+-]{3,20}$', title: '号码', msg: '号码格式不正确' }), {
      search: true,
      column: { width: 128 },
    }),
    operator: field(Type.Enum(keysOf(operators), { title: '运营商' }), {
      ...{ labels: operators, filter: 'many' },
      column: { width: 72 },
    }),
    plan: field(ShortText('套餐', 100), { search: true, column: { width: 136 } }),
    activatedAt: field(Day('开通日期'), { column: { width: 104, hideOrder: 2 } }),
    expireDate: field(Type.String({ format: 'date', title: '到期日期', after: 'activatedAt' }), {
      sort: true,
      filter: 'range',
      column: { width: 104 },
    }),
    equipmentId: field(Type.String({ ...Id, title: '设备' }), {
      ...{ editable: false, nullable: true, filter: 'one' },
      ...{ column: false, export: false },
    }),
    sn: field(Type.String({ title: '设备编号' }), { ...read, nullable: true, column: { width: 136 } }),
    customerId: field(Type.String({ ...Id, title: '客户' }), { ...read, nullable: true, column: false, export: false }),
    customerName: field(Type.String({ title: '客户' }), { ...read, nullable: true, column: { width: 80 } }),
    batch: field(Batch, { editable: false, nullable: true, column: { width: 104, hidden: true } }),
    projectId: field(Type.String({ ...Id, title: '项目' }), { editable: false, column: false, export: false }),
    projectName: field(Type.String({ title: '项目' }), { ...read, column: { width: 128, hideOrder: 1 } }),
    departmentId: field(Type.String({ ...Id, title: '部门' }), { editable: false, column: false, export: false }),
    remark: field(Type.String({ maxLength: 500, title: '备注' }), {
      column: { hidden: true },
      form: { control: 'textarea', wide: true },
    }),
  },
  { owners: ['createdBy'] },
);

const getSimList = sim.list({
  permission: 'equipment:list',
  filters: {
    /** Expires within this many days, or has expired. */
    expiringDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650, title: '到期天数' })),
    /** Whether the SIM is in a device. */
    bound: Type.Optional(Type.Boolean({ title: '绑定' })),
    projectId: Type.Optional(Id),
    /** With its subtree. */
    departmentId: Type.Optional(Id),
  },
});

/** Default for a new SIM: the viewer's ownership. A SIM in a device has the device's ownership. */
const placed = { projectId: Type.Optional(Id), departmentId: Type.Optional(Id) };

export const simApi = {
  getSimList,
  getSim: sim.get({ permission: 'equipment:list' }),
  addSim: sim.add({ permission: 'equipment:edit', input: placed }),
  editSim: sim.edit({ permission: 'equipment:edit', input: placed }),
  /** Sets the expiry date of SIMs, all or none. `count`: their number. */
  renewSim: post('/api/sim/renewSim', {
    title: '流量卡续费',
    permission: 'equipment:edit',
    input: {
      ids: Type.Array(Id, { minItems: 1, maxItems: 1000, uniqueItems: true, title: '流量卡' }),
      expireDate: Day('新的到期日期'),
      batch: Type.Optional(Batch),
    },
    output: strict({ count: Type.Integer() }),
  }),
  exportSim: sim.export(getSimList, { permission: 'equipment:export' }),
  importSim: sim.import({ permission: 'equipment:import' }),
  getImportTemplate: sim.template({ permission: 'equipment:import' }),
};

/** Returns the address of the list of SIMs, filtered by this device number. */
export function simLink(sn: string): string {
  return `#/equipment/list/sim?keyword=${encodeURIComponent(sn)}`;
}

export const feature: Feature = {
  title: '流量卡',
  endpoints: simApi,
  resource: sim,
  screens: [
    {
      ...equipmentTab,
      ...{ path: '/equipment/list/sim', title: '流量卡', component: 'SimScreen' },
      tabs: { '/equipment/list/sim': '流量卡' },
    },
  ],
};
