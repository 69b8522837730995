import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { customerApi } from '#features/customer/contract.ts';
import { equipmentApi } from '#features/equipment/contract.ts';
import {
  clearDialogAddress,
  type Device,
  type EquipmentDialog,
  isBindable,
  useEquipmentChanged,
} from '#features/equipment/web/service.ts';
import { problemText } from '#web/api/feedback.ts';
import { callApi, callListApi } from '#web/api/request.ts';
import { labelOf, useDictionaryLists } from '#web/data/dictionary.ts';
import { toast } from '#web/message/message.tsx';
import { BindForm } from './BindForm.tsx';
import { ReplaceForm } from './ReplaceForm.tsx';
import { StateForm } from './StateForm.tsx';
import type { ActionDialogProps } from './types.ts';
import { UnbindForm } from './UnbindForm.tsx';

/** Dialogs of this feature. */
export type BindingAction = Exclude<EquipmentDialog, 'fieldTest'>;

interface Subject {
  device?: Device;
  customer?: { id: string; name: string; projectId: string };
}

async function subjectOf(action: BindingAction, id: string, signal: AbortSignal): Promise<Subject> {
  if (action !== 'bindTo') return { device: await callApi(equipmentApi.getEquipment, { id }, { signal }) };
  const { rows } = await callListApi(customerApi.getCustomerList, { ids: [id], limit: 1 }, { signal });
  const [customer] = rows;
  return customer ? { customer } : {};
}

/** Returns why the device's state no longer allows the action. */
function hindrance(action: BindingAction, { device, customer }: Subject): string | undefined {
  if (!device) return customer ? undefined : '客户不存在或不在你的范围';
  if (action === 'bind' && device.customerId) return `设备已绑定「${device.customerName ?? '其他客户'}」`;
  if (action === 'bind' && !isBindable(device)) return `「${labelOf('equipment_state', device.state)}」的设备不能绑定`;
  if ((action === 'unbind' || action === 'replace') && !device.customerId) return '设备没有绑定客户';
  return action === 'changeState' && device.state === 'scrapped' ? '设备已报废，不能再改变状态' : undefined;
}

function Dialog({
  action,
  subject: { device, customer },
  ...handlers
}: { action: BindingAction; subject: Subject } & Omit<ActionDialogProps, 'device'>) {
  if (customer) return <BindForm subject={{ customer, projectId: customer.projectId }} {...handlers} />;
  if (!device) return null;
  if (action === 'bind') return <BindForm subject={{ device, projectId: device.projectId }} {...handlers} />;
  if (action === 'unbind') return <UnbindForm device={device} {...handlers} />;
  if (action === 'replace') return <ReplaceForm device={device} {...handlers} />;
  return <StateForm device={device} {...handlers} />;
}

/** Dialog of a binding action over any page; it loads the current device. */
export default function BindingDialog({ action, id }: { action: BindingAction; id: string }) {
  useDictionaryLists();
  const changed = useEquipmentChanged();
  const { data, error } = useQuery({
    queryKey: ['binding', action, id],
    queryFn: ({ signal }) => subjectOf(action, id, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const reason = error ? problemText(error) : data && hindrance(action, data);
  const closeWithReason = useEffectEvent((text: string) => {
    toast.warning(text);
    clearDialogAddress();
  });
  useEffect(() => {
    if (reason) closeWithReason(reason);
  }, [reason]);
  return data && !reason ? (
    <Dialog action={action} subject={data} onDone={changed} onClosed={clearDialogAddress} />
  ) : null;
}
