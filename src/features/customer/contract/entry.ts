import { keysOf } from '#shared/codes.ts';
import { builtInLists, coded, codedNumber } from '#shared/dictionary.ts';
import { Id, NoData, nullable, post, strict } from '#shared/endpoint.ts';
import { QuietFrom, QuietTo } from '#shared/quietHours.ts';
import { type TSchema, Type } from '#shared/typebox.ts';
import { BenefitEdits, Benefits } from './benefit.ts';
import { Consents } from './consent.ts';

export const Name = Type.String({
  pattern: '^[\\p{Script=Han}A-Za-z·][\\p{Script=Han}A-Za-z· ]{1,19}$',
  title: '姓名',
  msg: '请输入2-20位姓名',
});
export const Mobile = Type.String({ pattern: '^1[3-9]\\d{9}$', title: '手机号', msg: '请输入正确的手机号' });
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
const ShortText = (title: string, max = 100) => Type.String({ minLength: 1, maxLength: max, title });
const Day = (title: string) => Type.String({ format: 'date', title });

const reached = {
  name: Name,
  relation: coded('relation', '关系'),
  order: Type.Integer({ minimum: 1, maximum: 99, title: '顺序' }),
  isEmergency: Type.Optional(Type.Boolean({ title: '紧急联系人' })),
  isGuardian: Type.Optional(Type.Boolean({ title: '监护人' })),
  hasKey: Type.Optional(Type.Boolean({ title: '有钥匙' })),
};
const ContactAddress = Type.String({ maxLength: 200, title: '联系人地址' });
/** Customer record of a contact who is also served. */
const LinkedId = Type.String({ ...Id, title: '也是服务对象' });
/** Free text: hours at which the contact is reachable. */
const Hours = Type.String({ maxLength: 50, title: '可联系时间' });

export const ContactInput = strict({
  ...reached,
  mobile: Type.Optional(ContactNumber),
  phone: Type.Optional(ContactNumber),
  address: Type.Optional(ContactAddress),
  hours: Type.Optional(Hours),
  quietFrom: Type.Optional(QuietFrom),
  quietTo: Type.Optional(QuietTo),
  linkedId: Type.Optional(LinkedId),
});

/** Contact in the complete list: for an existing contact (`id`) an absent field stays, null empties it. */
export const ContactEdit = strict({
  id: Type.Optional(Type.String({ ...Id, title: '编号' })),
  ...reached,
  mobile: Type.Optional(nullable(ContactNumber)),
  phone: Type.Optional(nullable(ContactNumber)),
  address: Type.Optional(nullable(ContactAddress)),
  hours: Type.Optional(nullable(Hours)),
  /** Both together or neither. */
  quietFrom: Type.Optional(nullable(QuietFrom)),
  quietTo: Type.Optional(nullable(QuietTo)),
  linkedId: Type.Optional(nullable(LinkedId)),
});

/** Communication hints and entry hints; the first line that an operator sees. */
export const Communication = strict(
  {
    dialect: Type.Optional(ShortText('方言', 20)),
    hearing: Type.Optional(Type.Enum(['good', 'poor', 'none'], { title: '听力' })),
    speech: Type.Optional(Type.Enum(['clear', 'unclear', 'none'], { title: '言语' })),
    reads: Type.Optional(Type.Boolean({ title: '能否阅读' })),
    keys: Type.Optional(ShortText('钥匙')),
    pets: Type.Optional(ShortText('宠物', 50)),
    note: Type.Optional(ShortText('其他提示', 200)),
  },
  '沟通提示',
);

/** Shape of an allergy in the health archive (names.md, shapes). */
export const Allergy = strict({
  kind: Type.Optional(Type.Enum(['medicine', 'food', 'other'], { title: '过敏类别' })),
  name: ShortText('过敏', 50),
  reaction: Type.Optional(ShortText('反应')),
  severity: Type.Optional(Type.Enum(['mild', 'severe'], { title: '严重程度' })),
  since: Type.Optional(Day('过敏起始')),
});
export const Medicine = strict({
  name: ShortText('用药'),
  dose: Type.Optional(ShortText('剂量', 50)),
  unit: Type.Optional(ShortText('单位', 20)),
  amount: Type.Optional(Type.Number({ minimum: 0, maximum: 1000, title: '每次用量' })),
  route: Type.Optional(ShortText('用法', 50)),
  times: Type.Optional(
    Type.Array(Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', title: '服药时间' }), {
      maxItems: 12,
      title: '服药时间',
    }),
  ),
  frequency: Type.Optional(ShortText('频次', 50)),
  since: Type.Optional(Day('用药起始')),
  until: Type.Optional(Type.String({ format: 'date', title: '用药截止', after: 'since' })),
  quantity: Type.Optional(Type.Number({ minimum: 0, maximum: 100_000, title: '余量' })),
  prescriber: Type.Optional(ShortText('开药医生', 50)),
  state: Type.Optional(Type.Enum(['active', 'stopped'], { title: '用药状态' })),
});

/** Fields that may be empty. */
const optional = {
  idNo: Type.String({ minLength: 5, maxLength: 20, title: '证件号' }),
  birthDate: Day('出生日期'),
  mobile: Mobile,
  phone: Landline,
  regionCode: Type.String({ pattern: '^\\d{6,12}$', title: '区划代码' }),
  street: ShortText('街道', 50),
  community: ShortText('社区', 50),
  address: Type.String({ maxLength: 200, title: '详细地址' }),
  addressNote: Type.String({ maxLength: 100, title: '楼层与电梯' }),
  entryNote: Type.String({ maxLength: 500, title: '入户方式' }),
  lat: Type.Number({ minimum: -90, maximum: 90, title: '纬度' }),
  lng: Type.Number({ minimum: -180, maximum: 180, title: '经度' }),
  building: ShortText('楼栋', 20),
  floor: ShortText('楼层', 20),
  room: ShortText('房间', 20),
  /** Free bed of an institution; a customer who already has a bed moves. */
  bedId: Type.String({ ...Id, title: '床位' }),
  livingState: coded('living_state', '居住情况'),
  ethnicity: coded('ethnicity', '民族'),
  marital: coded('marital', '婚姻状况'),
  education: coded('education', '文化程度'),
  abilityLevel: codedNumber('ability_level', '能力等级', 4),
  responsibleId: Type.String({ ...Id, title: '责任人' }),
  startDate: Day('服务开始日期'),
  carePlan: Type.String({ maxLength: 2000, title: '照护计划' }),
  communication: Communication,
  bloodType: Type.Enum(keysOf(builtInLists.blood_type.values), { title: '血型' }),
  rh: Type.Enum(keysOf(builtInLists.rh_type.values), { title: 'RH 血型' }),
  doctor: ShortText('家庭医生', 50),
  doctorPhone: ContactNumber,
  hospital: ShortText('常去医院', 50),
};

/** Fields that every customer has, if only as an empty list. */
const alwaysPresent = {
  idType: Type.Enum(['id_card', 'passport', 'permit', 'other'], { title: '证件类型' }),
  gender: Type.Integer({ minimum: 0, maximum: 2, title: '性别' }),
  category: Type.Array(coded('person_category', '人员类别'), { maxItems: 20, uniqueItems: true, title: '人员类别' }),
  departmentId: Type.String({ ...Id, title: '部门' }),
  projectId: Type.String({ ...Id, title: '项目' }),
  /** Codes or labels of the dictionary; any other text is stored as the name of an illness. */
  chronic: Type.Array(ShortText('慢性病', 50), { maxItems: 30, title: '慢性病' }),
  /** A plain text is a name without details. */
  allergies: Type.Array(Type.Union([ShortText('过敏', 50), Allergy]), { maxItems: 20, title: '过敏' }),
  medicines: Type.Array(Type.Union([ShortText('用药'), Medicine]), { maxItems: 40, title: '用药' }),
  flags: Type.Array(ShortText('警示', 20), { maxItems: 12, title: '警示' }),
};

type Optionals<T extends Record<string, TSchema>> = { [K in keyof T]: ReturnType<typeof Type.Optional<T[K]>> };
type Nullables<T extends Record<string, TSchema>> = {
  [K in keyof T]: ReturnType<typeof Type.Optional<ReturnType<typeof nullable<T[K]>>>>;
};

function optionals<T extends Record<string, TSchema>>(fields: T): Optionals<T> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, schema]) => [key, Type.Optional(schema)]),
  ) as Optionals<T>;
}

function nullables<T extends Record<string, TSchema>>(fields: T): Nullables<T> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, schema]) => [key, Type.Optional(nullable(schema))]),
  ) as Nullables<T>;
}

const added = {
  ...optionals(optional),
  ...optionals(alwaysPresent),
  contacts: Type.Optional(Type.Array(ContactInput, { maxItems: 20, title: '联系人' })),
  /** Consents at creation; later signatures are added by their own call. */
  consent: Type.Optional(Consents),
  /** Benefits at creation; later ones have their own calls. */
  benefits: Type.Optional(Benefits),
};
const edited = {
  name: Type.Optional(Name),
  ...nullables(optional),
  ...optionals(alwaysPresent),
  contacts: Type.Optional(Type.Array(ContactEdit, { maxItems: 20, title: '联系人' })),
  /** New signatures; existing ones are never overwritten. */
  consent: Type.Optional(Consents),
  benefits: Type.Optional(BenefitEdits),
};

/** Returns the same fields without value rules. */
function loose<T extends Record<string, TSchema>>(fields: T) {
  const any = Object.entries(fields).map(([key, schema]) => {
    const { title = '' } = schema as { title?: string };
    return [key, Type.Optional(Type.Unknown({ title }))];
  });
  return Object.fromEntries(any) as {
    [K in keyof T]: ReturnType<typeof Type.Optional<ReturnType<typeof Type.Unknown>>>;
  };
}

const Problem = strict({ field: Type.String(), rule: Type.String(), msg: Type.String() });
/** Possible duplicate. Includes identity only within the viewer's scope. */
const Duplicate = strict({
  reason: Type.Enum(['idNo', 'nameBirth', 'phone']),
  msg: Type.String(),
  id: Type.Optional(Id),
  name: Type.Optional(Type.String()),
});

export const entryApi = {
  addCustomer: post('/api/customer/addCustomer', {
    title: '新增客户',
    permission: 'customer:edit',
    input: { name: Name, ...added },
    output: strict({ id: Id, no: Type.String() }),
  }),
  /** Absent: unchanged; null: emptied. `contacts` is the complete list, guarded by the customer's version. */
  editCustomer: post('/api/customer/editCustomer', {
    title: '编辑客户',
    permission: 'customer:edit',
    input: { id: Id, version: Type.Integer({ minimum: 1, title: '版本' }), ...edited },
    output: strict({ id: Id, version: Type.Integer() }),
  }),
  /**
   * Returns the problems that adding or editing would be refused for, and possible duplicates; stores nothing. With
   * `id` it checks an edit of that customer.
   */
  checkCustomer: post('/api/customer/checkCustomer', {
    title: '核对客户信息',
    permission: 'customer:edit',
    change: false,
    // Field problems are returned in the answer, not thrown.
    input: {
      id: Type.Optional(Id),
      ...loose({ version: Type.Integer({ title: '版本' }), ...edited }),
    },
    output: strict({ errors: Type.Array(Problem), duplicates: Type.Array(Duplicate) }),
  }),
  /** Only customers who are not served yet; all or none. */
  deleteCustomer: post('/api/customer/deleteCustomer', {
    title: '删除客户',
    permission: 'customer:edit',
    input: { ids: Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true, title: '客户' }) },
    output: NoData,
  }),
};
