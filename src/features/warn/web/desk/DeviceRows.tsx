import { ago, fullTime } from '#web/format.ts';
import { BatteryGlyph, OnlineGlyph } from '#web/icons.tsx';
import { useNow } from '#web/now.ts';
import { onlineStates } from '#web/words.ts';
import { sourceText } from './markers.ts';
import type { WarnDetail, WarnEquipment } from './types.ts';

type Online = keyof typeof onlineStates;

function DeviceRow({ device, source, now }: { device: WarnEquipment; source: string | null; now: number }) {
  const online = (device.online in onlineStates ? device.online : 'unknown') as Online;
  const seen = device.lastSeenAt;
  return (
    <li>
      <b>{device.name}</b>
      <span className="quiet">{[device.modelName, device.position].filter(Boolean).join(' ')}</span>
      <span className="device-state">
        <OnlineGlyph online={online} />
        {onlineStates[online]}
      </span>
      {device.battery !== null && (
        <span className="device-battery">
          <BatteryGlyph percent={device.battery} size={18} />
          {device.battery}%
        </span>
      )}
      <span className="quiet" title={fullTime(seen)}>
        {source !== null && `${source} · `}
        {seen === null ? '从未上线' : ago(now - Date.parse(seen))}
      </span>
    </li>
  );
}

/** The ringing device first, then the others of the person: state, battery and age. */
export function DeviceRows({ detail }: { detail: WarnDetail }) {
  const now = useNow(1000);
  const positionSource = detail.position === null ? null : sourceText(detail.position.source);
  const devices = [...(detail.equipment === null ? [] : [detail.equipment]), ...detail.otherEquipment];
  if (devices.length === 0) return <p className="desk-none">没有绑定设备</p>;
  return (
    <ul className="device-rows" aria-label="设备">
      {devices.map((device) => (
        <DeviceRow
          key={device.id}
          device={device}
          now={now}
          source={device.id === detail.equipment?.id ? positionSource : null}
        />
      ))}
    </ul>
  );
}
