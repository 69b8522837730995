import type { ReactNode } from 'react';
import type { AlarmLevel, MapMarker } from '../types.ts';

/** Level signs as in lists, distinguished by shape, then mark, then colour (look.md §2). */
const levelShapes: Record<AlarmLevel, ReactNode> = {
  1: <path d="M-4.8-11.5h9.6l6.7 6.7v9.6l-6.7 6.7h-9.6l-6.7-6.7v-9.6z" />,
  2: <path d="M0-11.5 12.4 9.8h-24.8z" />,
  3: <path d="M0-13 13 0 0 13-13 0z" />,
  4: <circle r="11.5" />,
};

const levelMarks: Record<AlarmLevel, ReactNode> = {
  1: <path d="M-2.9-5.6V1M2.9-5.6V1M-2.9 5.1v.1M2.9 5.1v.1" />,
  2: <path d="M0-3.4V2.4M0 6.2v.1" />,
  3: <path d="M0-5.6V1M0 5.1v.1" />,
  4: <path d="M0-.8v6.2M0-5.2v.1" />,
};

const kindIcons: Record<'home' | 'contact' | 'station' | 'installed', ReactNode> = {
  home: <path d="M-6-.2 0-5.6 6-.2M-4.2-1.4V5.4h8.4v-6.8M-1.2 5.4V1.8h2.4v3.6" />,
  contact: <path d="M0-.6a2.9 2.9 0 1 0 0-5.8 2.9 2.9 0 0 0 0 5.8M-5.2 6c.5-3 2.5-4.4 5.2-4.4S4.7 3 5.2 6" />,
  installed: <circle r="3" />,
  station: <path d="M0-5.600 5.800-.8V5.600h-11.600V-.8zM0-1.800v4.800M-2.400.600h4.800" />,
};

/** Returns the diameter of a marker's sign in pixels. */
export function signSize(marker: MapMarker): number {
  if (marker.level !== undefined) {
    return marker.kind === 'alarm' ? 28 : 22;
  }
  if (marker.kind === 'device') {
    return marker.stale ? 22 : 17;
  }
  return 24;
}

function SignShape({ marker }: { marker: MapMarker }) {
  if (marker.level !== undefined) {
    return (
      <g className={`map-sign-level level${marker.level}`}>
        {levelShapes[marker.level]}
        <g className="map-sign-mark">{levelMarks[marker.level]}</g>
      </g>
    );
  }
  if (marker.kind === 'device' || marker.kind === 'alarm') {
    return <circle className="map-sign-dot" r="9.5" />;
  }
  return (
    <g className={`map-sign-kind map-sign-${marker.kind}`}>
      {marker.kind === 'station' ? <circle r="12" /> : <rect x="-11.5" y="-11.5" width="23" height="23" rx="5" />}
      {kindIcons[marker.kind]}
    </g>
  );
}

/** Sign of a marker, centred on its position; an old position is dashed. */
export function MarkerSign({ marker }: { marker: MapMarker }) {
  const size = signSize(marker);
  return (
    <svg
      className="map-sign absolute rounded-full"
      width={size}
      height={size}
      viewBox="-14 -14 28 28"
      aria-hidden="true"
    >
      <SignShape marker={marker} />
      {marker.stale && marker.level !== undefined ? <circle className="map-sign-stale" r="13" /> : null}
    </svg>
  );
}
