import type { WarnDetail } from '#features/warn/web/service.ts';
import { sourceText } from '#features/warnTrack/web/service.ts';
import { onlineStates } from '#web/data/codeLabels.ts';
import { fullTime } from '#web/data/format.ts';
import { vitalsText } from '../customer/vitalsShown.ts';

function placeText({ position, timeZone }: WarnDetail): string | null {
  if (position === null) return null;
  const spot = position.address ?? `${position.lat.toFixed(5)}, ${position.lng.toFixed(5)}`;
  return `${spot}（${sourceText(position.source)} ${fullTime(position.at, timeZone)}）`;
}

/** Returns the state of the ringing device: at the end of a closed warn, else now. */
function deviceText({ equipment, keptAt, raisedDevice, timeZone }: WarnDetail): string | null {
  if (equipment === null) return null;
  const { modelName, online, battery, signal } = equipment;
  const then = raisedDevice?.battery ?? null;
  const parts = [
    modelName,
    (onlineStates as Record<string, string>)[online],
    battery !== null && `电量 ${battery}%`,
    signal !== null && `信号 ${signal}%`,
    then !== null && `告警时电量 ${then}%`,
    raisedDevice?.wearer && `佩戴 ${raisedDevice.wearer}`,
  ];
  return `${parts.filter(Boolean).join('，')}${keptAt === null ? '' : `（${fullTime(keptAt, timeZone)} 结束时）`}`;
}

/** Returns 位置, 体征, 设备 and 事件报告 of the warn, by title. */
export function recordPairs(detail: WarnDetail): readonly (readonly [string, string | null])[] {
  return [
    ['位置', placeText(detail)],
    ['体征', vitalsText(detail.readings, detail.timeZone)],
    ['设备状态', deviceText(detail)],
    ['事件报告', detail.incidentReport],
  ];
}
