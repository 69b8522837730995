import { lazy, Suspense } from 'react';
import { usePreload } from '#web/core/preload.ts';
import type { WarnDialogProps } from './ActiveDialog.tsx';

const load = () => import('./ActiveDialog.tsx');
const ActiveDialog = lazy(load);

type Props = Omit<WarnDialogProps, 'dialog'> & { dialog: WarnDialogProps['dialog'] | null };

/** Dialog open over the warn, if any; its fields load after the warn. */
export function WarnDialogs({ dialog, ...props }: Props) {
  usePreload(load);
  if (dialog === null) return null;
  return (
    <Suspense fallback={null}>
      <ActiveDialog dialog={dialog} {...props} />
    </Suspense>
  );
}
