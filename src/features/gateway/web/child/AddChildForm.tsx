import { useMemo, useRef } from 'react';
import { CustomerField } from '#features/customerEntry/web/service.ts';
import { type Choice, useEquipmentChoice } from '#features/equipment/web/service.ts';
import { gatewayApi } from '#features/gateway/contract.ts';
import { can } from '#web/api/session.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { FieldOf, FormValues } from '#web/form/types.ts';
import type { Gateway } from '../record/types.ts';
import type { Child } from './types.ts';

interface Props {
  gateway: Gateway;
  /** New child; undefined: its number is typed. */
  child: Child | undefined;
  onDone: () => void;
  onClosed: () => void;
}

/** Models that a child of the gateway can have. */
const modelsOf = ({ models }: Choice, { protocol }: Gateway) =>
  models.filter((model) => model.protocol === protocol && model.kind !== 'gateway');

/** What the gateway says of a child, as a hint for its model. */
const reportedText = ({ vendor, model, kind }: Child) => [vendor, model ?? kind].filter(Boolean).join(' ');

function fieldsOf(choice: Choice, gateway: Gateway, child: Child | undefined): FieldOf<typeof gatewayApi.addChild>[] {
  const { projectId } = gateway;
  const reported = child && reportedText(child);
  return [
    {
      ...{ kind: 'text', field: 'number', label: '号码', maxLength: 64, wide: true },
      ...(child ? { locked: () => '由网关报告' } : { hint: 'Zigbee 的 IEEE 地址、LoRaWAN 的 DevEUI，或设备名' }),
    },
    {
      ...{ kind: 'select', field: 'model', label: '型号', options: modelsOf(choice, gateway), wide: true },
      hint: child?.proposed
        ? `按它报告的能力推荐${reported ? `，网关说是 ${reported}` : ''}`
        : reported
          ? `网关说是 ${reported}`
          : '',
    },
    {
      ...{ kind: 'text', field: 'name', label: '设备名称', maxLength: 50 },
      placeholder: child?.wireName ?? '不填则同型号',
    },
    { kind: 'text', field: 'position', label: '安装位置', maxLength: 50, placeholder: '如：201 卫生间' },
    ...(can('customer:list')
      ? [
          {
            ...({ kind: 'custom', field: 'customerId', label: '客户', wide: true } as const),
            ...{ hint: '它的报警算在这位客户名下；公共区不填' },
            control: (props: Parameters<typeof CustomerField>[0]) => <CustomerField {...props} projectId={projectId} />,
          },
        ]
      : []),
  ];
}

/** Form 登记子设备: takes in what the gateway speaks for, with the model that fits, person and place. Open while mounted. */
export function AddChildForm({ gateway, child, onDone, onClosed }: Props) {
  const choice = useEquipmentChoice();
  const fields = useMemo(() => fieldsOf(choice, gateway, child), [choice, gateway, child]);
  const [only, ...others] = modelsOf(choice, gateway);
  const initial = useRef<FormValues>({
    gatewayId: gateway.id,
    number: child?.number,
    model: child?.proposed ?? (others.length === 0 ? only?.value : undefined),
  });
  return (
    <DialogForm
      open
      initial={initial.current}
      endpoint={gatewayApi.addChild}
      title={child ? `登记子设备 · ${child.wireName ?? child.number}` : '按号码登记子设备'}
      fields={fields}
      startAt={({ model }) => (child ? (model ? 'name' : 'model') : 'number')}
      submitText="登记"
      failText="没有登记"
      doneText="子设备已登记"
      onDone={onDone}
      onClosed={onClosed}
    />
  );
}
