import type { equipmentApi } from '#features/equipment/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { can } from '#web/api/session.ts';
import type { Cells } from '#web/crud/columns.tsx';
import { Moment } from '#web/crud/columns.tsx';
import { labelOf } from '#web/data/dictionary.ts';
import { fullTime, listTime, missing } from '#web/data/format.ts';
import { BatteryGlyph, OnlineGlyph, SignalGlyph } from '#web/ui/icons.tsx';
import { KindIcon } from './KindIcon.tsx';
import { StateSign } from './StateSign.tsx';

export type EquipmentRow = OutputOf<typeof equipmentApi.getEquipmentList>;

/** Percent up to which a battery needs attention. */
export const lowBattery = 20;
/** Percent up to which a battery ends soon; its glyph turns red there, too. */
const emptyBattery = 10;
/** Days of remaining battery life below which a cell is highlighted, whatever the level. */
const fewDays = 3;
/** Days before the end from which a SIM card is highlighted. */
const soonDays = 30;

const signalLabels = ['弱', '中', '强'];

/** Shows a signal of 0–100 as bars with 强, 中 or 弱. */
export function Signal({ signal }: { signal: number }) {
  const bars = signal >= 67 ? 3 : signal >= 34 ? 2 : 1;
  return (
    <span className="inline-flex items-center gap-1" title={`${signal}`}>
      <SignalGlyph bars={bars} />
      {signalLabels[bars - 1]}
    </span>
  );
}

/** Shows battery level and remaining days; 外接 on mains. */
export function Battery({ battery, batteryDays, mains }: Pick<EquipmentRow, 'battery' | 'batteryDays' | 'mains'>) {
  if (battery === null) return mains ? '外接' : missing;
  const low = battery <= lowBattery;
  const tone = battery <= emptyBattery ? ' text-level1-text' : low ? ' text-level2-text' : '';
  return (
    <span className={`inline-flex items-center gap-1${tone}`}>
      <BatteryGlyph percent={battery} size={18} />
      {battery}%{low && ' 低'}
      {batteryDays !== null && (
        <small className={batteryDays < fewDays ? 'text-xs text-level2-text font-bold' : 'text-xs text-text3'}>
          约 {batteryDays} 天
        </small>
      )}
    </span>
  );
}

/** Shows 在线 or another online state; for an offline device the start is in the tooltip. */
export function Online({ online, offlineSince }: Pick<EquipmentRow, 'online' | 'offlineSince'>) {
  const tone = online === 'offline' ? ' text-level1-text' : online === 'unknown' ? ' text-level2-text' : '';
  const since = online === 'offline' && offlineSince ? `${fullTime(offlineSince)} 起离线` : undefined;
  return (
    <span className={`inline-flex items-center gap-1.5${tone}`} title={since}>
      <OnlineGlyph online={online} />
      {labelOf('online', online)}
    </span>
  );
}

/** Shows an end date; highlighted from a month before. */
export function Ending({ day, now }: { day: string | null; now: number }) {
  if (day === null) return missing;
  const soon = Date.parse(day) - now < soonDays * 86_400_000;
  return soon ? <b className="text-level2-text">{day}</b> : day;
}

/** Returns the address of a gateway: its own page, or for viewers without it that of a device. */
export const gatewayAddress = (id: string): string => `#/equipment/${can('gateway:list') ? 'gateway' : 'list'}/${id}`;

/** Returns the address of a device's page. */
export const deviceAddress = ({ id, kind }: { id: string; kind: string }): string =>
  kind === 'gateway' ? gatewayAddress(id) : `#/equipment/list/${id}`;

/** Cells of the list; colour marks exceptions only (picture 07). */
export const cells: Cells<EquipmentRow> = {
  name: ({ id, name, kind }) => (
    <a className="truncate text-text font-bold" href={deviceAddress({ id, kind })}>
      {name}
    </a>
  ),
  kind: ({ kind }) => (
    <span className="inline-flex items-center gap-1.5">
      <KindIcon kind={kind} />
      <span className="truncate">{labelOf('device_kind', kind)}</span>
    </span>
  ),
  sn: ({ sn, imei }) => <span className="mono">{imei ?? sn}</span>,
  gatewayName: ({ gatewayId, gatewayName }) =>
    gatewayId ? <a href={gatewayAddress(gatewayId)}>{gatewayName}</a> : missing,
  customerName: ({ customerId, customerName }) =>
    customerId ? (
      <a className="text-text" href={`#/customer/list/${customerId}`}>
        {customerName}
      </a>
    ) : (
      <span className="text-text3">未绑定</span>
    ),
  online: (row) => <Online {...row} />,
  battery: (row) => <Battery {...row} />,
  signal: ({ signal }) => (signal === null ? missing : <Signal signal={signal} />),
  lastSeenAt: ({ lastSeenAt, online }) =>
    lastSeenAt === null ? (
      missing
    ) : (
      <time className={online === 'offline' ? 'text-level1-text' : undefined} title={fullTime(lastSeenAt)}>
        {listTime(lastSeenAt)}
      </time>
    ),
  lastDataAt: ({ lastDataAt }) => (lastDataAt === null ? missing : <Moment at={lastDataAt} />),
  simExpireDate: ({ simExpireDate }) =>
    simExpireDate === null ? missing : <Ending day={simExpireDate} now={Date.now()} />,
  state: ({ state }) => <StateSign state={state} />,
};
