import { ageOn, readIdNo, todayInChina } from '#shared/idCard.ts';
import { now } from '#web/core/now.ts';
import { genders } from '#web/data/codeLabels.ts';
import type { Field, FieldOf, FormValues, RuleOf } from '#web/form/types.ts';
import type { testPageApi } from '../contract.ts';

type SampleField = FieldOf<typeof testPageApi.saveSample>;

const today = () => todayInChina(now());
const facts = (values: FormValues) => readIdNo(String(values.idNo ?? ''), today());

/** Derives birth date, gender and age from a valid identity number. */
export function deriveFromIdNo(values: FormValues): FormValues {
  const idFacts = facts(values);
  return idFacts
    ? { ...values, gender: idFacts.gender, birthDate: idFacts.birthDate, age: ageOn(idFacts.birthDate, today()) }
    : values;
}

const byIdNo = (values: FormValues) => (facts(values) ? '由身份证号带出' : undefined);

/** Rules that need more than one field. */
export const identityRules: readonly RuleOf<typeof testPageApi.saveSample>[] = [
  {
    field: 'landline',
    rule: 'either',
    check: ({ mobile, landline }) =>
      mobile === undefined && landline === undefined ? '手机、座机至少填一项' : undefined,
  },
];

const communities = [
  {
    value: '望湖街道',
    title: '望湖街道',
    children: [
      { value: '柳岸新村', title: '柳岸新村' },
      { value: '望湖花园', title: '望湖花园' },
    ],
  },
  { value: '石桥街道', title: '石桥街道', children: [{ value: '石桥公寓', title: '石桥公寓' }] },
];

const categories = ['高龄', '独居', '空巢', '失能', '计生特扶'].map((value) => ({ value, label: value }));

/** Every kind of field that the contract covers. */
export const allFields: readonly SampleField[] = [
  { kind: 'text', field: 'name', label: '姓名', maxLength: 20 },
  { kind: 'phone', field: 'mobile', label: '手机' },
  { kind: 'idNo', field: 'idNo', label: '身份证号', wide: true },
  {
    kind: 'radio',
    field: 'gender',
    label: '性别',
    get options() {
      return ([1, 2, 0] as const).map((value) => ({ value, label: genders[value] }));
    },
    locked: byIdNo,
  },
  { kind: 'date', field: 'birthDate', label: '出生日期', latest: 'today', locked: byIdNo },
  { kind: 'number', field: 'age', label: '年龄', unit: '岁', locked: byIdNo },
  { kind: 'phone', field: 'landline', label: '座机', hint: '手机、座机至少填一项' },
  { kind: 'tree', field: 'community', label: '社区', options: communities },
  { kind: 'multi', field: 'categories', label: '人员类别', options: categories },
  { kind: 'switch', field: 'enabled', label: '状态', labels: ['启用', '停用'] },
  { kind: 'textarea', field: 'remark', label: '备注', maxLength: 500 },
];

export const steps = ['基本', '居住', '其他'];

const stepOf: Readonly<Record<string, number>> = { community: 1, categories: 1, enabled: 2, remark: 2 };

/** All fields in three steps. */
export const steppedFields: readonly SampleField[] = allFields.map((field) => ({
  ...field,
  step: stepOf[field.field] ?? 0,
}));

/** Kinds without a contract: their values stay in the browser. */
export const nestedFields: readonly Field[] = [
  {
    kind: 'select',
    field: 'relation',
    label: '关系',
    required: true,
    options: ['子女', '配偶', '邻居'].map((value) => ({ value, label: value })),
    wide: true,
  },
  { kind: 'datetime', field: 'visitAt', label: '探访时间', wide: true },
  {
    kind: 'image',
    field: 'photo',
    label: '照片',
    hint: '仅支持 jpg/png/webp，不超过5MB',
    upload: async (file) => URL.createObjectURL(file),
  },
];
