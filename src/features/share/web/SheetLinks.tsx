import type { SlotProps } from '#web/screen/manifest.ts';
import { ShareLinks } from './ShareLinks.tsx';

/** Links to the 处置单 of an alarm. */
export default function SheetLinks({ warnId }: SlotProps<'warnShare'>) {
  return <ShareLinks kind="sheet" subject={{ warnId }} />;
}
