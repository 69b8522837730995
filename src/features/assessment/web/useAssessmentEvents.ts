import { useEffect, useEffectEvent, useRef } from 'react';
import { resets } from '#web/live/client.ts';
import { useLive } from '#web/live/live.ts';
import type { LiveEvent } from '#web/live/protocol.ts';

/** Event of a changed assessment. */
type AssessmentEvent = LiveEvent & { assessment?: { id?: string } };

/** Calls `reload` after changes of the assessment; of a page in the background when it comes to the front. */
export function useAssessmentEvents(id: string, reload: () => void, active: boolean): void {
  const stale = useRef(false);
  const load = useEffectEvent(() => {
    stale.current = !active;
    if (active) reload();
  });
  useLive((event: AssessmentEvent) => {
    if (event.assessment?.id === id) load();
  });
  useEffect(() => resets.on(() => load()), []);
  useEffect(() => {
    if (active && stale.current) load();
  }, [active]);
}
