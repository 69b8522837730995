import { useState } from 'react';
import { simLink } from '#features/sim/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { unlocated } from '#shared/codes.ts';
import { sosLink } from '#shared/sosLink.ts';
import { can } from '#web/api/session.ts';
import { labelOf } from '#web/data/dictionary.ts';
import { ago, fullTime, listTime, missing } from '#web/data/format.ts';
import { useCall } from '#web/screen/useCall.ts';
import { Button } from '#web/ui/Button.tsx';
import { equipmentApi } from '../../contract.ts';
import { Battery, Signal } from '../list/cells.tsx';
import { Figure } from './DeviceFrame.tsx';
import type { Device } from './types.ts';

function Heard({ lastSeenAt }: Device) {
  if (lastSeenAt === null) return <Figure label="最近上报">{missing}</Figure>;
  return (
    <Figure label="最近上报" note={ago(Date.now() - Date.parse(lastSeenAt))}>
      <time title={fullTime(lastSeenAt)}>{listTime(lastSeenAt)}</time>
    </Figure>
  );
}

function Located({ place, locationConsent: consent }: Device) {
  const reason = consent === null || consent === 'valid' ? undefined : unlocated[consent];
  if (place === null)
    return (
      <Figure label="定位" note={reason}>
        {missing}
      </Figure>
    );
  const { source, accuracy, at, lat, lng } = place;
  if (source === 'installed')
    return (
      <Figure label="定位" note="安装点 · 设备没有上报位置">
        {lat.toFixed(5)}, {lng.toFixed(5)}
      </Figure>
    );
  return (
    <Figure label="定位" note={at ? listTime(at) : undefined}>
      {source && labelOf('position_mode', source)} {accuracy !== null && `±${Math.round(accuracy)} m`}
    </Figure>
  );
}

function Card({ sn, simExpireDate }: Device) {
  if (simExpireDate === null) return <Figure label="SIM 到期">{missing}</Figure>;
  const daysLeft = Math.ceil((Date.parse(simExpireDate) - Date.now()) / 86_400_000);
  return (
    <Figure label="SIM 到期" note={daysLeft < 0 ? '已到期' : `剩 ${daysLeft} 天`}>
      <a className="text-text" href={simLink(sn)}>
        {simExpireDate}
      </a>
    </Figure>
  );
}

/** Kinds of wearables. */
const worn = ['watch', 'band'];

/** Figure 佩戴: devices report taking off, never wearing; without such an alarm the state is unknown. */
function Wearing({ sn }: Device) {
  const { data } = useCall(warnListApi.getWarnList, {
    ...{ equipmentSn: sn, type: ['off_wrist'], status: ['pending', 'handling'], limit: 1 },
  });
  const [off] = data?.rows ?? [];
  if (!data) return <Figure label="佩戴">{missing}</Figure>;
  if (!off)
    return (
      <Figure label="佩戴" note="没有脱下告警">
        未知
      </Figure>
    );
  return (
    <Figure label="佩戴" note={listTime(off.createdAt)}>
      <a className="text-level2-text" href={sosLink({ id: off.id })}>
        已脱下
      </a>
    </Figure>
  );
}

/** Figure 心率: loaded on click, because each access to health data is logged. */
function Heart({ id }: Device) {
  const [isRequested, setRequested] = useState(false);
  const { data, problem } = useCall(equipmentApi.getEquipmentData, { id }, { enabled: isRequested });
  const heartRate = data?.find(({ kind }) => kind === 'heart_rate');
  if (!isRequested || (!data && !problem))
    return (
      <Figure label="心率" note="查看会留下记录">
        <Button kind="link" className="font-normal text-sm" disabled={isRequested} onClick={() => setRequested(true)}>
          查看
        </Button>
      </Figure>
    );
  return (
    <Figure label="心率" note={heartRate ? `次/分 · ${listTime(heartRate.at)}` : (problem ?? '近 30 天没有')}>
      {heartRate ? Math.round(heartRate.value) : missing}
    </Figure>
  );
}

/** Shows the current state of the device as figures (picture 07b). */
export function CurrentState({ device }: { device: Device }) {
  const { signal, kind, capabilities } = device;
  return (
    <dl className="device-now border-b border-line" aria-label="实时状态">
      <Figure label="电量">
        <Battery {...device} />
      </Figure>
      <Figure label="信号" note={signal !== null && <Signal signal={signal} />}>
        {signal ?? missing}
      </Figure>
      <Heard {...device} />
      <Located {...device} />
      {worn.includes(kind) && can('warn:list') && <Wearing {...device} />}
      {capabilities.includes('heart_rate') && can('archive:list') && <Heart {...device} />}
      <Figure label="固件">{device.firmware ?? missing}</Figure>
      <Card {...device} />
    </dl>
  );
}
