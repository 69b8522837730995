import { CustomerField } from '#features/customerEntry/web/service.ts';
import { followUpApi, requestTypes } from '#features/followUp/contract.ts';
import { sosLink } from '#shared/sosLink.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { FieldOf, FormValues } from '#web/form/types.ts';
import { Callout } from '#web/ui/Callout.tsx';

const fields: readonly FieldOf<typeof followUpApi.addRequest>[] = [
  {
    ...{ kind: 'custom', field: 'customerId', label: '客户', required: true, wide: true },
    control: (props) => <CustomerField {...props} />,
  },
  {
    ...{ kind: 'radio', field: 'requestType', label: '诉求类型', options: optionsOf(requestTypes) },
    ...{ required: true, wide: true },
  },
  { kind: 'textarea', field: 'request', label: '诉求内容', required: true, maxLength: 500, rows: 3, wide: true },
  {
    ...{ kind: 'text', field: 'provider', label: '转介给', required: true, maxLength: 60 },
    shown: ({ requestType }) => requestType === 'referral',
  },
  {
    ...{ kind: 'datetime', field: 'due', label: '回访时间', required: true },
    hint: '到时问结果和满意度，记录后结束',
  },
];

/** Default time until the follow-up of a request, ms. */
const usual = 24 * 3_600_000;

const inputOf = ({ provider, ...values }: FormValues): FormValues => ({
  ...values,
  ...(values.requestType === 'referral' && provider ? { provider } : {}),
});

/** 登记诉求 (domain.md 8.5): form for a non-urgent request. Open as long as it is mounted. */
export function RequestForm({ onDone, onClosed }: { onDone: () => void; onClosed: () => void }) {
  return (
    <DialogForm
      open
      initial={{ requestType: 'consult', due: new Date(Date.now() + usual).toISOString() }}
      title="登记诉求"
      endpoint={followUpApi.addRequest}
      fields={fields}
      inputOf={inputOf}
      submitText="登记"
      failText="没有登记"
      doneText="已登记，到时由你回访"
      draft="followUp.request"
      onDone={onDone}
      onClosed={onClosed}
    >
      <Callout tone="warn" className="mb-3">
        有危险的不要登记在这里，<a href={sosLink({ add: '' })}>登记告警</a>。
      </Callout>
    </DialogForm>
  );
}
