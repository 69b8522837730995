import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { AssessmentDetail, ScaleOfPage } from '#features/assessment/contract.ts';
import { type Saver, type SaverView, saverOf } from './saver.ts';
import { baseOf, placesOf } from './saves.ts';

/** Returns the saver of an assessment and its state; newer states of the server are taken over. */
export function useSaver(assessment: AssessmentDetail, scale: ScaleOfPage): [Saver, SaverView] {
  const base = useMemo(() => baseOf(assessment), [assessment]);
  const saver = saverOf(assessment.id, base, placesOf(scale));
  const view = useSyncExternalStore(saver.subscribe, saver.view);
  useEffect(() => saver.rebase(base), [saver, base]);
  return [saver, view];
}
