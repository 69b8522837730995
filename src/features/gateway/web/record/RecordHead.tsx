import { useMemo } from 'react';
import { DeviceHead, Online, StateSign, useEquipmentChoice } from '#features/equipment/web/service.ts';
import { gatewayApi, gateway as resource } from '#features/gateway/contract.ts';
import { protocolLabel } from '#features/model/contract.ts';
import { can } from '#web/api/session.ts';
import { useRecordForm } from '#web/crud/useRecordForm.tsx';
import { fullTime, listTime } from '#web/data/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { formOf, readForForm } from '../list/form.ts';
import { MoreActions } from './MoreActions.tsx';
import { RestartButton } from './RestartButton.tsx';
import { ScanButton } from './ScanButton.tsx';
import { resetSecret } from './secret.ts';
import type { Gateway } from './types.ts';

interface Props {
  gateway: Gateway;
  changed: () => void;
}

const endpoints = { add: gatewayApi.addGateway, edit: gatewayApi.editGateway };

function EditButton({ gateway, changed }: Props) {
  const choice = useEquipmentChoice();
  const form = useMemo(() => formOf(choice, false), [choice]);
  const { edit, form: dialog } = useRecordForm<Gateway, typeof endpoints.add, typeof endpoints.edit>(
    { resource, endpoints, form, valuesOf: readForForm },
    changed,
  );
  return (
    <>
      <Button onClick={() => edit(gateway)}>编辑</Button>
      {dialog}
    </>
  );
}

/** Shows 在线 自 02:36:11, or since when it is offline. */
function OnlineSince({ gateway }: { gateway: Gateway }) {
  const since = gateway.online === 'online' ? gateway.link?.since : gateway.offlineSince;
  return (
    <span className="inline-flex items-center gap-1.5" aria-live="polite">
      <Online {...gateway} />
      {since && (
        <time className="text-[13px] text-text2" title={fullTime(since)}>
          自 {listTime(since)}
        </time>
      )}
    </span>
  );
}

/** Shows a gateway, its state and what the user may do with it (picture 20). */
export function RecordHead({ gateway, changed }: Props) {
  const { sn, mac, modelName, position, projectName, customerId, customerName } = gateway;
  const protocol = protocolLabel(gateway.protocol);
  const mayEdit = can('gateway:edit');
  return (
    <DeviceHead
      kind="gateway"
      name={gateway.name}
      signs={{ online: <OnlineSince gateway={gateway} />, state: <StateSign state={gateway.state} /> }}
      facts={{
        model: modelName.includes(protocol) ? modelName : `${modelName} · ${protocol}`,
        sn: <span className="mono">SN {sn}</span>,
        mac: mac && <span className="mono">MAC {mac}</span>,
        place: [projectName, position].filter(Boolean).join(' · '),
        customer: customerId ? <a href={`#/customer/list/${customerId}`}>{customerName}</a> : '公共区，未绑客户',
      }}
    >
      <RestartButton gateway={gateway} />
      {mayEdit && (
        <>
          <Button onClick={() => void resetSecret(gateway)}>重置密钥…</Button>
          <EditButton gateway={gateway} changed={changed} />
          {gateway.canScan && <ScanButton gateway={gateway} changed={changed} />}
        </>
      )}
      <MoreActions gateway={gateway} />
    </DeviceHead>
  );
}
