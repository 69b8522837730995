import type { Device, EquipmentDialog } from '#features/equipment/web/service.ts';

/** Props of each dialog about one device; open while mounted. */
export interface ActionDialogProps {
  device: Device;
  /** Called after a change: pages that show the device reload it. */
  onDone: () => void;
  /** `next`: the action that follows. */
  onClosed: (next?: { action: EquipmentDialog; id: string }) => void;
}
