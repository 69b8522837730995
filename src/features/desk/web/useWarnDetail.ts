import { useCallback, useEffect, useRef, useState } from 'react';
import { deskApi } from '#features/desk/contract.ts';
import { releasedRow, type WarnDetail, wentBack } from '#features/warn/web/service.ts';
import { subscribeEnding } from '#web/api/ending.ts';
import { ApiError, callApi } from '#web/api/request.ts';

export type DetailState =
  | { kind: 'loading' }
  /** `problem`: the last refresh failed and the detail may be old. */
  | { kind: 'ready'; detail: WarnDetail; problem: ApiError | null }
  /** Missing or out of scope: the server does not distinguish them. */
  | { kind: 'refused' }
  | { kind: 'broken'; problem: ApiError };

function failedState(previous: DetailState, id: string, problem: ApiError): DetailState {
  if (problem.status === 404) return { kind: 'refused' };
  if (previous.kind === 'ready' && previous.detail.id === id) return { ...previous, problem };
  return { kind: 'broken', problem };
}

function withoutHandler(previous: DetailState): DetailState {
  if (previous.kind !== 'ready' || !wentBack(previous.detail)) return previous;
  return { ...previous, detail: releasedRow(previous.detail) };
}

interface LoadedWarn {
  state: DetailState;
  reload: () => void;
  /** Shows a detail from another answer until the next fetch. */
  replace: (detail: WarnDetail) => void;
}

/**
 * Loads the warn `id`, again whenever `version` (of the row in the live store) exceeds the fetched one. The shown
 * detail stays meanwhile, so that inputs keep text and focus.
 */
export function useWarnDetail(id: string | null, version: number | null): LoadedWarn {
  const [state, setState] = useState<DetailState>({ kind: 'loading' });
  const [round, setRound] = useState(0);
  const seen = useRef<{ id: string; version: number; round: number } | null>(null);

  useEffect(() => {
    if (id === null) return;
    const last = seen.current;
    if (last?.id === id && last.round === round && version !== null && version <= last.version) return;
    const control = new AbortController();
    if (last?.id !== id) setState({ kind: 'loading' });
    callApi(deskApi.getWarn, { id }, { signal: control.signal }).then(
      (detail) => {
        if (control.signal.aborted) return;
        seen.current = { id, version: detail.version, round };
        setState({ kind: 'ready', detail, problem: null });
      },
      (error: unknown) => {
        if (control.signal.aborted || !(error instanceof ApiError)) return;
        setState((previous) => failedState(previous, id, error));
      },
    );
    return () => control.abort();
  }, [id, version, round]);

  useEffect(() => subscribeEnding(() => setState(withoutHandler)), []);

  const reload = useCallback(() => setRound((previous) => previous + 1), []);
  const replace = useCallback((detail: WarnDetail) => setState({ kind: 'ready', detail, problem: null }), []);
  return { state, reload, replace };
}
