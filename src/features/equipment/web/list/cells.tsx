import type { equipmentApi } from '#features/equipment/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import type { Cells } from '#web/crud/columns.tsx';
import { Moment } from '#web/crud/columns.tsx';
import { labelOf } from '#web/data/dictionary.ts';
import { fullTime, listTime, missing } from '#web/data/format.ts';
import { BatteryGlyph, OnlineGlyph, SignalGlyph } from '#web/ui/icons.tsx';
import { KindIcon } from './KindIcon.tsx';
import { StateSign } from './StateSign.tsx';

export type EquipmentRow = OutputOf<typeof equipmentApi.getEquipmentList>;

/** Percent: at and below it a battery wants looking after. */
export const lowBattery = 20;
/** Percent: at and below it it stops soon; its glyph turns red there, too. */
const emptyBattery = 10;
/** A battery that ends within fewer days stands out, however full it is. */
const fewDays = 3;
/** A SIM card that ends within so many days stands out. */
const soonDays = 30;

const signalLabels = ['弱', '中', '强'];

/** Bars and 强, 中 or 弱 for a signal of 0–100. */
export function Signal({ signal }: { signal: number }) {
  const bars = signal >= 67 ? 3 : signal >= 34 ? 2 : 1;
  return (
    <span className="inline gap-4" title={`${signal}`}>
      <SignalGlyph bars={bars} />
      {signalLabels[bars - 1]}
    </span>
  );
}

/** How full a battery is and for how long; 外接 for what has none. */
export function Battery({ battery, batteryDays, mains }: Pick<EquipmentRow, 'battery' | 'batteryDays' | 'mains'>) {
  if (battery === null) return mains ? '外接' : missing;
  const low = battery <= lowBattery;
  const tone = battery <= emptyBattery ? ' red' : low ? ' amber' : '';
  return (
    <span className={`inline gap-4${tone}`}>
      <BatteryGlyph percent={battery} size={18} />
      {battery}%{low && ' 低'}
      {batteryDays !== null && (
        <small className={batteryDays < fewDays ? 'f12 amber bold' : 'f12 faint'}>约 {batteryDays} 天</small>
      )}
    </span>
  );
}

/** 在线 and its four opposites, with since when something is away. */
export function Online({ online, offlineSince }: Pick<EquipmentRow, 'online' | 'offlineSince'>) {
  const tone = online === 'offline' ? ' red' : online === 'unknown' ? ' amber' : '';
  const since = online === 'offline' && offlineSince ? `${fullTime(offlineSince)} 起离线` : undefined;
  return (
    <span className={`inline gap-6${tone}`} title={since}>
      <OnlineGlyph online={online} />
      {labelOf('online', online)}
    </span>
  );
}

/** A day on which something ends: it stands out from a month before. */
export function Ending({ day, now }: { day: string | null; now: number }) {
  if (day === null) return missing;
  const soon = Date.parse(day) - now < soonDays * 86_400_000;
  return soon ? <b className="amber">{day}</b> : day;
}

/** Only exceptions carry colour (picture 07). */
export const cells: Cells<EquipmentRow> = {
  name: ({ id, name }) => (
    <a className="clip ink bold" href={`#/equipment/list/${id}`}>
      {name}
    </a>
  ),
  kind: ({ kind }) => (
    <span className="inline gap-6">
      <KindIcon kind={kind} />
      <span className="clip">{labelOf('device_kind', kind)}</span>
    </span>
  ),
  sn: ({ sn, imei }) => <span className="mono">{imei ?? sn}</span>,
  gatewayName: ({ gatewayId, gatewayName }) =>
    gatewayId ? <a href={`#/equipment/list/${gatewayId}`}>{gatewayName}</a> : missing,
  customerName: ({ customerId, customerName }) =>
    customerId ? (
      <a className="ink" href={`#/customer/list/${customerId}`}>
        {customerName}
      </a>
    ) : (
      <span className="faint">未绑定</span>
    ),
  online: (row) => <Online {...row} />,
  battery: (row) => <Battery {...row} />,
  signal: ({ signal }) => (signal === null ? missing : <Signal signal={signal} />),
  lastSeenAt: ({ lastSeenAt, online }) =>
    lastSeenAt === null ? (
      missing
    ) : (
      <time className={online === 'offline' ? 'red' : undefined} title={fullTime(lastSeenAt)}>
        {listTime(lastSeenAt)}
      </time>
    ),
  lastDataAt: ({ lastDataAt }) => (lastDataAt === null ? missing : <Moment at={lastDataAt} />),
  simExpireDate: ({ simExpireDate }) =>
    simExpireDate === null ? missing : <Ending day={simExpireDate} now={Date.now()} />,
  state: ({ state }) => <StateSign state={state} />,
};
