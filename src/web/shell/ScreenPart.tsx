import type { ReactNode } from 'react';
import { NavigationProgress } from '#web/core/progress.ts';
import { usePart } from '#web/core/useChunk.ts';
import { type PlacedScreen, partOf } from './features.ts';
import { PlannedPage } from './PlannedPage.tsx';

interface ScreenPartProps {
  screen: PlacedScreen | undefined;
  title: string;
  /** Stands before the screen, and only with it. */
  children?: ReactNode;
}

/** A screen as soon as it is here; one that is not built yet says what will stand here. */
export function ScreenPart({ screen, title, children }: ScreenPartProps) {
  const part = screen && partOf(screen);
  const Component = usePart(part);
  if (!part) return <PlannedPage title={title} planned={screen?.planned} />;
  if (!Component) return <NavigationProgress />;
  return (
    <>
      {children}
      <Component />
    </>
  );
}
