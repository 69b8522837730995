import { MapPin } from 'lucide-react';
import { useMemo } from 'react';
import { ago, fullTime } from '#web/format.ts';
import { LazyMap } from '#web/map/LazyMap.tsx';
import { useNow } from '#web/now.ts';
import { useTheme } from '#web/theme.ts';
import { caseMarkers, sourceText } from './markers.ts';
import type { WarnDetail } from './types.ts';

/** Height of the map in px; the rest of the column is the work to do. */
const usualHeight = 220;

/** The words of the place: they stand where the map does not. */
function PlaceText({ detail, now }: { detail: WarnDetail; now: number }) {
  const { position, customer } = detail;
  if (position === null)
    return <p className="place">{customer === null ? '没有定位，也没有登记地址' : '没有定位，按登记地址处理'}</p>;
  const coordinates = `${position.lat.toFixed(5)}, ${position.lng.toFixed(5)}`;
  return (
    <p className="place">
      <MapPin size={14} aria-hidden="true" />
      <a href={`geo:${position.lat},${position.lng}`} title="在地图应用中打开">
        {position.address ?? coordinates}
      </a>
      <span className="quiet" title={fullTime(position.at)}>
        {ago(now - Date.parse(position.at))}
      </span>
    </p>
  );
}

/** Last position, home and the help nearby. Address and link stand with or without the map. */
export function CaseMap({ detail, height = usualHeight }: { detail: WarnDetail; height?: number }) {
  const theme = useTheme();
  const now = useNow(10_000);
  const minute = Math.floor(now / 60_000);
  const markers = useMemo(() => caseMarkers(detail, minute * 60_000), [detail, minute]);
  const { position, customer } = detail;
  return (
    <section className="case-map" aria-label="位置">
      {markers.length > 0 && (
        <LazyMap
          theme={theme}
          markers={markers}
          height={height}
          selectedId={position === null ? 'home' : 'position'}
          address={position?.address ?? customer?.address}
          mode={position === null ? undefined : sourceText(position.source)}
        />
      )}
      {(position === null || position.address !== null || markers.length === 0) && (
        <PlaceText detail={detail} now={now} />
      )}
    </section>
  );
}
