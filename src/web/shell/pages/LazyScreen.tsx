import type { ReactNode } from 'react';
import { NavigationProgress } from '#web/core/progress.ts';
import { useChunk } from '#web/core/useChunk.ts';
import { chunkOf, type PlacedScreen } from '../features.ts';
import { PlannedPage } from '../PlannedPage.tsx';

interface LazyScreenProps {
  screen: PlacedScreen | undefined;
  title: string;
  /** Content before the screen, shown only with it. */
  children?: ReactNode;
}

/** A screen once it has loaded; a screen that is not built yet shows its plan. */
export function LazyScreen({ screen, title, children }: LazyScreenProps) {
  const chunk = screen && chunkOf(screen);
  const Component = useChunk(chunk);
  if (!chunk) return <PlannedPage title={title} planned={screen?.planned} />;
  if (!Component) return <NavigationProgress />;
  return (
    <>
      {children}
      <Component />
    </>
  );
}
