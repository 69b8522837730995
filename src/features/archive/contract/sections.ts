import { Attachment } from '#shared/attachment.ts';
import { keysOf } from '#shared/codes.ts';
import { Id } from '#shared/endpoint.ts';
import { resource } from '#shared/resource.ts';
import { computed, type Fields, field } from '#shared/resourceField.ts';
import { Type } from '#shared/typebox.ts';
import {
  aidKinds,
  allergyKinds,
  attachmentKinds,
  conditionStates,
  medicineStates,
  relations,
  severities,
  surgeryKinds,
} from './codes.ts';

const text = (title: string, maxLength = 100) => Type.String({ minLength: 1, maxLength, pattern: '\\S', title });
const day = (title: string, after?: string) => Type.String({ format: 'date', title, ...(after && { after }) });
/** What began long ago: a day, a month or a year. */
const longAgo = (title: string) =>
  Type.String({
    pattern: '^(18|19|20)\\d{2}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\\d|3[01]))?)?$',
    title,
    msg: `${title}须是年、年-月或年-月-日`,
  });
const longAgoHint = { hint: '如 2019 或 2019-03' } as const;
const Icd = Type.String({
  pattern: '^[A-Z]\\d[0-9A-Z](\\.[0-9A-Za-z]{1,8})?$',
  title: '编码',
  msg: 'ICD-10 编码格式不正确，如 I10',
});

/** Free words of health are encrypted where they lie. */
const word = { encrypted: true } as const;
const wide = { form: { wide: true } } as const;

const ofCustomer = {
  customerId: field(Type.String({ ...Id, title: '客户' }), {
    ...{ required: true, filter: 'one', immutable: '不能修改', column: false },
  }),
} as const;

/** Declares a section: rows of a customer with calls below `/api/archive/`. */
function section<const N extends string, const F extends Fields>(name: N, title: string, fields: F) {
  return resource(name, title, { ...ofCustomer, ...fields }, { of: 'archive', owner: 'customer' });
}

export const allergy = section('allergy', '过敏', {
  // Who is entered with plain words has no kind yet.
  kind: field(Type.Enum(keysOf(allergyKinds), { title: '类别' }), {
    ...{ required: true, nullable: true, labels: allergyKinds, filter: 'many' },
  }),
  name: field(text('过敏原', 50), { ...word, required: true }),
  reaction: field(text('反应'), word),
  severity: field(Type.Enum(keysOf(severities), { title: '程度' }), { labels: severities }),
  since: field(longAgo('起始'), { form: longAgoHint }),
});

export const condition = section('condition', '既往史', {
  name: field(text('病名'), { ...word, required: true }),
  code: field(Icd, { filter: 'many', column: { title: 'ICD-10 编码' }, form: { hint: 'ICD-10，如 I10' } }),
  since: field(longAgo('确诊'), { form: longAgoHint }),
  hospital: field(text('医院', 50), word),
  state: field(Type.Enum(keysOf(conditionStates), { title: '状态' }), {
    ...{ defaultValue: 'active', labels: conditionStates, filter: 'many' },
  }),
  /** Group of the person's filter, by the code or as it was entered. */
  chronic: field(Type.String({ title: '慢病分组' }), { editable: false, nullable: true, column: false }),
});

export const medicine = section('medicine', '用药', {
  name: field(text('药名'), { ...word, required: true }),
  dose: field(text('剂量', 50), { ...word, form: { hint: '如 20mg' } }),
  unit: field(text('单位', 20), { ...word, form: { hint: '如 片' } }),
  amount: field(Type.Number({ minimum: 0, maximum: 1000, title: '每次用量' }), { form: { hint: '每次几个单位' } }),
  route: field(text('用法', 50), { ...word, form: { hint: '如 口服' } }),
  frequency: field(text('频次', 50), { ...word, form: { hint: '如 早晚各 1 次' } }),
  times: field(
    Type.Array(
      Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', title: '服药时间', msg: '服药时间须写成 07:00' }),
      {
        maxItems: 12,
        uniqueItems: true,
        title: '服药时间',
      },
    ),
    { form: { rows: 2, hint: '每行一个时间，如 07:00' } },
  ),
  since: field(longAgo('起始'), { form: longAgoHint }),
  until: field(day('截止')),
  quantity: field(Type.Number({ minimum: 0, maximum: 100_000, title: '余量' }), { column: { align: 'right' } }),
  prescriber: field(text('处方人', 50), word),
  state: field(Type.Enum(keysOf(medicineStates), { title: '状态' }), {
    ...{ defaultValue: 'active', labels: medicineStates, filter: 'many' },
  }),
  /** Whole days for which the quantity lasts; null unless amount and times are known. */
  daysLeft: computed(Type.Union([Type.Integer(), Type.Null()], { title: '剩余天数' }), { column: { align: 'right' } }),
});

export const surgery = section('surgery', '手术外伤输血', {
  kind: field(Type.Enum(keysOf(surgeryKinds), { title: '类别' }), {
    ...{ required: true, labels: surgeryKinds, filter: 'many' },
  }),
  name: field(text('名称'), { ...word, required: true }),
  at: field(longAgo('时间'), { required: true, sort: true, form: longAgoHint }),
  hospital: field(text('医院', 50), word),
  note: field(text('备注', 500), { ...word, ...wide }),
});

export const family = section('family', '家族史', {
  relation: field(Type.Enum(keysOf(relations), { title: '关系' }), {
    required: true,
    labels: relations,
    filter: 'many',
  }),
  name: field(text('疾病'), { ...word, required: true }),
  code: field(Icd, { column: { title: 'ICD-10 编码' }, form: { hint: 'ICD-10，如 E11' } }),
});

export const vaccination = section('vaccination', '疫苗', {
  name: field(text('疫苗'), { ...word, required: true }),
  dose: field(text('剂次', 20), word),
  at: field(day('接种日期'), { required: true, sort: true }),
  org: field(text('接种单位', 50), word),
  lot: field(text('批号', 40), word),
});

export const admission = section('admission', '住院', {
  from: field(day('入院日期'), { required: true, sort: true, dbColumn: 'fromDate' }),
  to: field(day('出院日期', 'from'), { dbColumn: 'toDate' }),
  hospital: field(text('医院', 50), { ...word, required: true }),
  reason: field(text('原因', 200), { ...word, required: true, ...wide }),
});

export const aid = section('aid', '辅具', {
  kind: field(Type.Enum(keysOf(aidKinds), { title: '类别' }), { required: true, labels: aidKinds, filter: 'many' }),
  name: field(text('名称'), { ...word, required: true }),
  since: field(longAgo('开始使用')),
  note: field(text('备注', 500), { ...word, ...wide }),
});

export const attachment = section('attachment', '附件', {
  /** Null once the contents of a deleted file are gone. */
  fileId: field(Type.String({ ...Id, title: '文件' }), {
    ...{ required: true, nullable: true, immutable: '不能修改', column: false },
  }),
  kind: field(Type.Enum(keysOf(attachmentKinds), { title: '类别' }), {
    ...{ required: true, labels: attachmentKinds, filter: 'many' },
  }),
  name: field(text('名称'), { ...word, required: true }),
  at: field(day('日期'), { required: true, sort: true }),
  file: field(Attachment, { editable: false, dbColumn: false, nullable: true, column: false, export: false }),
});

/** Sections in the order of the page. */
export const sections = {
  condition,
  surgery,
  family,
  allergy,
  medicine,
  admission,
  vaccination,
  aid,
  attachment,
} as const;
export type SectionName = keyof typeof sections;
