import { BedSingle, DoorOpen, LogOut, SquareDashed, UserX } from 'lucide-react';
import type { BoardState } from '#features/bedBoard/contract.ts';
import { OnlineGlyph, SignalGlyph } from '#web/ui/icons.tsx';

const size = 14;
const signs = {
  in: <BedSingle size={size} className="text-primary-text" aria-hidden />,
  out: <LogOut size={size} aria-hidden />,
  leave: <DoorOpen size={size} aria-hidden />,
  weak: <SignalGlyph size={size} bars={1} />,
  offline: <OnlineGlyph size={size} online="offline" />,
  none: <OnlineGlyph size={size} online="never" />,
  empty: <SquareDashed size={size} aria-hidden />,
  hidden: <UserX size={size} aria-hidden />,
} as const;

/** Sign of a state; the word stands beside it. */
export const StateSign = ({ state }: { state: BoardState }) => signs[state];
