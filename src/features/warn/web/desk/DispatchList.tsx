import { warnApi } from '#features/warn/contract.ts';
import type { DispatchState } from '#shared/codes.ts';
import { listTime, spacedPhone } from '#web/format.ts';
import { call } from '#web/request.ts';
import { dispatchKinds, dispatchStates } from '#web/words.ts';
import { distanceText } from './markers.ts';
import type { NearbyHelp, WarnDetail, WarnDispatch } from './types.ts';
import type { RunAction } from './useAction.ts';

const ladder: readonly DispatchState[] = ['sent', 'accepted', 'on_way', 'arrived', 'done'];

interface RunningProps {
  dispatch: WarnDispatch;
  disabled: boolean;
  onState: (state: DispatchState) => void;
}

/** One dispatch: the states it has passed, the one it is in, and those it can still be put into by a click. */
function Running({ dispatch, disabled, onState }: RunningProps) {
  const at = ladder.indexOf(dispatch.state);
  const over = dispatch.state === 'done' || dispatch.state === 'cancelled';
  return (
    <li className="dispatch">
      <div>
        <b>{dispatch.name}</b>
        <span className="quiet">{dispatchKinds[dispatch.kind]}</span>
        {dispatch.phone !== null && <a href={`tel:${dispatch.phone}`}>{spacedPhone(dispatch.phone)}</a>}
        <time className="quiet" dateTime={dispatch.sentAt}>
          {listTime(dispatch.sentAt)}
        </time>
      </div>
      <fieldset className="dispatch-states" aria-label={`${dispatch.name}的进展`}>
        {dispatch.state === 'cancelled' && <span className="current">已取消</span>}
        {dispatch.state !== 'cancelled' &&
          ladder.map((state, index) => (
            <button
              key={state}
              type="button"
              className={index === at ? 'current' : index < at ? 'passed' : ''}
              aria-pressed={index === at}
              disabled={disabled || over || index <= at}
              onClick={() => onState(state)}
            >
              {dispatchStates[state]}
            </button>
          ))}
        {!over && (
          <button type="button" className="cancel" disabled={disabled} onClick={() => onState('cancelled')}>
            取消
          </button>
        )}
      </fieldset>
      {dispatch.note !== null && dispatch.note !== '' && <p className="quiet">{dispatch.note}</p>}
    </li>
  );
}

interface Props {
  detail: WarnDetail;
  disabled: boolean;
  why: string | null;
  run: RunAction;
  /** Opens the form of a new dispatch, filled with someone nearby. */
  onDispatch: (to: NearbyHelp) => void;
}

/** Said where nobody stands near enough to be sent. */
function withoutHelp({ nearest }: WarnDetail): string {
  const far = nearest === null ? '' : `（最近的是${nearest.name}，${distanceText(nearest.distance)}）`;
  return `附近没有登记的服务站${far}，可手工派单`;
}

/** Who is on the way, and who nearby can still be sent. */
export function DispatchList({ detail, disabled, why, run, onDispatch }: Props) {
  const sent = new Set(
    detail.dispatches.filter((dispatch) => dispatch.state !== 'cancelled').map((dispatch) => dispatch.name),
  );
  const free = detail.nearby.filter((place) => !sent.has(place.name));
  const move = (dispatchId: string, state: DispatchState) =>
    void run(() => call(warnApi.updateWarnDispatch, { id: detail.id, dispatchId, state }));
  return (
    <section className="dispatches" aria-label="派单">
      <h3 className="section-head">
        派单 <small>就近可派</small>
      </h3>
      <ul>
        {detail.dispatches.map((dispatch) => (
          <Running
            key={dispatch.id}
            dispatch={dispatch}
            disabled={disabled}
            onState={(state) => move(dispatch.id, state)}
          />
        ))}
        {free.map((place) => (
          <li key={`${place.kind}${place.name}`} className="nearby">
            <b>{place.name}</b>
            <span className="quiet">{distanceText(place.distance) ?? '距离不详'}</span>
            <span className="quiet">{dispatchKinds[place.kind]}</span>
            <button
              type="button"
              className="button small"
              disabled={disabled}
              title={why ?? ''}
              onClick={() => onDispatch(place)}
            >
              {detail.dispatches.length > 0 ? '加派' : '派单'}
            </button>
          </li>
        ))}
      </ul>
      {detail.nearby.length === 0 && <p className="desk-none">{withoutHelp(detail)}</p>}
    </section>
  );
}
