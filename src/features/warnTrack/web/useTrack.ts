import { useCallback, useEffect, useRef, useState } from 'react';
import type { RunAction, WarnDetail, WarnTrack } from '#features/warn/web/service.ts';
import { warnTrackApi } from '#features/warnTrack/contract.ts';
import { callApi } from '#web/api/request.ts';
import { now } from '#web/core/now.ts';
import { isLocating } from './track.ts';

/** Poll intervals of the track, ms: `fastPollMs` while a device's answer is awaited. */
const fastPollMs = 2000;
const slowPollMs = 20_000;

export interface TrackState {
  /** Null until the server has answered, and for viewers without permission. */
  track: WarnTrack | null;
  locate: () => Promise<boolean>;
}

/**
 * Returns the customer's track and position, refreshed while `watched` (an open warn shown to a user who claims warns).
 * Reloads with each version of the warn: a consent may have been withdrawn.
 */
export function useTrack({ id, version }: WarnDetail, watched: boolean, run: RunAction): TrackState {
  const [track, setTrack] = useState<WarnTrack | null>(null);
  const busy = track !== null && isLocating(track.locate, now());
  const isLoaded = track !== null;
  const polledKey = useRef<string>(undefined);
  useEffect(() => {
    if (!watched) return;
    const control = new AbortController();
    const of = `${id} ${version}`;
    const poll = () =>
      callApi(warnTrackApi.getWarnTrack, { id }, { signal: control.signal }).then(
        (next) => {
          if (control.signal.aborted) return;
          polledKey.current = of;
          setTrack(next);
        },
        // The shown track stays; the next poll retries.
        () => undefined,
      );
    if (!isLoaded || polledKey.current !== of) void poll();
    const timer = setInterval(() => void poll(), busy ? fastPollMs : slowPollMs);
    return () => {
      control.abort();
      clearInterval(timer);
    };
  }, [id, version, watched, busy, isLoaded]);
  const locate = useCallback(
    () => run(async () => setTrack(await callApi(warnTrackApi.locateWarn, { id })), '已请设备上报位置'),
    [id, run],
  );
  return { track, locate };
}
