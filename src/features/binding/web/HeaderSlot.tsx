import { lazy, Suspense } from 'react';
import { dialogOf, requestedDialog } from '#features/equipment/web/service.ts';
import { can } from '#web/api/session.ts';
import { SlotBoundary } from '#web/screen/SlotBoundary.tsx';
import { useAddress } from '#web/screen/useAddress.ts';

const BindingDialog = lazy(() => import('./BindingDialog.tsx'));

/** Opens 绑定, 解绑, 更换 or 变更状态 over any page, by its address: `?bind=<id>`. */
export default function HeaderSlot() {
  const requested = useAddress(requestedDialog);
  const dialog = dialogOf(requested);
  if (!dialog || dialog.action === 'fieldTest' || !can('equipment:edit')) return null;
  return (
    <SlotBoundary>
      <Suspense fallback={null}>
        <BindingDialog key={requested} action={dialog.action} id={dialog.id} />
      </Suspense>
    </SlotBoundary>
  );
}
