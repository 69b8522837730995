import { useState } from 'react';
import { CustomerField } from '#features/customerEntry/web/service.ts';
import { warnApi } from '#features/warn/contract.ts';
import { applyRow, type WarnRow } from '#features/warn/web/service.ts';
import { defaultLevel } from '#shared/codes.ts';
import { now } from '#web/core/now.ts';
import { warnLevels, warnTypes } from '#web/data/codeLabels.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import { callValidated } from '#web/form/callValidated.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { FieldOf, FormValues, RuleOf } from '#web/form/types.ts';
import { toast } from '#web/message/message.tsx';

/** Tolerance for a client clock ahead of the server's, ms. */
const slack = 60_000;

const fields: readonly FieldOf<typeof warnApi.addWarn>[] = [
  {
    ...{ kind: 'custom', field: 'customerId', label: '客户', wide: true },
    control: (props) => <CustomerField {...props} nothing="没有找到，可只填来电号码" />,
  },
  { field: 'phone', label: '来电号码', kind: 'phone', hint: '客户与来电号码至少填一项' },
  { field: 'occurredAt', label: '时间', kind: 'datetime', latest: 'today' },
  {
    field: 'type',
    label: '类型',
    kind: 'select',
    get options() {
      return optionsOf(warnTypes).filter(({ value }) => value !== 'health');
    },
  },
  {
    field: 'level',
    label: '级别',
    kind: 'select',
    get options() {
      return ([1, 2, 3, 4] as const).map((value) => ({ value, label: warnLevels[value] }));
    },
  },
  { field: 'address', label: '地址', kind: 'text', maxLength: 200, placeholder: '与登记地址不同时填写', wide: true },
  { field: 'note', label: '说明', kind: 'textarea', maxLength: 500 },
];

const rules: readonly RuleOf<typeof warnApi.addWarn>[] = [
  {
    field: 'phone',
    rule: 'either',
    check: ({ customerId, phone }) => (customerId || phone ? undefined : '请选择客户，或填写来电号码'),
  },
  {
    field: 'occurredAt',
    rule: 'maximum',
    check: ({ occurredAt }) => (Date.parse(String(occurredAt)) > now() + slack ? '时间不能晚于现在' : undefined),
  },
];

interface Props {
  /** Customer, if already known. */
  customerId?: string | undefined;
  onClose: () => void;
  /** Called with the new warn. */
  onAdded: (row: WarnRow) => void;
}

/** 登记告警: dialog for a phone call of a customer or an unknown number. Open while mounted. */
export default function AddWarnDialog({ customerId, onClose, onAdded }: Props) {
  const [initial] = useState(() => ({
    ...(customerId && { customerId }),
    type: 'manual',
    level: defaultLevel.manual,
    occurredAt: new Date(now()).toISOString(),
  }));
  const add = async (values: FormValues) => {
    const row = await callValidated(warnApi.addWarn, values);
    applyRow(row);
    toast.success(`已登记 ${row.no}`);
    onAdded(row);
  };
  return (
    <DialogForm
      open
      title="登记告警"
      size="medium"
      submitText="登记"
      failText="登记失败"
      schema={warnApi.addWarn.input}
      fields={fields}
      rules={rules}
      initial={initial}
      draft={customerId ? `addWarn.${customerId}` : 'addWarn'}
      submit={add}
      onClosed={onClose}
    />
  );
}
