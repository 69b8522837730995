import { lazy, Suspense } from 'react';
import { can } from '#web/api/session.ts';
import { SlotBoundary } from '#web/screen/SlotBoundary.tsx';
import { useAddress } from '#web/screen/useAddress.ts';
import { commandTargets, leaveCommand } from './address.ts';

const CommandForm = lazy(() => import('./CommandForm.tsx').then((part) => ({ default: part.CommandForm })));
const CommandDrawer = lazy(() => import('./CommandDrawer.tsx'));

/**
 * Opens 下发指令 over any page, by its address: `?command=<id>` shows commands and results of one device; several ids,
 * separated by commas, get one command.
 */
export default function HeaderSlot() {
  const targets = useAddress(commandTargets);
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
