import { lazy, Suspense } from 'react';
import { dialogOf, requestedDialog } from '#features/equipment/web/service.ts';
import { can } from '#web/api/session.ts';
import { SlotBoundary } from '#web/screen/SlotBoundary.tsx';
import { useAddress } from '#web/screen/useAddress.ts';

const TestDialog = lazy(() => import('./TestDialog.tsx'));

/** Opens 现场测试 over any page, by its address: `?fieldTest=<id>`. */
export default function HeaderSlot() {
  const requested = useAddress(requestedDialog);
  const dialog = dialogOf(requested);
  if (dialog?.action !== 'fieldTest' || !can('equipment:test')) return null;
  return (
    <SlotBoundary>
      <Suspense fallback={null}>
        <TestDialog key={requested} id={dialog.id} />
      </Suspense>
    </SlotBoundary>
  );
}
