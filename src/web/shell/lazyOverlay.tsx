import { type ComponentType, lazy, Suspense, useState } from 'react';
import { usePreload } from '#web/core/preload.ts';
import { type Overlay, useOverlay } from './overlay.ts';

/**
 * Makes an overlay of the shell whose code loads after the first screen. Once opened it stays mounted for its closing
 * animation; it reads `useOverlay` to show itself.
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
