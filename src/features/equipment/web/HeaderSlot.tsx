import { lazy, Suspense, useSyncExternalStore } from 'react';
import { can } from '#web/call/session.ts';
import { SlotBoundary } from '#web/screen/SlotBoundary.tsx';
import { commandTargets, leaveCommand } from './command/address.ts';

const CommandForm = lazy(() => import('./command/CommandForm.tsx').then((part) => ({ default: part.CommandForm })));
const CommandDrawer = lazy(() => import('./command/CommandDrawer.tsx'));

function onAddress(changed: () => void): () => void {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
}

/**
 * 下发指令 over whatever page is open, by its address: `?command=<id>` shows what one device can be told and what came of it,
 * several ids with commas between them are told the same.
 */
export default function HeaderSlot() {
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
