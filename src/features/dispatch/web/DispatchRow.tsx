import { Check } from 'lucide-react';
import { CaseLinkButton } from '#features/caseLink/web/service.ts';
import { dispatchApi } from '#features/dispatch/contract.ts';
import type { RunAction, WarnDetail, WarnDispatch } from '#features/warn/web/service.ts';
import './dispatch.css';
import type { DispatchState } from '#shared/codes.ts';
import { callApi } from '#web/api/request.ts';
import { dispatchKinds, dispatchStates } from '#web/data/codeLabels.ts';
import { listTime, spacedPhone } from '#web/data/format.ts';
import { cancelDispatch } from './cancelDispatch.ts';
import { reportedStates } from './reportedStates.ts';

const dispatchProgress: readonly DispatchState[] = ['sent', 'accepted', 'on_way', 'arrived', 'done'];

interface Props {
  warn: Pick<WarnDetail, 'id' | 'steps'>;
  dispatch: WarnDispatch;
  disabled: boolean;
  run: RunAction;
}

/** Returns the tone of a state: the current one is coloured, an earlier one is dark only if it was reported. */
function toneOf(state: DispatchState, ahead: number, reported: readonly DispatchState[]): string {
  if (ahead === 0) return 'font-bold text-primary-text bg-primary-bg';
  return ahead < 0 && reported.includes(state) ? 'text-text' : 'text-text3';
}

/** Dispatch with its passed and current states, and buttons for the possible next states. */
export function DispatchRow({ warn, dispatch, disabled, run }: Props) {
  const warnId = warn.id;
  const reported = reportedStates(warn.steps, dispatch.id);
  const currentIndex = dispatchProgress.indexOf(dispatch.state);
  const over = dispatch.state === 'done' || dispatch.state === 'cancelled';
  const move = (state: DispatchState) =>
    void run(() => callApi(dispatchApi.updateWarnDispatch, { id: warnId, dispatchId: dispatch.id, state }));
  return (
    <li className="dispatch py-1.5 text-text">
      <div className="flex items-center flex-wrap gap-x-2">
        <b>{dispatch.name}</b>
        <span className="quiet">{dispatchKinds[dispatch.kind]}</span>
        {dispatch.phone !== null && <a href={`tel:${dispatch.phone}`}>{spacedPhone(dispatch.phone)}</a>}
        <time className="quiet" dateTime={dispatch.sentAt}>
          {listTime(dispatch.sentAt)}
        </time>
      </div>
      <fieldset
        className="dispatch-states flex items-center flex-wrap gap-x-2 min-w-0"
        aria-label={`${dispatch.name}的进展`}
      >
        {dispatch.state === 'cancelled' && (
          <span className="h-6 px-2 font-bold text-[13px] leading-6 text-primary-text rounded-sm bg-primary-bg">
            已取消
          </span>
        )}
        {dispatch.state !== 'cancelled' &&
          dispatchProgress.map((state, index) => (
            <button
              key={state}
              type="button"
              className={`${toneOf(state, index - currentIndex, reported)} inline-flex items-center gap-0.75 h-6 px-2 text-[13px] leading-6 rounded-sm`}
              aria-pressed={index === currentIndex}
              title={index < currentIndex && !reported.includes(state) ? '没有上报' : undefined}
              disabled={disabled || over || index <= currentIndex}
              onClick={() => move(state)}
            >
              {index < currentIndex && reported.includes(state) && <Check size={12} aria-hidden="true" />}
              {dispatchStates[state]}
            </button>
          ))}
        {!over && <CaseLinkButton name={dispatch.name} input={{ warnId, dispatchId: dispatch.id }} />}
        {!over && (
          <button
            type="button"
            className="ml-auto h-6 px-2 text-[13px] leading-6 text-text2 rounded-sm"
            disabled={disabled}
            onClick={() => void cancelDispatch(warnId, dispatch, run)}
          >
            取消
          </button>
        )}
      </fieldset>
      {dispatch.note !== null && dispatch.note !== '' && <p className="quiet">{dispatch.note}</p>}
    </li>
  );
}
