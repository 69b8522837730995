import { lazy, Suspense } from 'react';

const PrintCards = lazy(() => import('./PrintCards.tsx').then(({ PrintCards }) => ({ default: PrintCards })));

/** Previews the cards of these customers; nothing until its code is loaded. */
export function PrintDialog(props: { ids: readonly string[]; onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <PrintCards {...props} />
    </Suspense>
  );
}
