import { MapPin } from 'lucide-react';
import { useNow } from '#web/core/now.ts';
import { ago } from '#web/data/format.ts';
import { amapLink, geoLink } from './gcj02.ts';
import type { MapMarker } from './types.ts';

/** Method, accuracy and age of a position: 「GPS ±12 m · 12 秒前」; updated together with all ages on the page. */
export function PositionNote({ subject, mode }: { subject: MapMarker; mode: string | undefined }) {
  const now = useNow(10_000);
  const accuracy = subject.accuracy === undefined ? '' : `±${Math.round(subject.accuracy)} m`;
  const way = [mode ?? '', accuracy].filter(Boolean).join(' ');
  return [way, subject.at ? ago(now - Date.parse(subject.at)) : ''].filter(Boolean).join(' · ');
}

function Place({
  subject,
  address,
  mode,
}: {
  subject: MapMarker;
  address: string | undefined;
  mode: string | undefined;
}) {
  return (
    <>
      <p className="text-sm leading-5 text-text">{address ?? subject.label}</p>
      <p>
        {subject.lat.toFixed(6)}, {subject.lng.toFixed(6)}（WGS-84）
      </p>
      <p>
        <PositionNote subject={subject} mode={mode} />
      </p>
      <p className="flex gap-4">
        <a href={amapLink(subject, address ?? subject.label)} target="_blank" rel="noreferrer">
          在高德地图打开
        </a>
        <a className="map-geo" href={geoLink(subject)}>
          用地图应用打开
        </a>
      </p>
    </>
  );
}

type Props = {
  subject: MapMarker | undefined;
  address: string | undefined;
  mode: string | undefined;
  failed: boolean;
  onRetry: () => void;
};

/** Content of the map's box until the map is drawn; kept if it cannot be loaded. */
export function MapPlaceholder({ subject, address, mode, failed, onRetry }: Props) {
  return (
    <div className="map-placeholder flex flex-col items-center justify-center gap-1 p-3 text-center text-xs leading-4.5 text-text3">
      <MapPin size={20} aria-hidden="true" />
      {subject ? (
        <Place subject={subject} address={address} mode={mode} />
      ) : (
        <p className="text-sm leading-5 text-text">{address ?? '没有位置'}</p>
      )}
      <p role="status">
        {failed ? (
          <>
            地图没有载入
            <button type="button" onClick={onRetry}>
              重试
            </button>
          </>
        ) : (
          '地图载入中'
        )}
      </p>
    </div>
  );
}
