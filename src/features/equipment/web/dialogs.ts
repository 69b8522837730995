import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { customerApi } from '#features/customer/contract.ts';
import { emitter } from '#web/live/emitter.ts';
import { dialogAddress, type EquipmentDialog, requestedDialog } from './dialogAddress.ts';

const changes = emitter<void>();

/** Subscribes to changes made by a dialog about a device; returns the unsubscribe function. */
export const onEquipmentChanged = changes.on;

/** Returns a function for dialogs that have changed a device: lists and pages that show devices reload. */
export function useEquipmentChanged(): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    changes.emit();
    void client.invalidateQueries({
      predicate: ({ queryKey: [path] }) =>
        path === customerApi.getCustomer.path || (typeof path === 'string' && path.startsWith('/api/equipment/')),
    });
  }, [client]);
}

/** Opens the dialog of an action over the current page. */
export function openActionDialog(action: EquipmentDialog, id: string): void {
  location.hash = dialogAddress(location.hash, { action, id });
}

/** Removes the action from the current address, or replaces it by the next one. */
export function clearDialogAddress(next?: { action: EquipmentDialog; id: string }): void {
  if (requestedDialog(location.hash)) location.replace(dialogAddress(location.hash, next));
}

/**
 * Returns the title of a dialog about one device: action, name and printed number.
 * @param verb label of the action's button
 */
export function titleOf(verb: string, { name, sn }: { name: string; sn: string }): string {
  return name.includes(sn) ? `${verb} · ${name}` : `${verb} · ${name} · ${sn}`;
}
