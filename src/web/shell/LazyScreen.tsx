import type { ReactNode } from 'react';
import { NavigationProgress } from '#web/core/progress.ts';
import { useChunk } from '#web/core/useChunk.ts';
import { chunkOf, type PlacedScreen } from './features.ts';
import { PlannedPage } from './PlannedPage.tsx';

interface LazyScreenProps {
  screen: PlacedScreen | undefined;
  title: string;
  /** Stands before the screen, and only with it. */
  children?: ReactNode;
}

/** A screen as soon as it is here; one that is not built yet says what will stand here. */
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
