import { useEffect, useEffectEvent } from 'react';
import { mute } from '#web/sound/sound.ts';

/** Binds F2 (claim the most urgent waiting warn) and F8 (mute the seat) everywhere, also in inputs and dialogs. */
export function useAlarmKeys(onClaim: () => void, ringing: boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (event.key === 'F2') onClaim();
    else if (event.key === 'F8' && ringing) mute();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, []);
}
