import type { ReactNode } from 'react';
import type { Position } from '#shared/district.ts';
import type { Camera } from '../camera/camera.ts';
import type { CrowdPoint, MapLine, MapMarker, MapTheme, MapZone } from '../types.ts';

export type CrowdMapProps = {
  theme: MapTheme;
  /** Quiet people, drawn in WebGL; undefined until they have loaded. */
  crowd: readonly CrowdPoint[] | undefined;
  /** Markers with labels, at most 100. */
  markers: readonly MapMarker[];
  lines?: readonly MapLine[];
  zones?: readonly MapZone[];
  /** Draws over the ground, below markers, fences and tracks. */
  layer?: ((camera: Camera) => ReactNode) | undefined;
  selectedId?: string | undefined;
  /** Each new object brings its position into view. */
  focus?: Readonly<Position> | undefined;
  /** The view stays centred on this position. */
  followed?: Readonly<Position> | undefined;
  onChoose: (id: string) => void;
  onHover: (id: string | null) => void;
  /** Called with the people of a pile that the last zoom does not open. */
  onPile: (ids: string[]) => void;
  /** Called with the few people in view, close enough, who are in no pile: they can get names. */
  onSingles: (ids: string[]) => void;
  /** Top left part of the map that a panel covers, px: `focus` is not shown there. */
  covered?: { width: number; height: number } | undefined;
  /** Called when the user moves the map. */
  onUserMove: () => void;
};
