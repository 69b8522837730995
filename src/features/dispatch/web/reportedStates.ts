import type { WarnStep } from '#features/warn/web/service.ts';
import type { DispatchState } from '#shared/codes.ts';

/** Returns the reported states of a dispatch, without skipped ones. */
export function reportedStates(steps: readonly Pick<WarnStep, 'kind' | 'data'>[], dispatchId: string): DispatchState[] {
  return steps
    .filter(({ kind, data }) => (kind === 'dispatch' || kind === 'dispatch_state') && data.dispatchId === dispatchId)
    .map(({ data }) => data.state as DispatchState);
}
