import { lazy, Suspense } from 'react';
import { usePreload } from '#web/core/preload.ts';
import type { CaseDialogProps } from './OpenDialog.tsx';

const load = () => import('./OpenDialog.tsx');
const OpenDialog = lazy(load);

type Props = Omit<CaseDialogProps, 'dialog'> & { dialog: CaseDialogProps['dialog'] | null };

/** The dialog that stands open over the case, if any; its fields come after the case itself. */
export function CaseDialogs({ dialog, ...props }: Props) {
  usePreload(load);
  if (dialog === null) return null;
  return (
    <Suspense fallback={null}>
      <OpenDialog dialog={dialog} {...props} />
    </Suspense>
  );
}
