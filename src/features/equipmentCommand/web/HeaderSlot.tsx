import { lazy, Suspense, useSyncExternalStore } from 'react';
import { can } from '#web/api/session.ts';
import { SlotBoundary } from '#web/screen/SlotBoundary.tsx';
import { clearDialogAddress, partsOf, requestedAction } from '#features/equipment/web/dialogAddress.ts';
import { commandTargets, leaveCommand } from './address.ts';

const CommandForm = lazy(() => import('./CommandForm.tsx').then((part) => ({ default: part.CommandForm })));
const CommandDrawer = lazy(() => import('./CommandDrawer.tsx'));
const BindingDialog = lazy(() => import('#features/binding/web/BindingDialog.tsx'));

function onAddress(changed: () => void): () => void {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
}

/** Opens 绑定, 解绑, 更换, 变更状态 or 现场测试 over any page, by its address: `?bind=<id>`. */
function RequestedDialog() {
  const requested = useSyncExternalStore(onAddress, requestedAction);
  const wish = partsOf(requested);
  if (!wish || !can(wish.action === 'fieldTest' ? 'equipment:test' : 'equipment:edit')) return null;
  return (
    <SlotBoundary>
      <Suspense fallback={null}>
        <BindingDialog key={requested} {...wish} onClosed={clearDialogAddress} />
      </Suspense>
    </SlotBoundary>
  );
}

/**
 * Opens 下发指令 over any page, by its address: `?command=<id>` shows commands and results of one device; several ids,
 * separated by commas, get one command.
 */
function CommandWish() {
  const targets = useSyncExternalStore(onAddress, commandTargets);
  if (!targets || !can('equipment:command')) return null;
  const ids = targets.split(',');
  return (
    <SlotBoundary>
      <Suspense fallback={null}>
        {ids.length === 1 ? (
          <CommandDrawer key={targets} id={targets} onClosed={leaveCommand} />
        ) : (
          <CommandForm key={targets} ids={ids} onClosed={leaveCommand} />
        )}
      </Suspense>
    </SlotBoundary>
  );
}

/** Renders the device dialogs over any page. */
export default function HeaderSlot() {
  return (
    <>
      <CommandWish />
      <RequestedDialog />
    </>
  );
}
