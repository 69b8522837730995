import { useEffect, useEffectEvent } from 'react';

/**
 * Calls `onDrawn` once the dialog around it is drawn, before the dialog's focus trap acts: an element focused then
 * keeps the focus during and after the animation.
 */
export function Drawn({ onDrawn }: { onDrawn: () => void }): null {
  const drawn = useEffectEvent(onDrawn);
  useEffect(() => drawn(), []);
  return null;
}
