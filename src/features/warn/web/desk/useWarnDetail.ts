import { useCallback, useEffect, useRef, useState } from 'react';
import { warnApi } from '#features/warn/contract.ts';
import { subscribeEnding } from '#web/api/ending.ts';
import { ApiError, callApi } from '#web/api/request.ts';
import { releasedRow } from '../warnRows.ts';
import { wentBack } from '../warnStore.ts';
import type { WarnDetail } from './types.ts';

export type DetailState =
  | { kind: 'loading' }
  /** `problem`: the last refresh failed and the detail may be old. */
  | { kind: 'ready'; detail: WarnDetail; problem: ApiError | null }
  /** Missing, or out of the viewer's scope: the server tells no difference. */
  | { kind: 'refused' }
  | { kind: 'broken'; problem: ApiError };

function failed(before: DetailState, id: string, problem: ApiError): DetailState {
  if (problem.status === 404) return { kind: 'refused' };
  if (before.kind === 'ready' && before.detail.id === id) return { ...before, problem };
  return { kind: 'broken', problem };
}

function withoutHandler(before: DetailState): DetailState {
  if (before.kind !== 'ready' || !wentBack(before.detail)) return before;
  return { ...before, detail: releasedRow(before.detail) };
}

interface WarnCase {
  state: DetailState;
  reload: () => void;
  /** Shows the alarm as it was answered elsewhere, until it is fetched again. */
  replace: (detail: WarnDetail) => void;
}

/**
 * The alarm `id`, fetched again whenever `version` (of the row in the live store) moves past what was fetched.
 * What is on the screen stays there meanwhile, so that no input loses its text or the focus.
 */
export function useWarnDetail(id: string | null, version: number | null): WarnCase {
  const [state, setState] = useState<DetailState>({ kind: 'loading' });
  const [round, setRound] = useState(0);
  const seen = useRef<{ id: string; version: number; round: number } | null>(null);

  useEffect(() => {
    if (id === null) return;
    const last = seen.current;
    if (last?.id === id && last.round === round && version !== null && version <= last.version) return;
    const control = new AbortController();
    if (last?.id !== id) setState({ kind: 'loading' });
    callApi(warnApi.getWarn, { id }, { signal: control.signal }).then(
      (detail) => {
        if (control.signal.aborted) return;
        seen.current = { id, version: detail.version, round };
        setState({ kind: 'ready', detail, problem: null });
      },
      (error: unknown) => {
        if (control.signal.aborted || !(error instanceof ApiError)) return;
        setState((before) => failed(before, id, error));
      },
    );
    return () => control.abort();
  }, [id, version, round]);

  useEffect(() => subscribeEnding(() => setState(withoutHandler)), []);

  const reload = useCallback(() => setRound((before) => before + 1), []);
  const replace = useCallback((detail: WarnDetail) => setState({ kind: 'ready', detail, problem: null }), []);
  return { state, reload, replace };
}
