import { MapPin } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Access, WarnDetail, WarnTrack } from '#features/warn/web/service.ts';
import { useNow } from '#web/core/now.ts';
import { useTheme } from '#web/core/theme.ts';
import { ago, fullTime, listTime } from '#web/data/format.ts';
import { LazyMap } from '#web/map/LazyMap.tsx';
import { LocateBar } from './LocateBar.tsx';
import { caseMarkers, homeText, sourceText } from './markers.ts';
import { NoLocationConsent, noLocationText } from './NoLocationConsent.tsx';
import { OtherSourcePosition } from './OtherSourcePosition.tsx';
import { waypoints } from './track.ts';
import type { Located } from './useLocated.ts';

/** Height of the map in px; the rest of the column is for actions. */
const usualHeight = 220;

function withoutPosition(detail: WarnDetail): string {
  const { customer, customerId, locationConsent } = detail;
  if (!detail.whole && detail.finishedAt !== null) return '告警已结束，位置和住址已隐藏';
  const reason = noLocationText(locationConsent) ?? '没有定位';
  if (customer !== null) return `${reason}，按${customer.inBed ? '床位' : '登记地址'}处理`;
  return customerId === null ? '没有定位，也没有登记地址' : '位置须有「接警与处理」的权限';
}

/** Position as text, also without a map. */
function PlaceText({ detail, now }: { detail: WarnDetail; now: number }) {
  const { position } = detail;
  if (position === null) return <p className="place">{withoutPosition(detail)}</p>;
  const coordinates = `${position.lat.toFixed(5)}, ${position.lng.toFixed(5)}`;
  return (
    <p className="place">
      <MapPin size={14} aria-hidden="true" />
      <a href={`geo:${position.lat},${position.lng}`} title="在地图应用中打开">
        {position.address ?? coordinates}
      </a>
      <span className="quiet" title={fullTime(position.at)}>
        {detail.keptAt === null ? ago(now - Date.parse(position.at)) : listTime(position.at)}
      </span>
    </p>
  );
}

interface Props {
  access: Access;
  place: Located;
  height?: number;
  /** False: another part of the screen draws the place; here it is text. */
  drawn?: boolean;
}

function useTrackLines(track: WarnTrack | null, shown: boolean) {
  return useMemo(() => {
    const points = shown && track !== null ? waypoints(track.points) : [];
    return points.length > 1 ? [{ id: 'track', points }] : [];
  }, [track, shown]);
}

/**
 * Map of last position, home and nearby help, on demand the track of 24 hours. Address and link do not need the map.
 */
export function WarnMap({ access, place, height = usualHeight, drawn = true }: Props) {
  const { detail, track, locate } = place;
  const theme = useTheme();
  const live = useNow(10_000);
  // For a closed warn ages are computed at its end.
  const now = detail.keptAt === null ? live : Date.parse(detail.keptAt);
  const minute = Math.floor(now / 60_000);
  const open = access.claim || access.assist;
  const [shown, setShown] = useState(false);
  const markers = useMemo(() => caseMarkers(detail, minute * 60_000), [detail, minute]);
  const lines = useTrackLines(track, shown);
  const { position, customer } = detail;
  return (
    <section aria-label="位置">
      {drawn && markers.length > 0 && (
        <LazyMap
          theme={theme}
          markers={markers}
          lines={lines}
          height={height}
          selectedId={position === null ? 'home' : 'position'}
          address={position?.address ?? (customer ? homeText(customer) : undefined)}
          mode={position === null ? undefined : sourceText(position.source)}
        />
      )}
      {(!drawn || position === null || position.address !== null || markers.length === 0) && (
        <PlaceText detail={detail} now={now} />
      )}
      <OtherSourcePosition other={detail.otherPosition} />
      {open && <NoLocationConsent detail={detail} />}
      {open && (
        <LocateBar
          detail={detail}
          track={track}
          disabled={!access.assist}
          reason={access.reason}
          shown={shown}
          onShow={setShown}
          onLocate={locate}
        />
      )}
    </section>
  );
}
