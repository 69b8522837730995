import type { Device } from '#features/equipment/web/record/types.ts';
import type { BindingAction } from '#features/equipment/web/dialogAddress.ts';

/** Props of each dialog about one device; open while mounted. */
export interface ActionDialogProps {
  device: Device;
  /** Called after a change: pages that show the device reload it. */
  onDone: () => void;
  /** `next`: the action that follows. */
  onClosed: (next?: { action: BindingAction; id: string }) => void;
}
