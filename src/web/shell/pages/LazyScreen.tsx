import type { ReactNode } from 'react';
import { NavigationProgress } from '#web/core/progress.ts';
import { useChunk } from '#web/core/useChunk.ts';
import { Empty } from '#web/ui/Empty.tsx';
import { chunkOf, type PlacedScreen } from '../features.ts';
import './pages.css';
import { Blocks } from 'lucide-react';

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

/** Page of a screen that is not built yet, with its plan. */
function PlannedPage({ title, planned }: { title: string; planned: string | undefined }) {
  return (
    <Empty className="planned justify-center flex-1 bg-container min-h-full px-4 py-8">
      <Blocks size={48} strokeWidth={1.2} aria-hidden="true" />
      <h1 className="text-base leading-6 mt-1">{title}</h1>
      <p>{planned ?? '这一页还没有内容。'}</p>
      <p className="text-xs text-text3">这个页面尚在建设。告警接收不受影响。</p>
    </Empty>
  );
}
