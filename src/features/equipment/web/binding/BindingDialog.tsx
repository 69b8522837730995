import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent } from 'react';
import { customerApi } from '#features/customer/contract.ts';
import { equipmentApi } from '#features/equipment/contract.ts';
import { problemText } from '#web/call/outcome.ts';
import { call, callList } from '#web/call/request.ts';
import { labelOf, useDictionaryLists } from '#web/data/dictionary.ts';
import { toast } from '#web/message/message.tsx';
import { isBindable } from '../../contract/state.ts';
import type { Device } from '../record/types.ts';
import { BindForm } from './BindForm.tsx';
import { tellBindingChanged } from './changed.ts';
import type { Deed } from './dialogAddress.ts';
import { ReplaceForm } from './ReplaceForm.tsx';
import { StateForm } from './StateForm.tsx';
import { TestDialog } from './TestDialog.tsx';
import type { DeedProps } from './types.ts';
import { UnbindForm } from './UnbindForm.tsx';

type Closed = Pick<DeedProps, 'onClosed'>;
interface Subject {
  device?: Device;
  person?: { id: string; name: string; projectId: string };
}

async function subjectOf(deed: Deed, id: string, signal: AbortSignal): Promise<Subject> {
  if (deed !== 'bindTo') return { device: await call(equipmentApi.getEquipment, { id }, { signal }) };
  const { rows } = await callList(customerApi.getCustomerList, { ids: [id], limit: 1 }, { signal });
  const [person] = rows;
  return person ? { person } : {};
}

/** Why the deed is not to be done any more as the device stands. */
function hindrance(deed: Deed, { device, person }: Subject): string | undefined {
  if (!device) return person ? undefined : '客户不存在或不在你的范围';
  if (deed === 'bind' && device.customerId) return `设备已绑定「${device.customerName ?? '其他客户'}」`;
  if (deed === 'bind' && !isBindable(device)) return `「${labelOf('equipment_state', device.state)}」的设备不能绑定`;
  if ((deed === 'unbind' || deed === 'replace') && !device.customerId) return '设备没有绑定客户';
  return deed === 'changeState' && device.state === 'scrapped' ? '设备已报废，不能再改变状态' : undefined;
}

function Dialog({
  deed,
  subject: { device, person },
  ...how
}: { deed: Deed; subject: Subject } & Omit<DeedProps, 'device'>) {
  if (person) return <BindForm known={{ person, projectId: person.projectId }} {...how} />;
  if (!device) return null;
  if (deed === 'bind') return <BindForm known={{ device, projectId: device.projectId }} {...how} />;
  if (deed === 'unbind') return <UnbindForm device={device} {...how} />;
  if (deed === 'replace') return <ReplaceForm device={device} {...how} />;
  return <StateForm device={device} {...how} />;
}

/** A dialog of whose a device is and how it stands, over whatever page is open; it reads the device as it is now. */
export default function BindingDialog({ deed, id, onClosed }: { deed: Deed; id: string } & Closed) {
  const client = useQueryClient();
  useDictionaryLists();
  const changed = useCallback(() => {
    tellBindingChanged();
    void client.invalidateQueries({
      predicate: ({ queryKey: [path] }) =>
        path === customerApi.getCustomer.path || (typeof path === 'string' && path.startsWith('/api/equipment/')),
    });
  }, [client]);
  const { data, error } = useQuery({
    queryKey: ['binding', deed, id],
    queryFn: ({ signal }) => subjectOf(deed, id, signal),
    enabled: deed !== 'fieldTest',
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const why = error ? problemText(error) : data && hindrance(deed, data);
  const giveUp = useEffectEvent((text: string) => {
    toast.warning(text);
    onClosed();
  });
  useEffect(() => {
    if (why) giveUp(why);
  }, [why]);
  if (deed === 'fieldTest') return <TestDialog id={id} onDone={changed} onClosed={() => onClosed()} />;
  return data && !why ? <Dialog deed={deed} subject={data} onDone={changed} onClosed={onClosed} /> : null;
}
