import { warnLevels } from '#web/data/codeLabels.ts';
import type { Pixel } from '../camera/projection.ts';
import type { MapMarker, MarkerKind } from '../types.ts';
import { stampText } from './age.ts';
import type { Side } from './labelPlaces.ts';
import { MarkerSign } from './MarkerSign.tsx';

const kindLabels: Record<MarkerKind, string> = {
  alarm: '告警',
  home: '住址',
  contact: '联系人',
  station: '服务站',
  device: '设备',
  installed: '安装位置',
};

/** Returns the grey text after a marker's label: its accuracy and, if old, its date. */
export function markerDetail(marker: MapMarker, now: Date): string {
  if (marker.detail !== undefined) return marker.detail;
  return [
    marker.accuracy === undefined ? '' : `±${Math.round(marker.accuracy)} m`,
    marker.stale && marker.at ? stampText(marker.at, now) : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Returns a marker's name for screen readers. */
function accessibleName(marker: MapMarker, detail: string): string {
  const level = marker.level === undefined ? '' : warnLevels[marker.level];
  const old = marker.stale ? '位置已旧' : '';
  return [`${level}${kindLabels[marker.kind]}`, marker.label, marker.note, detail, old].filter(Boolean).join('，');
}

type Props = {
  marker: MapMarker;
  point: Pixel;
  side: Side | undefined;
  selected: boolean;
  now: Date;
  onClick: ((id: string) => void) | undefined;
};

/** A marker on the map: its sign on the position, its label beside it. */
export function MarkerButton({ marker, point, side, selected, now, onClick }: Props) {
  const detail = markerDetail(marker, now);
  return (
    <button
      type="button"
      className="map-marker"
      data-kind={marker.kind}
      data-level={marker.level}
      data-stale={marker.stale || undefined}
      data-selected={selected || undefined}
      data-side={side ?? 'hidden'}
      data-marker-id={marker.id}
      style={{ transform: `translate(${point.x.toFixed(1)}px, ${point.y.toFixed(1)}px)` }}
      aria-label={accessibleName(marker, detail)}
      onClick={() => onClick?.(marker.id)}
    >
      <MarkerSign marker={marker} />
      {marker.label ? (
        <span
          className="map-label absolute flex items-center gap-x-1.5 px-2 whitespace-nowrap text-[13px] leading-4.5 bg-elevated"
          data-lines={marker.detail === undefined ? undefined : 2}
        >
          <b className="map-name truncate">{marker.label}</b>
          {marker.note ? <span className="map-note text-xs">{marker.note}</span> : null}
          {detail ? <span className="map-detail text-xs text-text2">{detail}</span> : null}
        </span>
      ) : null}
    </button>
  );
}
