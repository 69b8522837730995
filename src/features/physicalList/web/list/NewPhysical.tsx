import { lazy, Suspense } from 'react';
import { usePreload } from '#web/core/preload.ts';
import { NavigationProgress } from '#web/core/progress.ts';

export interface NewOf {
  /** Customer, if already known. */
  customer?: { id: string; name: string };
}

const load = () => import('./NewForm.tsx');
const NewForm = lazy(load);

interface Props {
  /** Absent: closed. */
  of: NewOf | undefined;
  onClosed: () => void;
}

/** Dialog of a new examination; its code loads after the page. */
export function NewPhysical({ of, onClosed }: Props) {
  usePreload(load);
  if (!of) return null;
  return (
    <Suspense fallback={<NavigationProgress />}>
      <NewForm of={of} onClosed={onClosed} />
    </Suspense>
  );
}
