import type { ReactNode } from 'react';
import { unlocated } from '#shared/codes.ts';
import { labelOf } from '#web/data/dictionary.ts';
import { ago, fullTime, listTime, missing } from '#web/data/format.ts';
import { Battery, Signal } from '../list/cells.tsx';
import { simLink } from '../sim/link.ts';
import type { Device } from './types.ts';

function Figure({ word, note, children }: { word: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt className="f12 soft">{word}</dt>
      <dd className="f16 bold">{children}</dd>
      <dd className="f12 faint">{note}</dd>
    </div>
  );
}

function Heard({ lastSeenAt }: Device) {
  if (lastSeenAt === null) return <Figure word="最近上报">{missing}</Figure>;
  return (
    <Figure word="最近上报" note={ago(Date.now() - Date.parse(lastSeenAt))}>
      <time title={fullTime(lastSeenAt)}>{listTime(lastSeenAt)}</time>
    </Figure>
  );
}

function Located({ place, locationConsent: consent }: Device) {
  const why = consent === null || consent === 'valid' ? undefined : unlocated[consent];
  if (place === null)
    return (
      <Figure word="定位" note={why}>
        {missing}
      </Figure>
    );
  const { source, accuracy, at } = place;
  return (
    <Figure word="定位" note={at ? listTime(at) : undefined}>
      {source && labelOf('position_mode', source)} {accuracy !== null && `±${Math.round(accuracy)} m`}
    </Figure>
  );
}

function Card({ sn, simExpireDate }: Device) {
  if (simExpireDate === null) return <Figure word="SIM 到期">{missing}</Figure>;
  const left = Math.ceil((Date.parse(simExpireDate) - Date.now()) / 86_400_000);
  return (
    <Figure word="SIM 到期" note={left < 0 ? '已到期' : `剩 ${left} 天`}>
      <a className="ink" href={simLink(sn)}>
        {simExpireDate}
      </a>
    </Figure>
  );
}

/** How the device stands now, figure by figure (picture 07b). */
export function Now({ device }: { device: Device }) {
  const { signal } = device;
  return (
    <dl className="device-now line-below" aria-label="实时状态">
      <Figure word="电量">
        <Battery {...device} />
      </Figure>
      <Figure word="信号" note={signal !== null && <Signal signal={signal} />}>
        {signal ?? missing}
      </Figure>
      <Heard {...device} />
      <Located {...device} />
      <Figure word="固件">{device.firmware ?? missing}</Figure>
      <Card {...device} />
    </dl>
  );
}
