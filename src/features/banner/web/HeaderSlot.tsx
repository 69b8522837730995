import { can } from '#web/api/session.ts';
import { Slots } from '#web/screen/Slots.tsx';
import { LiveBadge } from './LiveBadge.tsx';
import { SoundButton } from './SoundButton.tsx';
import './header.css';

declare module '#web/screen/manifest.ts' {
  interface WebSlots {
    /** Next to stream and sound, at the right of the header. */
    warnHeader: Slot;
  }
}

/** Right side of the header: state of the stream, sound, seat. */
export default function HeaderSlot() {
  return (
    <div className="warn-header flex items-center gap-4">
      <LiveBadge />
      {can('warn:claim') && <SoundButton />}
      <Slots name="warnHeader" props={{}} />
    </div>
  );
}
