import { warnApi } from '#features/warn/contract.ts';
import './dispatch.css';
import type { DispatchState } from '#shared/codes.ts';
import { call } from '#web/call/request.ts';
import { listTime, spacedPhone } from '#web/data/format.ts';
import { dispatchKinds, dispatchStates } from '#web/data/words.ts';
import { CaseLinkButton } from './CaseLinkButton.tsx';
import type { WarnDispatch } from './types.ts';
import type { RunAction } from './useAction.ts';

const ladder: readonly DispatchState[] = ['sent', 'accepted', 'on_way', 'arrived', 'done'];

interface Props {
  warnId: string;
  dispatch: WarnDispatch;
  disabled: boolean;
  run: RunAction;
}

/** One dispatch: the states it has passed, the one it is in, and those it can still be put into by a click. */
export function DispatchRow({ warnId, dispatch, disabled, run }: Props) {
  const at = ladder.indexOf(dispatch.state);
  const over = dispatch.state === 'done' || dispatch.state === 'cancelled';
  const move = (state: DispatchState) =>
    void run(() => call(warnApi.updateWarnDispatch, { id: warnId, dispatchId: dispatch.id, state }));
  return (
    <li className="dispatch pad-y-6 ink">
      <div className="row wrap gap-x-8">
        <b>{dispatch.name}</b>
        <span className="quiet">{dispatchKinds[dispatch.kind]}</span>
        {dispatch.phone !== null && <a href={`tel:${dispatch.phone}`}>{spacedPhone(dispatch.phone)}</a>}
        <time className="quiet" dateTime={dispatch.sentAt}>
          {listTime(dispatch.sentAt)}
        </time>
      </div>
      <fieldset className="dispatch-states row wrap gap-x-8 slim" aria-label={`${dispatch.name}的进展`}>
        {dispatch.state === 'cancelled' && (
          <span className="high-24 pad-x-8 bold f13 l24 teal round-sm on-primary">已取消</span>
        )}
        {dispatch.state !== 'cancelled' &&
          ladder.map((state, index) => (
            <button
              key={state}
              type="button"
              className={`${index === at ? 'bold teal on-primary' : index < at ? 'ink' : 'faint'} high-24 pad-x-8 f13 l24 round-sm`}
              aria-pressed={index === at}
              disabled={disabled || over || index <= at}
              onClick={() => move(state)}
            >
              {dispatchStates[state]}
            </button>
          ))}
        {!over && <CaseLinkButton name={dispatch.name} input={{ warnId, dispatchId: dispatch.id }} />}
        {!over && (
          <button
            type="button"
            className="push high-24 pad-x-8 f13 l24 soft round-sm"
            disabled={disabled}
            onClick={() => move('cancelled')}
          >
            取消
          </button>
        )}
      </fieldset>
      {dispatch.note !== null && dispatch.note !== '' && <p className="quiet">{dispatch.note}</p>}
    </li>
  );
}
