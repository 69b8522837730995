import type { Position } from '#shared/district.ts';

export type MapTheme = 'light' | 'dark';
export type AlarmLevel = 1 | 2 | 3 | 4;
export type MarkerKind = 'alarm' | 'home' | 'contact' | 'station' | 'device';

/** Something with a place. Coordinates are WGS-84. */
export type MapMarker = Position & {
  id: string;
  kind: MarkerKind;
  label: string;
  /** Said after the label in grey, e.g. 「380 m」「有钥匙」. */
  note?: string;
  /** Of an alarm, or of a person whose alarm is open. */
  level?: AlarmLevel;
  /** Radius in metres within which the true place lies. */
  accuracy?: number;
  /** When the position was taken (ISO). */
  at?: string;
  /** Too old to act on: drawn dashed and with its date. */
  stale?: boolean;
};

/** A way or track; `dashed` for one that is planned rather than measured. */
export type MapLine = { id: string; points: Position[]; dashed?: boolean };

/** A fence: a circle (centre and radius in metres) or a polygon; `forbidden` must not be entered, `safe` not be left. */
export type MapZone = { id: string; kind: 'safe' | 'forbidden'; label: string } & (
  | { centre: Position; radius: number }
  | { points: Position[] }
);

export type MapProps = {
  theme: MapTheme;
  markers: readonly MapMarker[];
  lines?: readonly MapLine[];
  zones?: readonly MapZone[];
  /** Where to look; without it the map shows all markers. */
  center?: Position;
  /** Zoom to use with `center`; 16 shows about one metre per pixel. */
  zoom?: number;
  /** Pixels, or any CSS length such as 「100%」. */
  height: number | string;
  /** The chosen marker: raised, and its label never hidden. */
  selectedId?: string;
  onMarkerClick?: (id: string) => void;
  /** A place is wanted: hears of a click on the ground and of where the selected marker is dragged to. */
  onPlace?: (position: Position) => void;
};
