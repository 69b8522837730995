import type { NearbyHelp, RunAction, WarnDetail } from '#features/warn/web/service.ts';
import { dispatchKinds } from '#web/data/codeLabels.ts';
import { distanceText } from '#web/data/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { DispatchRow } from './DispatchRow.tsx';

interface Props {
  detail: WarnDetail;
  disabled: boolean;
  reason: string | null;
  run: RunAction;
  /** Opens the form of a new dispatch with a nearby responder filled in. */
  onDispatch: (to: NearbyHelp) => void;
}

/** Returns the text shown when no responder is nearby. */
function withoutHelp({ nearest }: WarnDetail): string {
  const far = nearest === null ? '' : `（最近的是${nearest.name}，${distanceText(nearest.distance)}）`;
  return `附近没有登记的服务站${far}，可手工派单`;
}

/** Responders on the way, and those nearby who can be dispatched. */
export function DispatchList({ detail, disabled, reason, run, onDispatch }: Props) {
  const sent = new Set(
    detail.dispatches.filter((dispatch) => dispatch.state !== 'cancelled').map((dispatch) => dispatch.name),
  );
  const free = detail.nearby.filter((place) => !sent.has(place.name));
  return (
    <section className="px-4 py-2.5 border-b border-line" aria-label="派单">
      <h3 className="title-line">
        派单 <small className="text-[13px]">就近可派</small>
      </h3>
      <ul>
        {detail.dispatches.map((dispatch) => (
          <DispatchRow key={dispatch.id} warn={detail} dispatch={dispatch} disabled={disabled} run={run} />
        ))}
        {free.map((place) => (
          <li key={`${place.kind}${place.name}`} className="min-h-9 flex items-center gap-2">
            <b>{place.name}</b>
            <span className="quiet">{distanceText(place.distance) ?? '距离不详'}</span>
            <span className="quiet">{dispatchKinds[place.kind]}</span>
            <Button
              small
              className="ml-auto"
              disabled={disabled}
              title={reason ?? ''}
              onClick={() => onDispatch(place)}
            >
              {detail.dispatches.length > 0 ? '加派' : '派单'}
            </Button>
          </li>
        ))}
      </ul>
      {detail.nearby.length === 0 && <p className="py-2 text-text3">{withoutHelp(detail)}</p>}
    </section>
  );
}
