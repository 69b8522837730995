import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent } from 'react';
import { customerApi } from '#features/customer/contract.ts';
import { equipmentApi } from '#features/equipment/contract.ts';
import { problemText } from '#web/api/feedback.ts';
import { callApi, callListApi } from '#web/api/request.ts';
import { labelOf, useDictionaryLists } from '#web/data/dictionary.ts';
import { toast } from '#web/message/message.tsx';
import { isBindable } from '#features/equipment/contract/state.ts';
import type { Device } from '#features/equipment/web/record/types.ts';
import { BindForm } from './BindForm.tsx';
import { emitBindingChanged } from '#features/equipment/web/dialogChanges.ts';
import type { BindingAction } from '#features/equipment/web/dialogAddress.ts';
import { ReplaceForm } from './ReplaceForm.tsx';
import { StateForm } from './StateForm.tsx';
import { TestDialog } from '#features/equipmentTest/web/TestDialog.tsx';
import type { ActionDialogProps } from './types.ts';
import { UnbindForm } from './UnbindForm.tsx';

type Closed = Pick<ActionDialogProps, 'onClosed'>;
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
export default function BindingDialog({ action, id, onClosed }: { action: BindingAction; id: string } & Closed) {
  const client = useQueryClient();
  useDictionaryLists();
  const changed = useCallback(() => {
    emitBindingChanged();
    void client.invalidateQueries({
      predicate: ({ queryKey: [path] }) =>
        path === customerApi.getCustomer.path || (typeof path === 'string' && path.startsWith('/api/equipment/')),
    });
  }, [client]);
  const { data, error } = useQuery({
    queryKey: ['binding', action, id],
    queryFn: ({ signal }) => subjectOf(action, id, signal),
    enabled: action !== 'fieldTest',
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const reason = error ? problemText(error) : data && hindrance(action, data);
  const closeWithReason = useEffectEvent((text: string) => {
    toast.warning(text);
    onClosed();
  });
  useEffect(() => {
    if (reason) closeWithReason(reason);
  }, [reason]);
  if (action === 'fieldTest') return <TestDialog id={id} onDone={changed} onClosed={() => onClosed()} />;
  return data && !reason ? <Dialog action={action} subject={data} onDone={changed} onClosed={onClosed} /> : null;
}
