import { useSyncExternalStore } from 'react';
import { distance } from '#shared/distance.ts';
import type { Position } from '#shared/district.ts';
import { distanceText } from '#web/data/format.ts';
import type { Camera } from '#web/map/camera/camera.ts';
import { edgeOf } from './edge.ts';
import { placeOf, type Responder } from './useResponders.ts';

interface Props {
  camera: Camera;
  responders: readonly Responder[];
  /** Place of the person. */
  place: Position;
}

/** At the edge of the map: who is on the way from beyond it, and how far from the person. */
export function EdgePointers({ camera, responders, place }: Props) {
  const view = useSyncExternalStore(camera.subscribe, camera.getView);
  return (
    <div className="map-overlay pointer-events-none overflow-hidden">
      {responders.map((responder) => {
        const at = placeOf(responder);
        const edge = at && edgeOf(view, at);
        if (!edge) return null;
        return (
          <div
            key={responder.id}
            className="app-pointer absolute flex items-center gap-1.5 px-2 rounded-md text-[13px] font-bold bg-elevated"
            style={{ left: edge.x, top: edge.y }}
          >
            <span className="truncate">{responder.name}</span>
            {distanceText(distance(at, place))}
            <svg width="10" height="10" viewBox="-5 -5 10 10" aria-hidden="true">
              <path d="M-3-4 4 0-3 4z" fill="currentColor" transform={`rotate(${edge.degrees})`} />
            </svg>
          </div>
        );
      })}
    </div>
  );
}
