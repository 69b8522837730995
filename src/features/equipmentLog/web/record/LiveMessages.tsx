import { useState } from 'react';
import type { SectionProps } from '#features/equipment/web/service.ts';
import { BatterySignal, SectionPart, useSection } from '#features/equipment/web/service.ts';
import { CommandSection, Config } from '#features/equipmentCommand/web/service.ts';
import { logKinds } from '#shared/deviceLabels.ts';
import { can } from '#web/api/session.ts';
import { listTime } from '#web/data/format.ts';
import { logApi } from '../../contract.ts';
import { type Detail, MessageEffects } from '../MessageBody.tsx';
import { MessageView } from '../MessageView.tsx';
import { RedecodeLink } from '../RedecodeForm.tsx';
import { DeviceLog, type LogRow } from './DeviceLog.tsx';
import '../log.css';
import './live.css';

/** Returns the message as listed, without health values: opening it in full is a separate, logged action. */
const covered = (row: LogRow): Detail => ({ ...row, stored: {}, errors: [], replies: [] });

function Message({ detail }: { detail: Detail }) {
  const { id, kind, receivedAt, deviceTime, raw, spans, decoded, covered: hidden, errors } = detail;
  const label = logKinds[kind as keyof typeof logKinds] ?? kind;
  return (
    <article className="stack gap-12" aria-label="报文">
      <h3 className="f14">
        {detail.summary || label} <span className="regular soft">{listTime(deviceTime ?? receivedAt)}</span>
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
  const read = useSection(logApi.getEquipmentLog, { id });
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
      <div className="scroll-y pad-16 stack gap-24">
        {reads && selected && <SelectedMessage key={selected} id={selected} />}
        {reads && !selected && newest && <Message detail={covered(newest)} />}
        <BatterySignal device={device} changed={changed} />
      </div>
      <div className="scroll-y pad-16">
        <h3 className="f14 below-12">下发指令</h3>
        <CommandSection equipmentId={device.id}>
          <Config device={device} />
        </CommandSection>
      </div>
    </div>
  );
}
