import type { Device } from '../record/types.ts';
import type { BindingAction } from './dialogAddress.ts';

/** What each dialog about one device gets; it is open as long as it is mounted. */
export interface ActionDialogProps {
  device: Device;
  /** Something was changed: what shows the device reads it again. */
  onDone: () => void;
  /** `next`: the deed that follows. */
  onClosed: (next?: { action: BindingAction; id: string }) => void;
}
