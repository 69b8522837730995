import { useMemo } from 'react';
import type { Access, RunAction, WarnDetail, WarnTrack } from '#features/warn/web/service.ts';
import { type TrackState, useTrack } from './useTrack.ts';

export interface Located extends TrackState {
  /** Warn with the newest known position: map and devices show one moment. */
  detail: WarnDetail;
}

function located(detail: WarnDetail, track: WarnTrack | null): WarnDetail {
  if (detail.keptAt !== null || track === null) return detail;
  const { position, locationConsent } = track;
  // Withdrawn consent also applies to a warn opened before.
  if (locationConsent !== null && locationConsent !== 'valid') return { ...detail, position, locationConsent };
  const newer = position !== null && (detail.position === null || detail.position.at < position.at);
  return { ...detail, locationConsent, ...(newer && { position }) };
}

/** Returns the position of a warn, refreshed while its page is active (`active`). */
export function useLocated(loaded: WarnDetail, access: Access, active: boolean, run: RunAction): Located {
  const { track, locate } = useTrack(loaded, (access.claim || access.assist) && active, run);
  const detail = useMemo(() => located(loaded, track), [loaded, track]);
  return { detail, track, locate };
}
