import { useQuery } from '@tanstack/react-query';
import { Checkbox, Radio } from 'antd';
import { useMemo, useState } from 'react';
import { CustomerField } from '#features/customerEntry/web/service.ts';
import { customerMergeApi } from '#features/customerMerge/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { callApi } from '#web/api/request.ts';
import { missing } from '#web/data/format.ts';
import { callValidated } from '#web/form/callValidated.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { Field, FormValues } from '#web/form/types.ts';
import { toast } from '#web/message/message.tsx';
import type { SlotProps } from '#web/screen/manifest.ts';
import { Callout } from '#web/ui/Callout.tsx';
import './merge.css';

type Compared = OutputOf<typeof customerMergeApi.getCustomerMerge>;
type Difference = Compared['fields'][number];

/** A choice is stored per kept customer: with the sides swapped it would mean the opposite. */
const sureOf = (dropId: string) => `sure.${dropId}`;
const nameOf = (keepId: string, field: string) => `${field}.${keepId}`;

/** Returns the field that chooses a side; each customer stays on one side, whichever is kept. */
function choiceField(keepId: string, first: string, difference: Difference): Field {
  const { field, title, keep, drop, preset, locked } = difference;
  const sides = [
    { value: 'keep', label: keep ?? missing },
    { value: 'drop', label: drop ?? missing },
  ];
  const options = keepId === first ? sides : sides.toReversed();
  return {
    kind: 'custom',
    field: nameOf(keepId, field),
    label: title,
    wide: true,
    ...(locked !== undefined && { locked: () => locked }),
    control: ({ value, onChange, disabled, attributes }) => (
      <Radio.Group
        className="merge-sides"
        id={attributes.id}
        aria-label={title}
        disabled={disabled}
        value={value ?? preset}
        options={options}
        onChange={({ target }) => onChange(target.value)}
      />
    ),
  };
}

/** Returns the confirmation that names the merged customer: swapping the sides asks again. */
function sureField({ id, name, no }: Compared['drop']): Field {
  return {
    kind: 'custom',
    field: sureOf(id),
    label: '确认',
    wide: true,
    control: ({ value, onChange, disabled, attributes: { id: inputId, ...aria } }) => (
      <Checkbox
        id={inputId}
        {...aria}
        checked={value === true}
        disabled={disabled}
        onChange={({ target }) => onChange(target.checked || undefined)}
      >
        「{name}」（{no}）并入后不再单独存在，已核对是同一个人
      </Checkbox>
    ),
  };
}

/** Summarizes the rows that move, and the irreversible effects. */
function mergeSummary({ keep, drop, contacts, equipment }: Compared): string {
  const [from, to] = [drop, keep].map(({ name, no }) => `「${name}」（${no}）`);
  const moved = `${contacts} 位联系人、${equipment} 台设备、全部告警、附件和健康数据`;
  return `${from}的 ${moved}都归到${to}，${from}随后不再出现。过敏、疾病、用药和标签两边都保留。合并后不能撤销。`;
}

/** Asks which of two customers is kept, and which values; of one customer, first for the other. */
export default function MergeForm({ customers: [customer, other], onDone, onClosed }: SlotProps<'customerAction'>) {
  const [values, setValues] = useState<FormValues>({});
  const first = customer?.id ?? '';
  const second = other?.id ?? (typeof values.otherId === 'string' ? values.otherId : undefined);
  const keepId = values.keepId === second && second !== undefined ? second : first;
  const dropId = keepId === first ? second : first;
  const { data: compared, error } = useQuery({
    queryKey: [customerMergeApi.getCustomerMerge.path, keepId, dropId],
    queryFn: ({ signal }) => callApi(customerMergeApi.getCustomerMerge, { keepId, dropId: dropId ?? '' }, { signal }),
    enabled: dropId !== undefined,
    // A pending choice stays in place until the two are compared the other way round.
    placeholderData: (previous, query) =>
      [keepId, dropId].every((id) => query?.queryKey.includes(id ?? '')) ? previous : undefined,
  });
  const fields = useMemo<Field[]>(() => {
    const pick: Field = {
      ...{ kind: 'custom', field: 'otherId', label: '另一位', required: true, wide: true },
      control: (props) => <CustomerField {...props} not={first} />,
    };
    const both = compared ? [compared.keep, compared.drop] : [];
    const keep: Field = {
      ...{ kind: 'radio', field: 'keepId', label: '保留', wide: true },
      options: both
        .toSorted((a, b) => (a.id === first ? -1 : b.id === first ? 1 : 0))
        .map(({ id, no, name }) => ({ value: id, label: `${name}（${no}）` })),
    };
    return [
      ...(other ? [] : [pick]),
      ...(compared
        ? [
            keep,
            ...compared.fields.map((field) => choiceField(compared.keep.id, first, field)),
            sureField(compared.drop),
          ]
        : []),
    ];
  }, [compared, first, other]);
  const submit = (input: FormValues) => {
    const choices = (compared?.fields ?? []).flatMap(({ field }) => {
      const side = input[nameOf(keepId, field)];
      return side === undefined ? [] : [[field, side]];
    });
    return callValidated(customerMergeApi.mergeCustomer, { keepId, dropId, fields: Object.fromEntries(choices) });
  };
  /** Blocks the merge until the displayed comparison belongs to the chosen sides. */
  const unread = compared?.keep.id === keepId && compared.drop.id === dropId ? undefined : '正在比较两位客户，请稍候';
  const problem = compared?.refusal ?? error?.message;
  return (
    <DialogForm<null>
      open
      title={`合并客户「${customer?.name ?? ''}」`}
      fields={fields}
      initial={{ keepId: first }}
      rules={[
        { field: 'keepId', rule: 'compared', check: () => problem ?? unread },
        {
          ...{ field: sureOf(dropId ?? ''), rule: 'sure' },
          check: (input) => (unread || input[sureOf(dropId ?? '')] ? undefined : '请勾选确认'),
        },
      ]}
      onValues={setValues}
      submit={submit}
      submitText="合并"
      failText="合并失败"
      onDone={() => {
        toast.success('已合并');
        onDone();
      }}
      onClosed={onClosed}
    >
      {compared && (
        <Callout tone="notice" className="mb-3">
          {mergeSummary(compared)}
        </Callout>
      )}
      {problem && (
        <Callout tone="urgent" role="alert" className="mb-3">
          {problem}
        </Callout>
      )}
    </DialogForm>
  );
}
