import type { CustomerRecord } from '#features/customer/contract.ts';
import { labelOf } from '#web/data/dictionary.ts';
import type { Field, FormValues, Option } from '#web/form/types.ts';
import { CustomerField } from './CustomerField.tsx';
import { contactProblems, type FormContact } from './values.ts';

const like = { quietFrom: '如 22:00，L1 不静默', quietTo: '如 07:00' };
const linkedOf = (value: unknown) => value as FormContact['linked'];

/** Offers the relations, and the one that the contact has already. */
function relationsFor(relation: unknown, relations: readonly Option[]): Option[] {
  const isOffered = relation === undefined || relations.some(({ value }) => value === relation);
  return [
    ...(isOffered ? [] : [{ value: String(relation), label: labelOf('relation', String(relation)) }]),
    ...relations,
  ];
}

interface Input {
  record: CustomerRecord | undefined;
  relations: readonly Option[];
}

function cells(row: FormValues, { record, relations }: Input): Field[] {
  const stored = record?.contacts.find(({ id }) => id === row.id);
  const masked = (text: string | null | undefined) => (text?.includes('*') ? `${text}，留空不改` : undefined);
  const hint = (field: 'mobile' | 'phone' | 'address') => {
    const placeholder = masked(stored?.[field]);
    return placeholder && { placeholder };
  };
  return [
    { kind: 'switch', field: 'isEmergency', label: '紧急联系人' },
    { kind: 'switch', field: 'isGuardian', label: '监护人' },
    { kind: 'switch', field: 'hasKey', label: '有钥匙' },
    { kind: 'text', field: 'name', label: '姓名', maxLength: 20 },
    {
      kind: 'select',
      field: 'relation',
      label: '关系',
      required: true,
      options: relationsFor(row.relation, relations),
    },
    {
      ...{ kind: 'custom', field: 'linked', label: '也是服务对象' },
      control: ({ onChange, ...props }) => (
        <CustomerField
          {...props}
          value={linkedOf(props.value)?.id}
          selected={linkedOf(props.value)}
          not={record?.id}
          onPick={onChange}
          onChange={() => undefined}
        />
      ),
    },
    { kind: 'phone', field: 'mobile', label: '手机', ...hint('mobile') },
    { kind: 'phone', field: 'phone', label: '固定电话或服务号码', ...hint('phone') },
    { kind: 'text', field: 'hours', label: '可联系时间' },
    { kind: 'text', field: 'quietFrom', label: '静默开始', placeholder: like.quietFrom },
    { kind: 'text', field: 'quietTo', label: '静默结束', placeholder: like.quietTo },
    { kind: 'text', field: 'address', label: '地址', wide: true, ...hint('address') },
  ];
}

const toContact = (row: FormValues) => row as unknown as FormContact;

/** Returns the field of the contacts, in the order of calling. */
export function contactsField(input: Input): Field {
  return {
    ...{ kind: 'rows', field: 'contacts', label: '联系人', wide: true, rowLabel: '联系人', measure: '位', max: 20 },
    hint: '按拨打的先后排列。登记了紧急联系人，客户保存后即为服务中，否则为待开通。',
    describe: (value) =>
      Array.isArray(value)
        ? (value as FormContact[]).map(({ name }, index) => `${index + 1} ${name}`).join('、')
        : String(value),
    cells: (row) => cells(row, input),
    nameOf: (row) => toContact(row).name || undefined,
    newRow: (rows) => ({ name: '', isEmergency: rows.length === 0, isGuardian: false, hasKey: false }),
    // The contact who is served too gives the name.
    deriveRow: (row) => ({ ...row, name: row.name || (linkedOf(row.linked)?.name ?? '') }),
    check: (row) => [...contactProblems(toContact(row))].map(([field, msg]) => ({ field, rule: 'contact', msg })),
  };
}
