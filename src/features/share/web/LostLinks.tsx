import type { SlotProps } from '#web/screen/manifest.ts';
import { ShareLinks } from './ShareLinks.tsx';

/** Links to the sheet of a lost person. */
export default function LostLinks({ warnId }: SlotProps<'lostShare'>) {
  return <ShareLinks kind="lost" subject={{ warnId }} />;
}
