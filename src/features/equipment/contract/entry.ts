import type { DepartmentChoice } from '#features/customer/contract.ts';
import { consentValidities, equipmentStates, keysOf, onlineStates, testKinds } from '#shared/codes.ts';
import { importOf, templateOf } from '#shared/contract/import.ts';
import { coded } from '#shared/dictionary.ts';
import { Id, Instant, nullable, post, strict } from '#shared/endpoint.ts';
import { resource } from '#shared/resource.ts';
import { field } from '#shared/resourceField.ts';
import { Type } from '#shared/typebox.ts';

const Sn = Type.String({
  pattern: '^[A-Za-z0-9_-]{6,32}$',
  title: '设备编号',
  msg: '设备编号为6至32位字母、数字、横线或下划线',
});
const Day = (title: string) => Type.String({ format: 'date', title });
const At = (title: string) => Type.String({ ...Instant, title });
const Ref = (title: string) => Type.String({ ...Id, title });
const Text = (title: string) => Type.String({ title });
const ShortText = (title: string, maxLength: number) => Type.String({ minLength: 1, maxLength, title });
const Name = ShortText('设备名称', 50);
const Percent = (title: string) => Type.Integer({ minimum: 0, maximum: 100, title });
/** Options of read-only fields from the device state or joined rows. */
const read = { editable: false, dbColumn: false } as const;
const reported = { ...read, nullable: true } as const;
/** Neither a column of the list nor exported. */
const unlisted = { column: false, export: false } as const;
/** On the record page and in the form, not in the list. */
const ofRecord = { output: false, record: true, column: false } as const;
/** Column of the device's SIM card. */
const ofCard = { dbColumn: false, import: {} } as const;

/** Device as listed, added and edited (domain.md 6.18). */
export const equipment = resource(
  'equipment',
  '设备',
  {
    // Defaults to the model's name; add and edit take name and ownership next to the fields.
    name: field(Name, { editable: false, sort: true, column: { width: 144, fixed: 'left' } }),
    kind: field(coded('device_kind', '类型'), { ...read, filter: 'many', column: { width: 116 } }),
    model: field(ShortText('型号', 50), {
      ...{ required: true, dbColumn: false, column: { width: 104, hidden: true } },
      import: { hint: '型号的编码，如 KT-W8', example: 'KT-W8' },
    }),
    modelName: field(Text('型号名称'), { ...read, ...unlisted }),
    sn: field(Sn, {
      ...{ required: true, unique: '设备编号已存在', immutable: '登记后不能修改，请更换设备', sort: true },
      column: { title: 'SN/IMEI', width: 128 },
      import: { example: 'KT8800000001' },
    }),
    imei: field(Type.String({ pattern: '^\\d{15}$', title: 'IMEI', msg: 'IMEI须为15位数字' }), {
      ...{ unique: '该IMEI已被其他设备使用', column: { width: 136, hidden: true } },
      import: { hint: '15位数字，单元格设为文本', example: '862641052047311' },
    }),
    mac: field(
      Type.String({ pattern: '^[0-9A-Fa-f]{2}([:-]?[0-9A-Fa-f]{2}){5}$', title: 'MAC', msg: 'MAC格式不正确' }),
      ofRecord,
    ),
    iccid: field(Type.String({ pattern: '^8986[0-9A-Za-z]{15,16}$', title: 'ICCID', msg: 'ICCID格式不正确' }), {
      ...{ ...ofRecord, ...ofCard, import: { hint: '19至20位，8986开头，单元格设为文本' } },
    }),
    simNumber: field(Type.String({ pattern: '^[0-9+-]{3,20}$', title: 'SIM 号', msg: '号码格式不正确' }), {
      ...{ ...ofRecord, ...ofCard },
    }),
    gatewayId: field(Ref('网关'), { ...unlisted, import: false }),
    gatewayName: field(Text('网关'), { ...reported, column: { width: 80, hideOrder: 1 } }),
    customerId: field(Ref('绑定客户'), { ...unlisted, editable: false, nullable: true }),
    customerName: field(Text('绑定客户'), { ...reported, column: { width: 72 } }),
    position: field(Type.String({ maxLength: 50, title: '安装位置' }), { column: { width: 72, hideOrder: 2 } }),
    online: field(Type.Enum(keysOf(onlineStates), { title: '在线' }), {
      ...{ ...read, labels: onlineStates, filter: 'many', column: { width: 88 } },
    }),
    offlineSince: field(At('离线起始'), { ...reported, ...unlisted }),
    battery: field(Percent('电量'), { ...reported, sort: true, column: { width: 124 } }),
    batteryDays: field(Type.Integer({ title: '电量可用天数' }), { ...reported, column: false }),
    /** No own battery, or a model that reports none. */
    mains: field(Type.Boolean({ title: '外接供电' }), { ...read, ...unlisted }),
    signal: field(Percent('信号'), { ...reported, column: { width: 56, hideOrder: 3 } }),
    lastSeenAt: field(At('最近上报'), { ...reported, sort: true, column: { width: 96 } }),
    lastDataAt: field(At('最近数据'), { ...reported, column: { width: 104, hidden: true } }),
    /** Last time when the hourly storage limit of the device was exceeded. */
    overQuotaAt: field(At('最近超限'), { ...reported, ...unlisted }),
    firmware: field(Text('固件'), { ...reported, column: { width: 80, hidden: true } }),
    simExpireDate: field(Day('SIM 到期'), { ...ofCard, sort: true, column: { width: 92 } }),
    state: field(Type.Enum(keysOf(equipmentStates), { title: '状态' }), {
      ...{ editable: false, labels: equipmentStates, filter: 'many', column: { width: 82 } },
    }),
    testKind: field(Type.Enum(keysOf(testKinds), { title: '现场测试' }), {
      ...{ ...read, labels: testKinds, filter: 'many', column: { width: 96, hidden: true } },
    }),
    batch: field(ShortText('采购批次', 50), ofRecord),
    supplier: field(ShortText('供应商', 100), ofRecord),
    warrantyDate: field(Day('保修到期'), ofRecord),
    projectId: field(Ref('项目'), { ...unlisted, editable: false }),
    projectName: field(Text('项目'), { ...read, column: { width: 128, hidden: true } }),
    departmentId: field(Ref('部门'), { ...unlisted, editable: false }),
    remark: field(Type.String({ maxLength: 500, title: '备注' }), { ...ofRecord, form: { wide: true } }),
  },
  { owners: ['createdBy'] },
);

const Ids = Type.Array(Id, { minItems: 1, maxItems: 1000, uniqueItems: true, title: '设备' });
const Identifiers = Type.Array(
  strict({
    protocol: Type.String({ pattern: '^[a-z0-9:_-]{1,40}$', title: '协议' }),
    number: Type.String({ minLength: 1, maxLength: 64, title: '号码' }),
  }),
  { maxItems: 10, title: '识别号' },
);
const placed = {
  name: Type.Optional(Name),
  projectId: Type.Optional(Id),
  departmentId: Type.Optional(Id),
  identifiers: Type.Optional(Identifiers),
};
const Days = (title: string) => Type.Integer({ minimum: 1, maximum: 3650, title });

/** Filters of the list beside those of its fields. */
export const equipmentFilters = {
  sn: Type.Optional(Type.String({ maxLength: 32, title: '设备编号' })),
  /** Codes of models. */
  model: Type.Optional(Type.Array(ShortText('型号', 50), { maxItems: 50, title: '型号' })),
  bound: Type.Optional(Type.Boolean({ title: '绑定' })),
  /** Percent. */
  batteryBelow: Type.Optional(Type.Integer({ minimum: 1, maximum: 101, title: '电量低于' })),
  /** Forecast battery life below so many days. */
  batteryDaysBelow: Type.Optional(Days('电量可用天数少于')),
  offlineHours: Type.Optional(Type.Integer({ minimum: 1, maximum: 8760, title: '离线超过' })),
  /** Devices that have reported before, but sent no data for so many days. */
  silentDays: Type.Optional(Days('无数据天数')),
  simExpiringDays: Type.Optional(Days('SIM 到期天数')),
  customerId: Type.Optional(Id),
  gatewayId: Type.Optional(Id),
  projectId: Type.Optional(Id),
  /** Includes departments below; for a region, devices of customers who live in it or below it. */
  departmentId: Type.Optional(Id),
  regionCode: Type.Optional(Type.String({ pattern: '^\\d{6,12}$', title: '区域' })),
  /** Days in the time zone of the device's project. */
  activatedFrom: Type.Optional(Day('激活时间起')),
  activatedTo: Type.Optional(Day('激活时间止')),
  /** Restricts the result to these devices. */
  ids: Type.Optional(Ids),
  /** Counts every match, without the upper limit. */
  exact: Type.Optional(Type.Boolean({ title: '精确统计' })),
};

const getEquipmentList = equipment.list({ filters: equipmentFilters });

/** Device with all fields. */
const FullEquipment = strict({
  id: Id,
  ...equipment.recordProps,
  protocol: Type.String(),
  capabilities: Type.Array(Type.String()),
  identifiers: Identifiers,
  departmentName: Type.String(),
  installedAt: nullable(Instant),
  activatedAt: nullable(Instant),
  /** Validity of the customer's location consent; null without a customer. */
  locationConsent: nullable(Type.Enum(keysOf(consentValidities))),
  /**
   * Last position, else the installation position from the map (source `installed`); null also without the location
   * consent.
   */
  place: nullable(
    strict({
      lat: Type.Number(),
      lng: Type.Number(),
      accuracy: nullable(Type.Number()),
      source: nullable(Type.String()),
      at: nullable(Instant),
    }),
  ),
  createdAt: Instant,
  version: Type.Integer(),
});

/** Calls about registered devices. */
export const entryApi = {
  getEquipmentList,
  getEquipment: post('/api/equipment/getEquipment', {
    title: '设备详情',
    permission: 'equipment:list',
    change: false,
    input: { id: Id },
    output: FullEquipment,
  }),
  addEquipment: equipment.add({
    permission: 'equipment:edit',
    input: { ...placed, customerId: Type.Optional(Id) },
    output: { secret: nullable(Type.String({ description: 'shown once' })) },
  }),
  editEquipment: equipment.edit({ input: { ...placed, name: Type.Optional(nullable(Name)) } }),
  /** In stock only; all or none. */
  deleteEquipment: equipment.remove({ permission: 'equipment:delete' }),
  exportEquipment: equipment.export(getEquipmentList, { title: '导出设备' }),
  importEquipment: importOf('/api/equipment/importEquipment', { title: '导入设备', permission: 'equipment:import' }),
  getImportTemplate: templateOf('/api/equipment/getImportTemplate', {
    title: '设备导入模板',
    permission: 'equipment:import',
  }),
  /** All or none: moves to a project or department, or issues from stock. `count`: changed devices. */
  moveEquipment: post('/api/equipment/moveEquipment', {
    title: '分配设备',
    permission: 'equipment:edit',
    input: {
      ids: Ids,
      projectId: Type.Optional(Ref('项目')),
      departmentId: Type.Optional(Ref('部门')),
      /** Stock devices become 已发放; a device not in stock refuses the whole call. */
      issue: Type.Optional(Type.Boolean({ title: '发放' })),
    },
    output: strict({ count: Type.Integer() }),
  }),
  /** Options for the list and its actions, within the scope. */
  getEquipmentChoice: post('/api/equipment/getEquipmentChoice', {
    title: '设备可选的型号、部门、项目和网关',
    permission: 'equipment:list',
    change: false,
    input: {},
    output: strict({
      models: Type.Array(
        strict({ value: Type.String(), label: Type.String(), kind: Type.String(), protocol: Type.String() }),
      ),
      departments: Type.Unsafe<DepartmentChoice[]>({
        type: 'array',
        items: { type: 'object', additionalProperties: true },
      }),
      projects: Type.Array(strict({ value: Id, label: Type.String() })),
      gateways: Type.Array(strict({ value: Id, label: Type.String() })),
    }),
  }),
};
