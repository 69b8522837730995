import type { TriedEvent, TriedFix } from '#shared/place/simulate.ts';
import { projectNear, type Viewport } from '#web/map/camera/projection.ts';
import { shortStamp } from '../trial/stamp.ts';

interface Props {
  viewport: Viewport;
  /** Alarms in the order of time; their places are their numbers. */
  rings: readonly TriedEvent[];
  /** Fixes on the wrong side that rang nothing, because no second one confirmed them. */
  lone: readonly TriedFix[];
  zone: string;
}

/** Alarms and lone fixes with a callout; more than this have none. */
const maxCallouts = 6;
const maxLone = 4;

/** Numbered alarms of the try-out on the map, and lone fixes that rang nothing. */
export function EventLayer({ viewport, rings, lone, zone }: Props) {
  return (
    <div className="pointer-events-none absolute inset-0 overflow-hidden" aria-hidden="true">
      {(lone.length > maxLone ? [] : lone).map(({ at, lat, lng }) => {
        const { x, y } = projectNear(viewport, { lat, lng });
        return (
          <div key={at} className="absolute" style={{ transform: `translate(${x}px, ${y}px)` }}>
            <i className="fence-jump absolute" />
            <span className="fence-jump-text absolute text-xs whitespace-nowrap">
              {shortStamp(at, zone).slice(0, 5)} 单点跳出，不报
            </span>
          </div>
        );
      })}
      {[...rings.entries()].map(([i, { at, lat, lng }]) => {
        const { x, y } = projectNear(viewport, { lat, lng });
        return (
          <div key={at} className="absolute" style={{ transform: `translate(${x}px, ${y}px)` }}>
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
