import { useEffect, useEffectEvent, useRef } from 'react';
import { savedVersion } from '#features/assessmentForm/web/service.ts';
import { resets } from '#web/live/client.ts';
import { useLive } from '#web/live/live.ts';
import type { LiveEvent } from '#web/live/protocol.ts';

/** Event of a changed assessment. */
type AssessmentEvent = LiveEvent & { assessment?: { id?: string; version?: number } };

/** Delay of a reload, ms: the answer of an own save comes meanwhile, and quick changes of others go together. */
const delayMs = 300;

/**
 * Calls `reload` after changes of the assessment that this page did not make itself; of a page in the background when it
 * comes to the front.
 */
export function useAssessmentEvents(id: string, reload: () => void, active: boolean): void {
  const stale = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const newest = useRef(0);
  const load = useEffectEvent(() => {
    timer.current = undefined;
    stale.current = !active;
    if (active) reload();
  });
  const soon = useEffectEvent((version: number) => {
    newest.current = Math.max(newest.current, version);
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      if (savedVersion(id) < newest.current) load();
    }, delayMs);
  });
  useLive((event: AssessmentEvent) => {
    const { assessment } = event;
    if (assessment?.id === id) soon(assessment.version ?? Number.POSITIVE_INFINITY);
  });
  useEffect(() => resets.on(() => load()), []);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (active && stale.current) load();
  }, [active]);
}
