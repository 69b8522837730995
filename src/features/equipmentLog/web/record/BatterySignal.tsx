import { equipmentApi } from '#features/equipment/contract.ts';
import type { SectionProps } from '#features/equipment/web/service.ts';
import { Course, type Point } from '#web/chart/Course.tsx';
import { SectionPart } from '#web/record/SectionPart.tsx';
import { useCall } from '#web/screen/useCall.ts';

const days = 30;

function captionText(what: string, points: readonly Point[], unit: string): string {
  const values = points.map(({ value }) => value);
  const last = values.at(-1);
  if (last === undefined) return `${what}近 ${days} 天没有记录`;
  return `${what}近 ${days} 天：最低 ${Math.min(...values)}${unit}，最高 ${Math.max(...values)}${unit}，最近 ${last}${unit}`;
}

/** Shows battery and signal of the last 30 days as lines, with a text summary. */
export function BatterySignal({ device: { id, mains } }: SectionProps) {
  const read = useCall(equipmentApi.getEquipmentCourse, { id, days });
  return (
    <SectionPart {...read} what="电量与信号">
      {({ battery, signal }) => (
        <div className="device-levels">
          {(!mains || battery.length > 0) && (
            <figure>
              <figcaption className="text-[13px] text-text2">{captionText('电量', battery, '%')}</figcaption>
              <Course points={battery} days={days} label={captionText('电量', battery, '%')} />
            </figure>
          )}
          <figure>
            <figcaption className="text-[13px] text-text2">{captionText('信号', signal, '')}</figcaption>
            <Course points={signal} days={days} label={captionText('信号', signal, '')} />
          </figure>
        </div>
      )}
    </SectionPart>
  );
}
