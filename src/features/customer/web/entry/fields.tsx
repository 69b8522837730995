import { optionsOf } from '#web/data/dictionary.ts';
import { missing } from '#web/data/format.ts';
import { PositionField } from '#web/form/PositionField.tsx';
import { RegionField } from '#web/form/RegionField.tsx';
import type { Field, FormValues, Option } from '#web/form/types.ts';
import { treeOptions } from '#web/tree/treeNodes.ts';
import { hearings, speeches } from '../../contract/communication.ts';
import type { CustomerRecord } from '../record/types.ts';
import type { Choice } from '../useCustomerFilters.ts';
import { BedField } from './BedField.tsx';
import { BenefitsField } from './BenefitsField.tsx';
import { benefitText } from './benefitValues.ts';
import { CommunityField } from './CommunityField.tsx';
import { ContactsField } from './ContactsField.tsx';
import { consentFields } from './consentFields.tsx';
import { PhotoField } from './PhotoField.tsx';
import { StreetField } from './StreetField.tsx';
import { TagsField } from './TagsField.tsx';
import type { BedChoice } from './useBedChoice.ts';
import { type FormContact, hiddenOf } from './values.ts';

export const steps = ['基本', '居住与个人', '联系人', '健康与沟通', '服务'] as const;

/** Options of the fields, and the edited record. */
export interface FieldsInput {
  choice: Choice;
  /** Options of a dictionary type. */
  options: (type: string) => Option[];
  values: FormValues;
  /** Record that is edited. */
  record: CustomerRecord | undefined;
  beds: BedChoice;
  /** The user has the move permission. */
  moves: boolean;
}

const isCard = ({ idType }: FormValues) => (idType ?? 'id_card') === 'id_card';
/** Locks fields that the ID card provides, typed or stored. */
const byCard = (record: CustomerRecord | undefined) => (values: FormValues) =>
  isCard(values) && (values.derived === true || (record?.idNo && record.idType === 'id_card' && !values.idNo))
    ? '由身份证号带出'
    : undefined;

/** Returns the fields of every customer: typed ones first, then those with department defaults. */
function basics({ choice, options, values, record, moves, beds }: FieldsInput): Field[] {
  const genders = options('gender').map(({ value, label }) => ({ value: Number(value), label }));
  const locked = () => (record && !moves ? '转移到别处要有「转移客户」的权限' : undefined);
  return [
    { kind: 'text', field: 'name', label: '姓名', required: true, maxLength: 20 },
    { kind: 'text', field: 'idNo', label: '证件号', required: !record, maxLength: 22 },
    { kind: 'phone', field: 'mobile', label: '手机号' },
    {
      kind: 'phone',
      field: 'phone',
      label: '固定电话',
      placeholder: '0570-8801234',
      hint: '手机号和固定电话至少填写一个',
    },
    ...(record ? [] : consentFields(options('relation'))),
    {
      kind: 'tree',
      field: 'departmentId',
      label: '部门',
      required: true,
      options: treeOptions(choice.departments),
      hint: record ? '' : '带出项目、责任人和区域，可以改',
      locked,
    },
    { kind: 'select', field: 'projectId', label: '项目', required: true, options: choice.projects, locked },
    { kind: 'select', field: 'responsibleId', label: '责任人', options: choice.staff },
    {
      ...{ kind: 'custom', field: 'bedId', label: '床位' },
      shown: ({ bedId }) => beds.some || bedId !== undefined,
      describe: (value) => beds.nameOf(value) ?? String(value),
      control: (props) => <BedField {...props} departmentId={values.departmentId} record={record} />,
    },
    {
      ...{ kind: 'custom', field: 'regionCode', label: '区域', wide: true },
      // A customer stored without a region can be saved without one.
      required: !record || record.regionCode !== null,
      control: (props) => <RegionField {...props} />,
    },
    { kind: 'text', field: 'address', label: '详细地址', required: true, maxLength: 200 },
    { kind: 'select', field: 'livingState', label: '居住情况', required: true, options: options('living_state') },
    { kind: 'select', field: 'idType', label: '证件类型', options: options('id_type') },
    { kind: 'radio', field: 'gender', label: '性别', options: genders, locked: byCard(record) },
    { kind: 'date', field: 'birthDate', label: '出生日期', latest: 'today', locked: byCard(record) },
  ] as Field[];
}

function home({ choice, options, values }: FieldsInput): Field[] {
  const name = String(values.name ?? '这里');
  return [
    {
      ...{ kind: 'custom', field: 'street', label: '街道', describe: String },
      control: (props) => <StreetField {...props} region={values.regionCode} />,
    },
    {
      ...{ kind: 'custom', field: 'community', label: '社区', describe: String },
      control: (props) => <CommunityField {...props} offered={choice.communities} />,
    },
    { kind: 'text', field: 'building', label: '楼栋', maxLength: 20 },
    { kind: 'text', field: 'floor', label: '楼层', maxLength: 20 },
    { kind: 'text', field: 'room', label: '房间', maxLength: 20 },
    { kind: 'text', field: 'addressNote', label: '楼层与电梯', maxLength: 100, placeholder: '3 楼，无电梯' },
    {
      kind: 'textarea',
      field: 'entryNote',
      label: '入户方式',
      maxLength: 500,
      rows: 2,
      hint: '钥匙位置、门禁；加密保存',
    },
    {
      ...{ kind: 'custom', field: 'place', label: '地图选点', wide: true },
      control: (props) => <PositionField {...props} values={values} label={name} kind="home" />,
    },
    { kind: 'number', field: 'lat', label: '纬度', decimals: 6 },
    { kind: 'number', field: 'lng', label: '经度', decimals: 6 },
    { kind: 'select', field: 'ethnicity', label: '民族', options: options('ethnicity') },
    { kind: 'select', field: 'marital', label: '婚姻状况', options: options('marital') },
    { kind: 'select', field: 'education', label: '文化程度', options: options('education') },
    { kind: 'multi', field: 'category', label: '人员类别', options: options('person_category') },
    { kind: 'custom', field: 'photo', label: '照片', wide: true, control: (props) => <PhotoField {...props} /> },
  ] as Field[];
}

function contacts({ record }: FieldsInput): Field[] {
  const describe = (value: unknown) =>
    Array.isArray(value)
      ? (value as FormContact[]).map(({ name }, index) => `${index + 1} ${name}`).join('、')
      : String(value);
  return [
    {
      ...{ kind: 'custom', field: 'contacts', label: '联系人', wide: true, describe },
      hint: '按拨打的先后排列。登记了紧急联系人，客户保存后即为服务中，否则为待开通。',
      control: (props) => <ContactsField {...props} record={record} />,
    },
  ] as Field[];
}

function health({ options, record }: FieldsInput): Field[] {
  const visible = record === undefined || record.health !== null;
  const tags = (field: string, label: string, offered?: Option[]): Field => ({
    ...{ kind: 'custom', field, label, wide: true, shown: () => visible },
    control: (props) => <TagsField {...props} {...(offered && { options: offered })} />,
    describe: (value) => (Array.isArray(value) ? value.join('、') : String(value)),
    // Viewers without the health permission see only that it changed.
    ...(field === 'illnesses' && {
      columns: ['healthCipher'],
      describe: (value: unknown) => (Array.isArray(value) ? value.join('、') || missing : '健康信息'),
    }),
  });
  const healthFields: Field[] = [
    tags('illnesses', '慢性病', options('chronic')),
    tags('allergies', '过敏'),
    tags('medicines', '用药'),
    tags('flags', '警示'),
    { kind: 'select', field: 'bloodType', label: '血型', options: options('blood_type') },
    { kind: 'select', field: 'rh', label: 'RH 血型', options: options('rh_type') },
    { kind: 'text', field: 'doctor', label: '家庭医生', maxLength: 50 },
    { kind: 'phone', field: 'doctorPhone', label: '医生电话' },
    { kind: 'text', field: 'hospital', label: '常去医院', maxLength: 50 },
  ];
  const reads = [
    { value: 1, label: '能阅读' },
    { value: 0, label: '不能' },
  ];
  return [
    ...healthFields.map((field): Field => ({ ...field, shown: () => visible })),
    { kind: 'text', field: 'dialect', label: '方言', maxLength: 20 },
    { kind: 'select', field: 'hearing', label: '听力', options: optionsOf(hearings) },
    {
      kind: 'select',
      field: 'speech',
      label: '言语',
      options: optionsOf(speeches),
    },
    { kind: 'radio', field: 'reads', label: '能否阅读', options: reads },
    { kind: 'text', field: 'keys', label: '钥匙', maxLength: 100, placeholder: '在谁那里' },
    { kind: 'text', field: 'pets', label: '宠物', maxLength: 50 },
    { kind: 'text', field: 'note', label: '其他提示', maxLength: 200, wide: true },
  ];
}

function service({ record }: FieldsInput): Field[] {
  return [
    { kind: 'date', field: 'startDate', label: '服务开始日期', hint: record ? '' : '不填：服务中从今天算起' },
    {
      ...{ kind: 'textarea', field: 'carePlan', label: '照护计划', maxLength: 2000, rows: 4, wide: true },
      hint: '写一行「饮食：…」，床头卡上会印出来',
    },
    {
      ...{ kind: 'custom', field: 'benefits', label: '权益与证件', wide: true, describe: benefitText },
      control: (props) => <BenefitsField {...props} />,
    },
  ];
}

/** The fields of the form, each with its step. */
export function fieldsOf(input: FieldsInput): Field[] {
  const hints = hiddenOf(input.record);
  return [basics, home, contacts, health, service].flatMap((part, step) =>
    part(input).map((field) => ({ ...field, step, ...(hints[field.field] && { hint: hints[field.field] }) }) as Field),
  );
}
