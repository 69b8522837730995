import { dialogAddress, type EquipmentDialog, requestedDialog } from '../contract/dialog.ts';

/** Opens the dialog of an action over the current page. */
export function openActionDialog(action: EquipmentDialog, id: string): void {
  location.hash = dialogAddress(location.hash, { action, id });
}

/** Removes the action from the current address, or replaces it by the next one. */
export function clearDialogAddress(next?: { action: EquipmentDialog; id: string }): void {
  if (requestedDialog(location.hash)) location.replace(dialogAddress(location.hash, next));
}
