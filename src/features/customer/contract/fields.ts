import { Away } from '#features/leave/contract.ts';
import { consentValidities, idTypes, keysOf, serviceStates } from '#shared/codes.ts';
import { builtInLists, coded, codedNumber } from '#shared/dictionary.ts';
import { Id, nullable, strict } from '#shared/endpoint.ts';
import { resource } from '#shared/resource.ts';
import { type Fields, field } from '#shared/resourceField.ts';
import { Type } from '#shared/typebox.ts';
import { ContactNumber, Day, Landline, Mobile, Name, ShortText } from './basics.ts';
import { Allergy, Communication, Medicine } from './health.ts';

/** On the record page, not in the list. */
const ofRecord = { output: false, record: true, column: false, export: false } as const;
/** Entered with the customer, stored elsewhere, not in rows. */
const entered = { output: false, column: false, export: false, dbColumn: false } as const;
/** Computed for the row. */
const read = { editable: false, dbColumn: false } as const;
/** In rows without a column of the list. */
const inRows = { column: false, export: false } as const;
const identity = { section: '基本' } as const;
const home = { section: '居住' } as const;
const several = '多项用顿号分开';

/** Contact that the keyword matched by name or phone. */
export const FoundContact = strict({ name: Type.String(), relation: Type.String() }, '相符的联系人');

const identityFields = {
  no: field(Type.String({ title: '编号' }), { editable: false, sort: true, column: { width: 96, hidden: true } }),
  photoFileId: field(Type.String({ ...Id, title: '照片' }), {
    ...{ ...identity, ...inRows, editable: false, nullable: true, merge: 12 },
  }),
  name: field(Name, {
    ...{ ...identity, required: true, search: true, sort: true, merge: 1 },
    column: { width: 100, fixed: 'left' },
    import: { hint: '2-20位', example: '吴阿根' },
  }),
  idNo: field(Type.String({ minLength: 5, maxLength: 20, title: '证件号' }), {
    ...{ ...identity, encrypted: 'hashed', sensitive: 'text', merge: 2 },
    column: { width: 168, hidden: true, noTooltip: true },
    import: { title: '身份证号', hint: '18位，单元格设为文本', example: '330102193801010018' },
  }),
  idType: field(Type.Enum(keysOf(idTypes), { title: '证件类型', dictionary: 'id_type' }), {
    ...{ ...ofRecord, ...identity, always: true },
    import: { example: '身份证' },
  }),
  gender: field(codedNumber('gender', '性别', 2), {
    ...{ ...identity, always: true, filter: 'many', column: { width: 44 }, form: { control: 'radio' } },
    import: { hint: '有身份证号时可不填', example: '男' },
  }),
  birthDate: field(Day('出生日期'), {
    ...{ ...ofRecord, ...identity },
    import: { hint: '如 1938-01-01，有身份证号时可不填，其他证件须填', example: '1938-01-01' },
  }),
  age: field(Type.Integer({ minimum: 0, maximum: 150, title: '年龄' }), {
    ...{ ...read, nullable: true, sort: true, filter: 'range', column: { width: 56, align: 'right' } },
  }),
  mobile: field(Mobile, {
    ...{ ...identity, sensitive: 'phone', merge: 3, column: { title: '手机/座机', width: 116, noTooltip: true } },
    form: { control: 'phone' },
    import: { hint: '11位，与固定电话至少填写一个', example: '13800005678' },
  }),
  phone: field(Landline, {
    ...{ ...ofRecord, ...identity, sensitive: 'phone', merge: 4 },
    form: { control: 'phone', hint: '手机号和固定电话至少填写一个' },
    import: { hint: '区号-号码', example: '0570-8801234' },
  }),
} as const;

/** Codes about the person, in the order of form, list and record. */
export const personalFields = {
  ethnicity: field(coded('ethnicity', '民族'), {
    ...{ ...identity, filter: 'many', merge: 8, column: { width: 80, hidden: true } },
    import: { hint: '写全称，如 汉族、回族', example: '汉族', suffix: '族' },
  }),
  marital: field(coded('marital', '婚姻状况'), {
    ...{ ...identity, filter: 'many', merge: 9, column: { width: 80, hidden: true } },
    import: { example: '丧偶' },
  }),
  education: field(coded('education', '文化程度'), {
    ...{ ...identity, filter: 'many', merge: 10, column: { width: 96, hidden: true } },
    import: { example: '小学' },
  }),
  category: field(
    Type.Array(coded('person_category', '人员类别'), { maxItems: 20, uniqueItems: true, title: '人员类别' }),
    {
      ...{ ...identity, always: true, filter: 'many', column: { width: 116, noTooltip: true } },
      import: { example: '低保、空巢' },
    },
  ),
} as const;

/** Where the customer lives; the form asks for a part of it first. */
export const homeFields = {
  regionCode: field(Type.String({ pattern: '^\\d{6,12}$', title: '区划代码' }), {
    ...{ ...ofRecord, ...home },
    import: { hint: '6至12位数字，须是现行区划', example: '330802' },
  }),
  street: field(ShortText('街道', 50), { ...ofRecord, ...home, import: { hint: '', example: '望湖街道' } }),
  community: field(ShortText('社区', 50), { ...ofRecord, ...home, import: { hint: '', example: '柳岸新村' } }),
  address: field(Type.String({ maxLength: 200, title: '详细地址' }), {
    ...{ ...home, sensitive: 'address', column: { title: '居住地址', width: 132 }, form: { control: 'text' } },
    import: { hint: '不超过200字', example: '12幢2单元301' },
  }),
  building: field(ShortText('楼栋', 20), { ...ofRecord, ...home, import: { hint: '', example: '12幢' } }),
  floor: field(ShortText('楼层', 20), { ...ofRecord, ...home, import: { hint: '', example: '3' } }),
  room: field(ShortText('房间', 20), { ...ofRecord, ...home, import: { hint: '', example: '301' } }),
  /** Free bed of an institution; a customer who already has a bed moves. */
  bedId: field(Type.String({ ...Id, title: '床位' }), {
    ...{ ...ofRecord, dbColumn: false },
    import: { key: 'bed', hint: '所在部门的空床，写成 楼栋 房间-床号；只用于新客户', example: '1号楼 301-A' },
  }),
  addressNote: field(Type.String({ maxLength: 100, title: '楼层与电梯' }), {
    ...{ ...ofRecord, ...home },
    import: { hint: '', example: '3楼，无电梯' },
  }),
  entryNote: field(Type.String({ maxLength: 500, title: '入户方式' }), {
    ...{ ...ofRecord, ...home, encrypted: true, dbColumn: 'entryCipher', sensitive: 'secret', merge: 6 },
    form: { rows: 2, hint: '钥匙位置、门禁；加密保存' },
    import: { hint: '钥匙位置、门禁', example: '邻居有钥匙' },
  }),
  lat: field(Type.Number({ minimum: -90, maximum: 90, title: '纬度' }), {
    ...{ ...ofRecord, ...home },
    import: { hint: 'WGS-84，与经度一起填写', example: '28.97' },
  }),
  lng: field(Type.Number({ minimum: -180, maximum: 180, title: '经度' }), {
    ...{ ...ofRecord, ...home },
    import: { hint: 'WGS-84，与纬度一起填写', example: '118.87' },
  }),
  livingState: field(coded('living_state', '居住情况'), {
    ...{ ...home, filter: 'many', merge: 7, column: { width: 96 } },
    import: { example: '独居' },
  }),
} as const;

const serviceFields = {
  abilityLevel: field(codedNumber('ability_level', '能力等级', 4), {
    ...{ section: '健康', filter: 'many', merge: 11, column: { width: 116 } },
    import: { example: '能力完好' },
  }),
  departmentId: field(Type.String({ ...Id, title: '部门' }), {
    ...{ ...inRows, always: true },
    import: { key: 'department', hint: '名称；有同名时写成 上级/名称；不填为导入人的部门', example: '' },
  }),
  projectId: field(Type.String({ ...Id, title: '项目' }), {
    ...{ ...inRows, always: true },
    import: { key: 'project', hint: '名称或编号；不填为默认项目', example: '' },
  }),
  responsibleId: field(Type.String({ ...Id, title: '责任人' }), {
    ...inRows,
    import: { key: 'responsible', hint: '姓名，须能查看客户；有同名时写成 部门/姓名', example: '' },
  }),
  startDate: field(Day('服务开始日期'), {
    ...ofRecord,
    import: { hint: '不填：服务中从今天算起', example: '2026-01-31' },
  }),
  carePlan: field(Type.String({ maxLength: 2000, title: '照护计划' }), {
    ...{ ...ofRecord, encrypted: true },
    form: { rows: 4, wide: true, hint: '写一行「饮食：…」，床头卡上会印出来' },
    import: { hint: '不超过2000字', example: '' },
  }),
} as const;

/** The health summary: stored encrypted in one column. */
export const healthFields = {
  /** A plain text is a name without details. */
  allergies: field(Type.Array(Type.Union([ShortText('过敏', 50), Allergy]), { maxItems: 20, title: '过敏' }), {
    ...{ ...entered, always: true },
    import: { hint: several, example: '青霉素' },
  }),
  /** Codes or labels of the dictionary; any other text is stored as the name of an illness. */
  chronic: field(Type.Array(ShortText('慢性病', 50), { maxItems: 30, title: '慢性病' }), {
    ...{ ...entered, always: true },
    import: { hint: several, example: '高血压、冠心病' },
  }),
  medicines: field(Type.Array(Type.Union([ShortText('用药'), Medicine]), { maxItems: 40, title: '用药' }), {
    ...{ ...entered, always: true },
    import: { hint: several, example: '氨氯地平' },
  }),
  flags: field(Type.Array(ShortText('警示', 20), { maxItems: 12, title: '警示' }), {
    ...{ ...entered, always: true },
    import: { hint: several, example: '听力差' },
  }),
  bloodType: field(Type.Enum(keysOf(builtInLists.blood_type.values), { title: '血型', dictionary: 'blood_type' }), {
    ...entered,
    import: { example: 'A型' },
  }),
  rh: field(Type.Enum(keysOf(builtInLists.rh_type.values), { title: 'RH 血型', dictionary: 'rh_type' }), {
    ...entered,
    import: { example: '阳性' },
  }),
  doctor: field(ShortText('家庭医生', 50), { ...entered, import: { hint: '', example: '' } }),
  doctorPhone: field(Type.String({ ...ContactNumber, title: '医生电话' }), {
    ...{ ...entered, import: { hint: '', example: '' }, form: { control: 'phone' } },
  }),
  hospital: field(ShortText('常去医院', 50), { ...entered, import: { hint: '', example: '' } }),
  communication: field(Communication, { ...entered, record: nullable(Communication), import: false }),
} as const;

/** Names, figures and states that a row gets when it is read. */
const readFields = {
  equipmentCount: field(Type.Integer({ title: '设备' }), { ...read, column: { width: 48, align: 'right' } }),
  onlineCount: field(Type.Integer({ title: '在线设备' }), { ...read, column: false }),
  emergencyContact: field(strict({ name: Type.String(), relation: Type.String() }, '紧急联系人'), {
    ...{ ...read, nullable: true, record: false, column: { width: 100 } },
  }),
  openWarnCount: field(Type.Integer({ title: '未处理告警' }), {
    ...{ ...read, column: { width: 88, align: 'right', hidden: true } },
  }),
  warnCount30: field(Type.Integer({ title: '近30天告警' }), {
    ...{ ...read, column: { title: '30天告警', width: 72, align: 'right' } },
  }),
  projectName: field(Type.String({ title: '项目' }), { ...read, column: { width: 128, hidden: true } }),
  departmentName: field(Type.String({ title: '部门' }), { ...read, column: { width: 120, hidden: true } }),
  responsibleName: field(Type.String({ title: '责任人' }), {
    ...{ ...read, nullable: true, column: { width: 80, hidden: true } },
  }),
  tag: field(Type.Array(coded('customer_tag', '标签'), { maxItems: 20, title: '标签' }), {
    ...{ editable: false, filter: 'many', column: { width: 120, hidden: true, noTooltip: true } },
  }),
  /** Last day on which the assessed ability level is valid. */
  assessedUntil: field(Type.String({ format: 'date', title: '能力等级有效期' }), {
    ...{ ...read, ...inRows, nullable: true, record: false },
  }),
  serviceState: field(Type.Enum(keysOf(serviceStates), { title: '服务状态' }), {
    ...{ editable: false, labels: serviceStates, filter: 'many', merge: 13 },
    column: { width: 88, noTooltip: true },
  }),
  /** Current validity of the consent to the basic service. */
  serviceConsent: field(Type.Enum(keysOf(consentValidities), { title: '基本服务同意' }), {
    ...{ ...read, ...inRows, labels: consentValidities },
  }),
  foundContact: field(FoundContact, { ...read, ...inRows, nullable: true, record: false }),
  /** The archive is sealed for good: read-only. */
  sealed: field(Type.Boolean({ title: '档案已封存' }), { ...read, ...inRows }),
  away: field(Away, { ...read, ...inRows, nullable: true, record: false }),
  returnDate: field(Type.String({ format: 'date', title: '预计返回' }), {
    ...{ editable: false, nullable: true, column: { width: 96, hidden: true } },
  }),
} as const;

/** A customer: every field once, in the order of the import sheet. */
export const customer = resource(
  'customer',
  '客户',
  {
    ...identityFields,
    ...personalFields,
    ...homeFields,
    ...serviceFields,
    ...healthFields,
    ...readFields,
  },
  { owners: ['createdBy', 'responsibleId'] },
);

/** Columns of the export in order; the list shows the online devices with the others in one column. */
export const listColumns = [
  ...(['no', 'name', 'gender', 'age', 'mobile', 'idNo', ['address', '居住地址'], 'livingState'] as const),
  ...keysOf(personalFields),
  ...([
    'abilityLevel',
    'equipmentCount',
    'onlineCount',
    'emergencyContact',
    'openWarnCount',
    'warnCount30',
    'projectName',
  ] as const),
  ...(['departmentName', 'responsibleName', 'tag', 'serviceState', 'returnDate'] as const),
] as const;

/** Fields of an open alarm's customer that only who handles it may see. */
export const restrictedFields = ['birthDate', 'addressNote', 'entryNote', 'marital'] as const;

/** Fields of the record that the desk shows for an open alarm. */
export const unmaskedFields = [
  ...(['no', 'name', 'gender', 'age', 'mobile', 'phone', 'photoFileId'] as const),
  ...restrictedFields,
  ...(['lat', 'lng', 'livingState', 'abilityLevel', 'serviceState'] as const),
] as const;

/** Fields that are not shown at all until they are revealed. */
export const secretFields = Object.entries(customer.fields as Fields).flatMap(([key, { sensitive }]) =>
  sensitive === 'secret' ? [key] : [],
);

/** Returns the name of a record's property that tells whether a secret field has a value: `hasEntryNote`. */
export function hasSecret<K extends string>(key: K): `has${Capitalize<K>}` {
  return `has${key[0]?.toUpperCase()}${key.slice(1)}` as `has${Capitalize<K>}`;
}
