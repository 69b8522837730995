import type { TriedEvent } from '#shared/place/simulate.ts';
import { projectNear, type Viewport } from '#web/map/camera/projection.ts';
import { shortStamp } from '../trial/stamp.ts';

interface Props {
  viewport: Viewport;
  /** Alarms in the order of time; their places are their numbers. */
  rings: readonly TriedEvent[];
  zone: string;
}

/** Alarms with a callout; more than this have the number alone. */
const maxCallouts = 6;

/** Numbered alarms of the try-out on the map. */
export function EventLayer({ viewport, rings, zone }: Props) {
  return (
    <div className="pointer-events-none absolute inset-0 overflow-hidden" aria-hidden="true">
      {[...rings.entries()].map(([i, { at, lat, lng }]) => {
        const { x, y } = projectNear(viewport, { lat, lng });
        return (
          <div key={at} className="fence-event absolute" style={{ transform: `translate(${x}px, ${y}px)` }}>
            <b className="fence-number">{i + 1}</b>
            {rings.length <= maxCallouts && (
              <span className="fence-callout absolute px-2 rounded-sm text-xs whitespace-nowrap">
                {shortStamp(at, zone)} 会报
              </span>
            )}
          </div>
        );
      })}
    </div>
  );
}
