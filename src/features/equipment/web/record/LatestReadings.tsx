import { equipmentApi } from '#features/equipment/contract.ts';
import { readingLabels } from '#shared/deviceLabels.ts';
import { fullTime, listTime } from '#web/data/format.ts';
import { SectionPart } from '#web/record/SectionPart.tsx';
import { useCall } from '#web/screen/useCall.ts';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import type { SectionProps } from './types.ts';

const order = Object.keys(readingLabels);
/** Returns the display order: as in the labels, systolic before diastolic; unknown kinds last. */
const placeOf = (kind: string): number => (order.includes(kind) ? order.indexOf(kind) : order.length);

/** Shows the newest value of each measured kind; each access is written to the command log. */
export default function LatestReadings({ device: { id } }: SectionProps) {
  const read = useCall(equipmentApi.getEquipmentData, { id });
  return (
    <SectionPart {...read} what="数据">
      {(readings) =>
        readings.length === 0 ? (
          <p className="text-[13px] text-text2">近 30 天没有测量数据。设备上报心率等读数后显示在这里。</p>
        ) : (
          <DescriptionList
            className="device-data"
            columns={3}
            facts={[...readings]
              .sort((a, b) => placeOf(a.kind) - placeOf(b.kind))
              .map(({ kind, value, at }) => {
                const [label, unit] = readingLabels[kind] ?? [kind, ''];
                return [
                  label,
                  <>
                    <b>{Math.round(value * 10) / 10}</b>
                    {unit}{' '}
                    <time className="text-xs text-text3" title={fullTime(at)}>
                      {listTime(at)}
                    </time>
                  </>,
                ] as const;
              })}
          />
        )
      }
    </SectionPart>
  );
}
