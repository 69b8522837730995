import { can } from '#web/api/session.ts';
import { LiveBadge } from './header/LiveBadge.tsx';
import { SeatState } from './header/SeatState.tsx';
import { SoundButton } from './header/SoundButton.tsx';
import './header/header.css';

/** Right side of the header: state of the stream, sound, seat. */
export default function HeaderSlot() {
  return (
    <div className="warn-header row gap-16">
      <LiveBadge />
      {can('warn:claim') && <SoundButton />}
      <SeatState />
    </div>
  );
}
