import { customerApi } from '#features/customer/contract.ts';
import { deathCauses, deathPlaces } from '#shared/death.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import { ownZone, todayIn } from '#web/data/format.ts';
import { callValidated } from '#web/form/callValidated.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { FieldOf, FormValues } from '#web/form/types.ts';
import { toast } from '#web/message/message.tsx';
import { Callout } from '#web/ui/Callout.tsx';
import { changeLabel, type Served, type ServiceState, type StateChange } from './stateActions.ts';

/** Explains which work the state stops, and that an SOS is never stopped (domain.md 6.3). */
const meaning: Readonly<Record<Exclude<ServiceState, 'pending'>, string>> = {
  active: '从这一天起照常服务。',
  paused: '暂停期间不再产生离线、低电和流量卡的工单；SOS 照常响铃，并标明「暂停」。',
  ended: '未完成的健康和设备工单由系统结案，回访取消。仍绑定的设备按下照常响铃，并标明「已终止」。',
  deceased: '未完成的健康和设备工单由系统结案，回访取消。仍绑定的设备按下照常响铃，并标明「已故」。',
};

type StateField = FieldOf<typeof customerApi.updateCustomerState>;

function unbindField({ equipmentCount }: Served): StateField[] {
  if (equipmentCount === 0) return [];
  const choices = [
    { value: 'yes', label: `解绑 ${equipmentCount} 台设备` },
    { value: 'no', label: '保留绑定' },
  ];
  return [{ kind: 'radio', field: 'unbind', label: '设备', options: choices, required: true, wide: true }];
}

function fieldsOf({ to, customer }: StateChange): StateField[] {
  const again = customer.serviceState === 'paused' && to === 'paused';
  const reason: StateField = {
    kind: 'textarea',
    field: 'reason',
    label: '原因',
    maxLength: 200,
    required: true,
    wide: true,
  };
  const date = (label: string): StateField => ({ kind: 'date', field: 'date', label, latest: 'today', required: true });
  if (to === 'paused')
    return [
      ...(again ? [] : [date('暂停日期')]),
      { kind: 'date', field: 'returnDate', label: '预计返回', required: true },
      { ...reason, hint: '住院、外出……' },
    ];
  if (to === 'ended') return [date('终止日期'), reason, ...unbindField(customer)];
  if (to === 'deceased')
    return [
      date('身故日期'),
      { kind: 'select', field: 'place', label: '地点', options: optionsOf(deathPlaces), required: true },
      { kind: 'select', field: 'cause', label: '原因类别', options: optionsOf(deathCauses), required: true },
      { ...reason, label: '说明', hint: '得知的经过、由谁告知' },
      ...unbindField(customer),
    ];
  return [date('日期'), { ...reason, required: customer.serviceState === 'deceased' }];
}

/** Returns the call's rules for the fields asked; customer and state are fixed. */
function rulesOf(fields: readonly StateField[]): object {
  const { properties } = customerApi.updateCustomerState.input as unknown as { properties: Record<string, object> };
  const entries = fields.filter(({ field }) => field !== 'unbind').map(({ field }) => [field, properties[field]]);
  const unbind = { type: 'string', title: '设备' };
  return { type: 'object', properties: { ...Object.fromEntries(entries), unbind }, required: [] };
}

/** Returns the initial values: today, or the current expected return when a pause is edited. */
function openedWith({ to, customer: { serviceState, returnDate } }: StateChange): FormValues {
  if (to === 'paused' && serviceState === 'paused') return { returnDate };
  return { date: todayIn(ownZone(), Date.now()) };
}

interface Props extends StateChange {
  onDone: () => void;
  onClosed: () => void;
}

/** Asks for the inputs of a service state change. Open while mounted. */
export function StateForm({ to, customer, onDone, onClosed }: Props) {
  const fields = fieldsOf({ to, customer });
  const label = changeLabel(customer.serviceState, to);
  const { id, version } = customer;
  const submit = ({ unbind, ...values }: FormValues) =>
    callValidated(customerApi.updateCustomerState, {
      ...{ id, version, state: to, ...values },
      ...(unbind !== undefined && { unbind: unbind === 'yes' }),
    });
  return (
    <DialogForm<null>
      open
      initial={openedWith({ to, customer })}
      title={`${label} · ${customer.name}`}
      size="small"
      fields={fields}
      schema={rulesOf(fields)}
      submit={submit}
      submitText={label}
      failText={`${label}失败`}
      onDone={() => {
        toast.success(`「${customer.name}」的服务状态已更新`);
        onDone();
      }}
      onRefresh={() => {
        onDone();
        onClosed();
      }}
      onClosed={onClosed}
    >
      <Callout className="mb-3 text-[13px]">{meaning[to as keyof typeof meaning]}</Callout>
    </DialogForm>
  );
}
