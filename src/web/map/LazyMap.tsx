// map: the map.

import { useState } from 'react';
import './map.css';
import type { Position } from '#shared/district.ts';
import { toast } from '#web/message/message.tsx';
import { amapLink } from './gcj02.ts';
import { MapPlaceholder, PositionNote } from './MapPlaceholder.tsx';
import type { MapMarker, MapProps } from './types.ts';
import { useMapChunk, whenIdle } from './useMapChunk.ts';

const loadMapView = () => import('./MapView.tsx');

/** Returns the main marker of the map: the selected one, else the most urgent warn, else the first. */
function subjectOf({ markers, selectedId }: MapProps): MapMarker | undefined {
  const alarms = markers.filter((marker) => marker.kind === 'alarm').sort((a, b) => (a.level ?? 5) - (b.level ?? 5));
  return markers.find((marker) => marker.id === selectedId) ?? alarms[0] ?? markers[0];
}

type LazyMapProps = MapProps & {
  /** Address of the main marker as text; shown at once and kept if the map cannot be loaded. */
  address?: string | undefined;
  /** Positioning method of the main marker: GPS, 北斗, WiFi, LBS, 蓝牙, 手动. */
  mode?: string | undefined;
};

/**
 * A map that is useful before and without its chunk: address, coordinates, accuracy, age and a link are shown at once;
 * the map replaces them in the same box once it is drawn.
 */
export function LazyMap({ address, mode, ...map }: LazyMapProps) {
  const [ready, setReady] = useState(false);
  const { loading, retry } = useMapChunk(loadMapView, whenIdle);
  const subject = subjectOf(map);
  const link = subject ? amapLink(subject, address ?? subject.label) : undefined;
  return (
    <div
      className="map-box text-text overflow-hidden relative"
      data-theme={map.theme}
      data-ready={ready || undefined}
      style={{ height: map.height }}
    >
      {ready ? null : (
        <MapPlaceholder
          subject={subject}
          address={address}
          mode={mode}
          failed={loading.state === 'failed'}
          onRetry={retry}
        />
      )}
      {loading.state === 'loaded' ? (
        <div className="map-layer" data-ready={ready || undefined}>
          <loading.Component {...map} height="100%" link={link} onReady={() => setReady(true)} />
          {subject ? (
            <p className="map-caption pointer-events-none absolute px-2 py-0.5 rounded-sm text-xs leading-4.5 text-text2">
              {subject.at ? <PositionNote subject={subject} mode={mode} /> : null}
              <Coordinates position={subject} />
            </p>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

/**
 * Latitude and longitude in WGS-84 to 0.1 m; a click copies them. If the browser refuses, the text can be selected by
 * hand.
 */
function Coordinates({ position }: { position: Position }) {
  const text = `${position.lat.toFixed(6)}, ${position.lng.toFixed(6)}`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success('坐标已复制');
    } catch {
      toast.warning('浏览器没有允许复制，请选中坐标后复制');
    }
  };
  return (
    <button type="button" className="map-copy block" title="复制坐标（WGS-84）" onClick={() => void copy()}>
      {text}
    </button>
  );
}
