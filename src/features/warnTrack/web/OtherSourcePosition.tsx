import { TriangleAlert } from 'lucide-react';
import type { WarnDetail } from '#features/warn/web/service.ts';
import { fullTime, listTime } from '#web/data/format.ts';

/** 另一来源位置: another address sent the device's number; its position is shown next to the warn's own. */
export function OtherSourcePosition({ other }: { other: WarnDetail['otherPosition'] }) {
  if (other === null) return null;
  const { range, place } = other;
  return (
    <p className="place" data-place="other">
      <TriangleAlert size={14} aria-hidden="true" />
      <span>另一来源位置</span>
      {place === null ? (
        <span>没有定位</span>
      ) : (
        <a href={`geo:${place.lat},${place.lng}`} title="在地图应用中打开">
          {`${place.lat.toFixed(5)}, ${place.lng.toFixed(5)}`}
        </a>
      )}
      <span className="quiet" title={place === null ? undefined : fullTime(place.at)}>
        {[range && `来自 ${range}`, place && listTime(place.at)].filter(Boolean).join(' · ')}
      </span>
    </p>
  );
}
