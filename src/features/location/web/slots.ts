import type { MapLine, MapMarker, MapZone } from '#web/map/types.ts';

/** What a panel draws on the map of the screen. */
export interface Drawing {
  lines?: readonly MapLine[];
  markers?: readonly MapMarker[];
  zones?: readonly MapZone[];
}

export interface TrackPanelProps {
  customerId: string;
  name: string;
  /** Replaces what the panel draws; call it with {} to draw nothing. */
  onDraw: (drawing: Drawing) => void;
  onClose: () => void;
}

declare module '#web/screen/manifest.ts' {
  interface WebSlots {
    /** Panel below the map with the track of a person; one feature fills it. */
    locationTrack: Slot<TrackPanelProps>;
    /** Button of the chosen person, above the map: 分享给家属, 走失. */
    locationTool: Slot<{ customerId: string; name: string; lostWarnId: string | null }>;
  }
}
