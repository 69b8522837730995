import { useEffect, useEffectEvent } from 'react';
import { mute } from '#web/sound/sound.ts';

/** F2 takes the most urgent waiting alarm and F8 silences the seat, from everywhere: inside inputs and dialogs too. */
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
