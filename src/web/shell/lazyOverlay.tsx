import { type ComponentType, lazy, Suspense, useState } from 'react';
import { usePreload } from '#web/core/preload.ts';
import { type Overlay, useOverlay } from './overlay.ts';

/**
 * An overlay of the shell that is fetched behind the first screen. Once it was open it stays mounted, for the movement of
 * its closing; it shows itself by `useOverlay`.
 */
export function lazyOverlay(name: Overlay, load: () => Promise<{ default: ComponentType }>): ComponentType {
  const Content = lazy(load);
  return function LazyOverlay() {
    const open = useOverlay() === name;
    const [needed, setNeeded] = useState(open);
    if (open && !needed) setNeeded(true);
    usePreload(load);
    return needed ? (
      <Suspense fallback={null}>
        <Content />
      </Suspense>
    ) : null;
  };
}
