import { BenefitsField, benefitText } from '#features/benefit/web/service.ts';
import { consentFields } from '#features/consent/web/service.ts';
import {
  assessedLevelMessage,
  type CustomerRecord,
  communicationFields,
  customer,
  healthFields,
  homeFields,
  personalFields,
} from '#features/customer/contract.ts';
import { keysOf } from '#shared/codes.ts';
import { type FieldOverride, type FieldOverrides, formFields } from '#web/crud/formFields.ts';
import { missing } from '#web/data/format.ts';
import { PositionField } from '#web/form/fields/PositionField.tsx';
import { RegionField } from '#web/form/fields/RegionField.tsx';
import type { Field, FormValues, Option } from '#web/form/types.ts';
import { treeOptions } from '#web/tree/treeNodes.ts';
import { BedField } from './BedField.tsx';
import { CommunityField } from './CommunityField.tsx';
import type { Choice } from './choice.ts';
import { contactsField } from './contactsField.tsx';
import { PhotoField } from './PhotoField.tsx';
import { StreetField } from './StreetField.tsx';
import { TagsField } from './TagsField.tsx';
import type { BedChoice } from './useBedChoice.ts';
import { hiddenOf } from './values.ts';

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

type Key = keyof typeof customer.fields;
type Overrides = FieldOverrides<typeof customer.fields>;

/** Fields that a screen offers otherwise than the contract declares them. */
function overridesOf({ choice, values, record, moves, beds }: FieldsInput): Overrides {
  const locked = () => (record && !moves ? '转移到别处要有「转移客户」的权限' : undefined);
  return {
    name: { maxLength: 20 },
    idNo: { required: !record, maxLength: 22 },
    phone: { placeholder: '0570-8801234' },
    departmentId: {
      ...{ kind: 'tree', required: true, options: treeOptions(choice.departments), locked },
      hint: record ? '' : '带出项目、责任人和区域，可以改',
    },
    projectId: { kind: 'select', required: true, options: choice.projects, locked },
    responsibleId: { kind: 'select', options: choice.staff },
    bedId: {
      shown: ({ bedId }) => beds.some || bedId !== undefined,
      describe: (value) => beds.nameOf(value) ?? String(value),
      control: (props) => <BedField {...props} departmentId={values.departmentId} record={record} />,
    },
    regionCode: {
      ...{ label: '区域', wide: true },
      // A customer stored without a region can be saved without one.
      required: !record || record.regionCode !== null,
      control: (props) => <RegionField {...props} />,
    },
    address: { required: true },
    livingState: { required: true },
    gender: { locked: byCard(record) },
    birthDate: { latest: 'today', locked: byCard(record) },
    abilityLevel: { locked: () => (record?.abilityAssessmentId ? assessedLevelMessage : undefined) },
    street: { describe: String, control: (props) => <StreetField {...props} region={values.regionCode} /> },
    community: { describe: String, control: (props) => <CommunityField {...props} offered={choice.communities} /> },
    addressNote: { placeholder: '3 楼，无电梯' },
    lat: { decimals: 6 },
    lng: { decimals: 6 },
    startDate: { hint: record ? '' : '不填：服务中从今天算起' },
  };
}

const declared = (input: FieldsInput, order: readonly (Key | Field)[], overrides = overridesOf(input)) =>
  formFields(customer, input.record !== undefined, overrides, order);

/** Part of the home that every customer has: where a department may have defaults. */
const homeFirst: readonly Key[] = ['regionCode', 'address', 'livingState'];
const homeLater = keysOf(homeFields).filter((key) => key !== 'bedId' && !homeFirst.includes(key));
const pinned = homeLater.indexOf('lat');

/** Returns the fields of every customer: typed ones first, then those with department defaults. */
function basics(input: FieldsInput): Field[] {
  return declared(input, [
    ...(['name', 'idNo', 'mobile', 'phone'] as const),
    ...(input.record ? [] : consentFields(input.options('relation'))),
    ...(['departmentId', 'projectId', 'responsibleId', 'bedId', ...homeFirst] as const),
    ...(['idType', 'gender', 'birthDate'] as const),
  ]);
}

function home(input: FieldsInput): Field[] {
  const { values } = input;
  const name = String(values.name ?? '这里');
  return declared(input, [
    ...homeLater.slice(0, pinned),
    {
      ...{ kind: 'custom', field: 'place', label: '地图选点', wide: true },
      control: (props) => <PositionField {...props} values={values} label={name} kind="home" />,
    },
    ...homeLater.slice(pinned),
    ...keysOf(personalFields),
    { kind: 'custom', field: 'photo', label: '照片', wide: true, control: (props) => <PhotoField {...props} /> },
  ]);
}

function contacts({ record, options }: FieldsInput): Field[] {
  return [contactsField({ record, relations: options('relation') })];
}

function health(input: FieldsInput): Field[] {
  const { options, record } = input;
  const visible = record === undefined || record.health !== null;
  const text = (value: unknown) => (Array.isArray(value) ? value.join('、') : String(value));
  const tags: FieldOverride = { wide: true, describe: text, control: (props) => <TagsField {...props} /> };
  const illnesses: Field = {
    ...{ kind: 'custom', field: 'illnesses', label: '慢性病', wide: true },
    control: (props) => <TagsField {...props} options={options('chronic')} />,
    // Viewers without the health permission see only that it changed.
    columns: ['healthCipher'],
    describe: (value) => (Array.isArray(value) ? text(value) || missing : '健康信息'),
  };
  const { chronic: _chronic, communication: _communication, allergies, medicines, flags, ...single } = healthFields;
  const listed = keysOf({ allergies, medicines, flags });
  const healthInputs = declared(
    input,
    [illnesses, ...listed, ...keysOf(single)],
    Object.fromEntries(listed.map((key) => [key, tags])),
  );
  const reads = [
    { value: 1, label: '能阅读' },
    { value: 0, label: '不能' },
  ];
  return [
    ...declared(input, ['abilityLevel']),
    ...healthInputs.map((field): Field => ({ ...field, shown: () => visible })),
    ...formFields({ fields: communicationFields }, false, {
      reads: { kind: 'radio', options: reads },
      keys: { placeholder: '在谁那里' },
    }),
  ];
}

function service(input: FieldsInput): Field[] {
  return declared(input, [
    ...(['startDate', 'carePlan'] as const),
    {
      ...{ kind: 'custom', field: 'benefits', label: '权益与证件', wide: true, describe: benefitText },
      control: (props) => <BenefitsField {...props} />,
    },
  ]);
}

/** The fields of the form, each with its step. */
export function fieldsOf(input: FieldsInput): Field[] {
  const hints = hiddenOf(input.record);
  return [basics, home, contacts, health, service].flatMap((part, step) =>
    part(input).map((field) => ({ ...field, step, ...(hints[field.field] && { hint: hints[field.field] }) }) as Field),
  );
}
