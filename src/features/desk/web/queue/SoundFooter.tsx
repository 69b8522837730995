import { Volume2, VolumeX } from 'lucide-react';
import { useNow } from '#web/core/now.ts';
import { mute, unlockSound, unmute, useSound } from '#web/sound/sound.ts';
import { Button } from '#web/ui/Button.tsx';

function Sounding() {
  return (
    <>
      <Volume2 size={16} className="text-level1-text" aria-hidden="true" />
      <p className="flex-1">
        <b className="block font-normal text-level1-text">报警声正在响</b>
        <span className="block text-text2">全部接警后自动停止</span>
      </p>
      <Button small onClick={mute}>
        静音 60 秒 <kbd>F8</kbd>
      </Button>
    </>
  );
}

function Muted({ until }: { until: number }) {
  const remainingSeconds = Math.max(0, Math.ceil((until - useNow(1000)) / 1000));
  return (
    <>
      <VolumeX size={16} aria-hidden="true" />
      <p className="flex-1">
        <b className="block font-normal">已静音，还有 {remainingSeconds} 秒</b>
        <span className="block text-text2">有新告警时恢复</span>
      </p>
      <Button small onClick={unmute}>
        恢复声音
      </Button>
    </>
  );
}

function Blocked() {
  return (
    <>
      <VolumeX size={16} className="text-level1-text" aria-hidden="true" />
      <p className="flex-1">
        <b className="block font-normal text-level1-text">浏览器阻止了报警声</b>
        <span className="block text-text2">点击一次即可开启</span>
      </p>
      <Button small onClick={unlockSound}>
        开启声音
      </Button>
    </>
  );
}

/** Current sound of this seat, with a mute for one minute. Hidden while nothing rings. */
export function SoundFooter() {
  const { status, mutedUntil } = useSound();
  if (status === 'silent') return null;
  return (
    <div className="sound-footer flex items-center flex-none gap-2.5 text-xs border-t border-line" role="status">
      {status === 'ringing' && <Sounding />}
      {status === 'muted' && <Muted until={mutedUntil} />}
      {status === 'blocked' && <Blocked />}
    </div>
  );
}
