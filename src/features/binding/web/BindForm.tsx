import { useCallback, useMemo, useRef, useState } from 'react';
import { titleOf } from '#features/equipment/web/service.ts';
import { testApi } from '#features/equipmentTest/contract.ts';
import { withToast } from '#web/api/feedback.ts';
import { ApiError, callApi } from '#web/api/request.ts';
import { can, session } from '#web/api/session.ts';
import { now } from '#web/core/now.ts';
import { labelOf } from '#web/data/dictionary.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import { picked as atPin } from '#web/form/fields/PositionField.tsx';
import type { Choice } from '#web/form/fields/SearchSelect.tsx';
import type { DialogFormHandle, FormValues } from '#web/form/types.ts';
import { Callout } from '#web/ui/Callout.tsx';
import { bindingApi } from '../contract.ts';
import { bindFields, bindInput } from './bindFields.tsx';
import { callConfirmed, needOf } from './callConfirmed.ts';
import type { ActionDialogProps } from './types.ts';

/** Subject of the form: either device or customer is known, the other is searched. */
interface BindSubject {
  device?: { id: string; name: string; sn: string; kind: string; position: string | null };
  customer?: { id: string; name: string };
  projectId: string;
}

/** Returns 王桂兰的定位手表, cut to the maximum length of a device name. */
const nameFor = (owner: string, kind: string) => `${owner}的${kind}`.slice(0, 50);

/** Form 绑定: binds a device to a customer, with installation position, time and installer; a test can follow at once. */
export function BindForm({
  subject: { device, customer, projectId },
  onDone,
  onClosed,
}: Omit<ActionDialogProps, 'device'> & { subject: BindSubject }) {
  const form = useRef<DialogFormHandle>(null);
  const tested = useRef<string>(undefined);
  const [typed, setTyped] = useState<FormValues>({});
  const [boundElsewhere, setBoundElsewhere] = useState<{ id: string; msg: string }>();
  const name = device?.name ?? customer?.name ?? '';
  const picked = useRef<string>(undefined);
  const proposed = useRef(device?.name);
  const onPick = useCallback((choice: Choice | undefined) => {
    picked.current = choice?.called;
  }, []);
  /** Derives the name from the choice until the user types another one. */
  const derive = useCallback(
    (values: FormValues): FormValues => {
      const placed = atPin(values);
      const [owner, kind] = [
        customer?.name ?? picked.current,
        device ? labelOf('device_kind', device.kind) : picked.current,
      ];
      if (!owner || !kind || !picked.current || (values.name ?? '') !== (proposed.current ?? '')) return placed;
      proposed.current = nameFor(owner, kind);
      return { ...placed, name: proposed.current };
    },
    [customer, device],
  );
  const fields = useMemo(
    () => bindFields({ projectId, personId: customer?.id, typed, name, onPick, taken: boundElsewhere?.id }),
    [projectId, customer?.id, typed, name, onPick, boundElsewhere],
  );
  async function submit(values: FormValues): Promise<void> {
    const id = String(values.id);
    try {
      await callConfirmed(bindingApi.bindEquipment, bindInput(values), '解绑');
    } catch (error) {
      if (needOf(error) === 'unbind' && error instanceof ApiError) {
        setBoundElsewhere({ id, msg: error.msg });
        form.current?.goTo('unbindReason');
      }
      throw error;
    }
    if (values.trial !== 'test') return;
    await withToast(() => callApi(testApi.startEquipmentTest, { id }), { done: null, failed: '测试没有开始' });
    tested.current = id;
  }

  return (
    <DialogForm
      ref={form}
      open
      initial={{
        ...(device && { id: device.id, name: device.name }),
        ...(customer && { customerId: customer.id }),
        ...(device?.position && { position: device.position }),
        installedAt: new Date(now()).toISOString(),
        installer: session().user?.name,
        trial: can('equipment:test') ? 'test' : 'later',
      }}
      title={device ? titleOf('绑定设备', device) : `绑定设备 · ${name}`}
      fields={fields}
      derive={derive}
      onValues={setTyped}
      submit={submit}
      submitText="绑定"
      failText="没有绑定"
      doneText="设备已绑定"
      onDone={onDone}
      onClosed={() => onClosed(tested.current ? { action: 'fieldTest', id: tested.current } : undefined)}
    >
      {boundElsewhere && boundElsewhere.id === typed.id && (
        <Callout tone="notice" className="mb-3" role="status">
          {boundElsewhere.msg}。
        </Callout>
      )}
    </DialogForm>
  );
}
