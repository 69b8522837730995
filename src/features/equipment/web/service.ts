/** Exports for the pages of other features. */
export { isBindable, movesOf, outOfService } from '../contract/state.ts';
export { dialogOf, type EquipmentDialog, requestedDialog } from './dialogAddress.ts';
export { clearDialogAddress, onEquipmentChanged, openActionDialog, titleOf, useEquipmentChanged } from './dialogs.ts';
export { linkCells } from './linkCells.tsx';
export { Battery, cells as equipmentCells, Ending, lowBattery, Online, Signal } from './list/cells.tsx';
export { dialogActions } from './list/rowActions.ts';
export { StateSign } from './list/StateSign.tsx';
export { showSecret } from './list/showSecret.tsx';
export { type Choice, useEquipmentChoice } from './list/useEquipmentFilters.ts';
export { DeviceFrame, DeviceHead, Figure } from './record/DeviceFrame.tsx';
export { useFigures, visibleSections } from './record/sections.ts';
export type { Device, SectionProps } from './record/types.ts';
export { useProtocols } from './useProtocols.ts';
