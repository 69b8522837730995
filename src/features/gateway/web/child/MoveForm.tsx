import { useMemo } from 'react';
import { gatewayApi } from '#features/gateway/contract.ts';
import { callValidated } from '#web/form/callValidated.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { FieldOf, FormValues } from '#web/form/types.ts';
import { toast } from '#web/message/message.tsx';
import { useCall } from '#web/screen/useCall.ts';
import { Callout } from '#web/ui/Callout.tsx';
import type { Gateway } from '../record/types.ts';
import type { Child } from './types.ts';

/** Children to move: to a gateway that is chosen, to the gateway of the page, or to none. */
export interface Moving {
  rows: readonly Child[];
  to: 'choose' | 'here' | 'none';
}

interface Props {
  gateway: Gateway;
  moving: Moving;
  onDone: () => void;
  onClosed: () => void;
}

/** Gateways to choose from. */
const maxGateways = 200;

/** Gateways of the same format and project, without the gateway of the page. */
function useOtherGateways({ id, protocol, projectId }: Gateway, enabled: boolean) {
  const { data } = useCall(
    gatewayApi.getGatewayList,
    { protocol: [protocol as 'z2m'], projectId, limit: maxGateways },
    { enabled },
  );
  return useMemo(
    () =>
      (data?.rows ?? [])
        .filter((row) => row.id !== id)
        .map(({ id: value, name, sn }) => ({ value, label: `${name} · ${sn}` })),
    [data, id],
  );
}

const nameOf = ({ equipmentName, wireName, number }: Child) => equipmentName ?? wireName ?? number;

const verbs = {
  choose: { title: '移走', submitText: '移走', done: '已移走' },
  here: { title: '移到这里', submitText: '移到这里', done: '已移到这里' },
  none: { title: '移除', submitText: '移除', done: '已移除' },
} as const;

const notes = {
  choose: '移走后它的消息只从新网关认领，报警仍算在它的客户名下。',
  here: '移到这里后，它的消息从这个网关认领，报警仍算在它的客户名下。',
  none: '移除后它不再归任何网关：设备和客户保留，但消息不再算在它名下。',
} as const;

/**
 * Form of a move, with its reason. A move by another user meanwhile is a 409, shown with who and when. Open while
 * mounted.
 */
export function MoveForm({ gateway, moving: { rows, to }, onDone, onClosed }: Props) {
  const gateways = useOtherGateways(gateway, to === 'choose');
  const moved = rows.flatMap(({ known, equipmentId }) =>
    equipmentId !== null && (known === 'registered') === (to !== 'here') ? [equipmentId] : [],
  );
  const reason = {
    ...({
      kind: 'textarea',
      field: 'reason',
      label: '原因',
      maxLength: 500,
      rows: 2,
      required: true,
      wide: true,
    } as const),
  };
  const fields: FieldOf<typeof gatewayApi.moveChild>[] = [
    ...(to === 'choose'
      ? [
          {
            ...({ kind: 'select', field: 'gatewayId', label: '移到', options: gateways, required: true } as const),
            ...{ wide: true, hint: '同一项目、同样格式的网关' },
          },
        ]
      : []),
    reason,
  ];
  const submit = (values: FormValues) => {
    if (to === 'none') return callValidated(gatewayApi.removeChild, { ids: moved, reason: values.reason });
    const target = to === 'here' ? { gatewayId: gateway.id } : { gatewayId: values.gatewayId, from: gateway.id };
    return callValidated(gatewayApi.moveChild, { ids: moved, ...target, reason: values.reason });
  };
  const { title, submitText, done } = verbs[to];
  const [first] = rows;
  return (
    <DialogForm<{ count: number }>
      open
      title={rows.length === 1 && first ? `${title} · ${nameOf(first)}` : `${title} ${moved.length} 台子设备`}
      size="small"
      fields={fields}
      submit={submit}
      submitText={submitText}
      failText={`没有${title}`}
      onDone={({ count }) => {
        toast.success(`${done} ${count} 台子设备`);
        onDone();
      }}
      onRefresh={() => {
        // What was moved meanwhile is no longer among the rows.
        onDone();
        onClosed();
      }}
      onClosed={onClosed}
    >
      <Callout className="mb-3 text-[13px]">
        {notes[to]}
        {moved.length < rows.length && ` 选中的 ${rows.length} 台里有 ${rows.length - moved.length} 台没有登记，不动。`}
      </Callout>
    </DialogForm>
  );
}
