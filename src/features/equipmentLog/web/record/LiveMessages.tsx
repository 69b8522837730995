import { useState } from 'react';
import type { SectionProps } from '#features/equipment/web/service.ts';
import { CommandSection, Config } from '#features/equipmentCommand/web/service.ts';
import { logKinds } from '#shared/deviceLabels.ts';
import { can } from '#web/api/session.ts';
import { listTime } from '#web/data/format.ts';
import { SectionPart } from '#web/record/SectionPart.tsx';
import { useCall } from '#web/screen/useCall.ts';
import { logApi } from '../../contract.ts';
import { type Detail, MessageEffects } from '../MessageBody.tsx';
import { MessageView } from '../MessageView.tsx';
import { RedecodeLink } from '../RedecodeForm.tsx';
import { BatterySignal } from './BatterySignal.tsx';
import { DeviceLog, type LogRow } from './DeviceLog.tsx';
import '../log.css';
import './live.css';

/** Returns the message as listed, without health values: opening it in full is a separate, logged action. */
const covered = (row: LogRow): Detail => ({ ...row, stored: {}, errors: [], replies: [] });

function Message({ detail }: { detail: Detail }) {
  const { id, kind, receivedAt, deviceTime, raw, spans, decoded, covered: hidden, errors } = detail;
  const label = logKinds[kind as keyof typeof logKinds] ?? kind;
  return (
    <article className="flex flex-col gap-3" aria-label="报文">
      <h3 className="text-sm">
        {detail.summary || label} <span className="font-normal text-text2">{listTime(deviceTime ?? receivedAt)}</span>
      </h3>
      {errors.length > 0 && (
        <p className="danger" role="note">
          解析错误：{errors.join('；')}
        </p>
      )}
      <MessageView key={id} raw={raw} spans={spans} decoded={decoded} covered={hidden} stored={detail.stored}>
        <RedecodeLink row={detail} />
      </MessageView>
      <MessageEffects detail={detail} />
    </article>
  );
}

/** Loads and shows the selected message in full. */
function SelectedMessage({ id }: { id: string }) {
  const read = useCall(logApi.getEquipmentLog, { id }, { keep: true });
  return (
    <SectionPart {...read} what="报文">
      {(detail) => <Message detail={detail} />}
    </SectionPart>
  );
}

/** Shows the device's messages next to the decoded content and the commands (picture 07b). */
export default function LiveMessages({ device, changed }: SectionProps) {
  const [selected, setSelected] = useState<string>();
  const [newest, setNewest] = useState<LogRow>();
  const reads = can('equipment:log');
  return (
    <div className={`device-live ${reads ? 'reads' : ''}`}>
      {reads && (
        <DeviceLog device={device} selected={selected ?? newest?.id} onChoose={setSelected} onNewest={setNewest} />
      )}
      <div className="overflow-y-auto p-4 flex flex-col gap-6">
        {reads && selected && <SelectedMessage key={selected} id={selected} />}
        {reads && !selected && newest && <Message detail={covered(newest)} />}
        <BatterySignal device={device} changed={changed} />
      </div>
      <div className="overflow-y-auto p-4">
        <h3 className="text-sm mb-3">下发指令</h3>
        <CommandSection equipmentId={device.id}>
          <Config device={device} />
        </CommandSection>
      </div>
    </div>
  );
}
