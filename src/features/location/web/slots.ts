import type { ReactNode } from 'react';
import type { Camera } from '#web/map/camera/camera.ts';
import type { MapMarker } from '#web/map/types.ts';

/** What a panel draws on the map of the screen, below the markers of the chosen person. */
export type Drawing = (camera: Camera, markers: readonly MapMarker[]) => ReactNode;

export interface TrackPanelProps {
  customerId: string;
  name: string;
  /** Replaces what the panel draws; null draws nothing. */
  onDraw: (drawing: Drawing | null) => void;
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
