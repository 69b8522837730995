import { useEffect, useEffectEvent } from 'react';

/**
 * Calls `onDrawn` once the dialog around it is on the screen, before the dialog's focus trap looks for the focus: what is focused
 * then keeps it, while the dialog still moves and after.
 */
export function Drawn({ onDrawn }: { onDrawn: () => void }): null {
  const drawn = useEffectEvent(onDrawn);
  useEffect(() => drawn(), []);
  return null;
}
