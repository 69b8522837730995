import type { Device } from '../record/types.ts';
import type { Deed } from './dialogAddress.ts';

/** What each dialog about one device gets; it is open as long as it is mounted. */
export interface DeedProps {
  device: Device;
  /** Something was changed: what shows the device reads it again. */
  onDone: () => void;
  /** `next`: the deed that follows. */
  onClosed: (next?: { deed: Deed; id: string }) => void;
}
