import { commandAddress } from '#features/equipmentCommand/contract.ts';
import type { WarnDetail, WarnEquipment } from '#features/warn/web/service.ts';
import { sourceText } from '#features/warnTrack/web/service.ts';
import { can } from '#web/api/session.ts';
import { useNow } from '#web/core/now.ts';
import { onlineStates } from '#web/data/codeLabels.ts';
import { ago, fullTime, listTime } from '#web/data/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { BatteryGlyph, OnlineGlyph } from '#web/ui/icons.tsx';

type Online = keyof typeof onlineStates;

interface RowProps {
  device: WarnEquipment;
  /** Instant that the row describes: that of the map position if this device reported it. */
  at: string | null;
  source: string | null;
  /** Whether the state is that at the end of a closed warn. */
  recorded: boolean;
  /** Whether the warn is about the card of the device. */
  card: boolean;
  now: number;
}

function ageText({ at, source, recorded, now }: RowProps): string | null {
  if (at === null) return recorded ? source : '从未上线';
  return [source, recorded ? listTime(at) : ago(now - Date.parse(at))].filter(Boolean).join(' · ');
}

function State({ device, recorded }: Pick<RowProps, 'device' | 'recorded'>) {
  const online = (device.online in onlineStates ? device.online : 'unknown') as Online;
  if (recorded && online === 'unknown' && device.lastSeenAt === null)
    return <span className="quiet">当时的状态没有留存</span>;
  return (
    <>
      <span className="inline-flex items-center gap-1">
        <OnlineGlyph online={online} />
        {onlineStates[online]}
      </span>
      {device.battery !== null && (
        <span className="inline-flex items-center gap-1">
          <BatteryGlyph percent={device.battery} size={18} />
          {device.battery}%
        </span>
      )}
      {recorded && device.signal !== null && <span className="quiet">信号 {device.signal}%</span>}
    </>
  );
}

function DeviceRow(props: RowProps) {
  const { device, recorded, card, at } = props;
  return (
    <li className="flex items-center flex-wrap gap-x-2 px-4 py-1 whitespace-nowrap text-[13px] border-b border-line">
      <b className="flex-none text-sm">{device.name}</b>
      <span className="quiet line-clamp-2 whitespace-normal">
        {[device.modelName, device.position].filter(Boolean).join(' ')}
      </span>
      <State device={device} recorded={recorded} />
      <span className="quiet" title={fullTime(at)}>
        {ageText(props)}
      </span>
      {!recorded && can('equipment:command') && (
        <Button
          kind="link"
          aria-label={`给 ${device.name} 下发指令`}
          onClick={() => {
            location.hash = commandAddress(location.hash, [device.id]);
          }}
        >
          指令
        </Button>
      )}
      {recorded && can('equipment:list') && (
        <a href={`#/equipment/list?keyword=${encodeURIComponent(device.sn)}`}>现在的设备</a>
      )}
      {card && can('equipment:list') && (
        <a href={`#/equipment/list/sim?keyword=${encodeURIComponent(device.sn)}`}>流量卡</a>
      )}
    </li>
  );
}

/**
 * Record of a closed warn: when its facts were stored, the device state when it rang, and a link to the customer today.
 */
function Record({ detail }: { detail: WarnDetail }) {
  const { keptAt, raisedDevice: then, customerId, customerName } = detail;
  if (keptAt === null) return null;
  const parts = then && [
    `告警时 ${then.name}`,
    then.wearer !== null && `佩戴 ${then.wearer}`,
    then.online !== null && (then.online ? onlineStates.online : onlineStates.offline),
    then.battery !== null && `电量 ${then.battery}%`,
    then.signal !== null && `信号 ${then.signal}%`,
  ];
  return (
    <p className="quiet">
      {[`以上为 ${listTime(keptAt)} 结束时的记录`, ...(parts ?? [])].filter(Boolean).join(' · ')}
      {customerId !== null && can('customer:list') && (
        <>
          {' · '}
          <a href={`#/customer/list?keyword=${encodeURIComponent(customerName ?? '')}`}>现在的客户资料</a>
        </>
      )}
    </p>
  );
}

/** Ringing device first, then the customer's others: state, battery and age; for a closed warn as it was at its end. */
export function DeviceRows({ detail }: { detail: WarnDetail }) {
  const now = useNow(10_000);
  const { position, keptAt, type, equipment } = detail;
  const devices = [...(equipment === null ? [] : [equipment]), ...detail.otherEquipment];
  const row = (device: WarnEquipment) => {
    const placed = position !== null && position.equipmentId === device.id ? position : null;
    const source = placed && sourceText(placed.source);
    const at = placed?.at ?? device.lastSeenAt;
    const card = type === 'sim' && device === equipment;
    return <DeviceRow key={device.id} {...{ device, now, card, at, source }} recorded={keptAt !== null} />;
  };
  return (
    <>
      {devices.length === 0 && <p className="px-4 py-2 text-text3 border-b border-line">没有绑定设备</p>}
      {devices.length > 0 && (
        <ul className="device-rows" aria-label="设备">
          {devices.map(row)}
        </ul>
      )}
      <Record detail={detail} />
    </>
  );
}
