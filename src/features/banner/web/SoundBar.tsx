import { VolumeX } from 'lucide-react';
import { useSteadyValue } from '#web/core/steadyValue.ts';
import { unlockSound, useSound } from '#web/sound/sound.ts';
import { Button } from '#web/ui/Button.tsx';

/** Shows that the browser blocks sound until a click; any click or key on the page has the effect of the button. */
export function SoundBar() {
  const blocked = useSound().status === 'blocked';
  // The button must not vanish during the press that unblocks the sound.
  if (!useSteadyValue(blocked)) return null;
  return (
    <div className="sound-bar flex items-center gap-2.5" role="status">
      <VolumeX size={16} aria-hidden="true" />
      <b>浏览器阻止了报警声</b>
      <span className="bar-note">点击本页任意处或按任意键即可开启；标题和桌面通知照常提醒</span>
      <Button className="ml-auto font-bold" onClick={unlockSound}>
        点击开启报警声音
      </Button>
    </div>
  );
}
