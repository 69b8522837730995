import { useMemo } from 'react';
import type { Access } from './access.ts';
import type { WarnDetail, WarnTrack } from './types.ts';
import type { RunAction } from './useAction.ts';
import { type TrackState, useTrack } from './useTrack.ts';

export interface Located extends TrackState {
  /** The alarm with the newest position that is known: map and devices tell of the same moment. */
  detail: WarnDetail;
}

function located(detail: WarnDetail, track: WarnTrack | null): WarnDetail {
  if (detail.keptAt !== null || track === null) return detail;
  const { position, locationConsent } = track;
  // Whoever is not to be located any more is not, although the case was opened before.
  if (locationConsent !== null && locationConsent !== 'valid') return { ...detail, position, locationConsent };
  const newer = position !== null && (detail.position === null || detail.position.at < position.at);
  return { ...detail, locationConsent, ...(newer && { position }) };
}

/** The place of an alarm, kept fresh while its case stands in front (`active`). */
export function useLocated(loaded: WarnDetail, access: Access, active: boolean, run: RunAction): Located {
  const { track, locate } = useTrack(loaded, (access.claim || access.assist) && active, run);
  const detail = useMemo(() => located(loaded, track), [loaded, track]);
  return { detail, track, locate };
}
