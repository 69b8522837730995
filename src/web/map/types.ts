import type { Map as GlMap } from 'maplibre-gl';
import type { ReactNode } from 'react';
import type { Position } from '#shared/district.ts';
import type { Camera } from './camera/camera.ts';

export type MapTheme = 'light' | 'dark';
export type AlarmLevel = 1 | 2 | 3 | 4;
export type MarkerKind = 'alarm' | 'home' | 'contact' | 'station' | 'device' | 'installed';

/** A marker with a position. Coordinates are WGS-84. */
export type MapMarker = Position & {
  id: string;
  kind: MarkerKind;
  label: string;
  /** Grey text after the label, e.g. 「380 m」「有钥匙」. */
  note?: string;
  /** Level of a warn, or of a customer's open warn. */
  level?: AlarmLevel;
  /** Radius in metres around the true position. */
  accuracy?: number;
  /** When the position was taken (ISO). */
  at?: string;
  /** Too old to act on: drawn dashed and with its date. */
  stale?: boolean;
  /** Second line of the label, instead of accuracy and date. */
  detail?: string;
  /** Counted in a pile like a device, whatever its kind and level. */
  quiet?: true;
};

/** Looks of people in a crowd, the worst first: a pile has the worst of its members. */
export const crowdLooks = ['alarm', 'lost', 'outside', 'stale', 'fresh', 'installed', 'home'] as const;
export type CrowdLook = (typeof crowdLooks)[number];

/** One person of a crowd; a changed person is a new object. */
export type CrowdPoint = Position & {
  /** A decimal number below 2^53. */
  id: string;
  look: CrowdLook;
  /** Shown beside the sign where there is room. */
  name?: string;
};

/** A track; `dashed` for a planned rather than a measured one. */
export type MapLine = { id: string; points: Position[]; dashed?: boolean };

/**
 * A fence: a circle (centre and radius in metres), a polygon, or a corridor (`width` in metres); entering `forbidden` or leaving `safe` is a violation.
 */
export type MapZone = { id: string; kind: 'safe' | 'forbidden'; label: string } & (
  | { centre: Position; radius: number }
  | { points: Position[]; width?: number }
);

export type MapProps = {
  theme: MapTheme;
  markers: readonly MapMarker[];
  lines?: readonly MapLine[];
  zones?: readonly MapZone[];
  /** Centre of the view; without it the map shows all markers. */
  center?: Position;
  /** Zoom with `center`; 16 shows about one metre per pixel. */
  zoom?: number;
  /** Pixels, or any CSS length such as 「100%」. */
  height: number | string;
  /** The selected marker: raised, its label is always shown. */
  selectedId?: string;
  onMarkerClick?: (id: string) => void;
  /** Called with the position of a click on the ground or of a drag of the selected marker. */
  onPlace?: (position: Position) => void;
  /** Draws over the ground, above fences and tracks and over their own size; `gl` is absent without WebGL. */
  layer?: (ground: { camera: Camera; gl: GlMap | undefined }) => ReactNode;
};
