import { Popover } from 'antd';
import { Volume2, VolumeX } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '#web/core/now.ts';
import { askNotification, type NotificationState, notificationState } from '#web/live/desktopNotification.ts';
import { mute, playSample, unlockSound, unmute, useSound } from '#web/sound/sound.ts';
import { setVolume, useVolume } from '#web/sound/volume.ts';
import { Button } from '#web/ui/Button.tsx';

/** Sound settings of this seat: enabled, volume, one-minute mute, desktop notifications. */
export function SoundButton() {
  const { allowed, mutedUntil } = useSound();
  const muted = useNow(1000) < mutedUntil;
  const name = allowed ? (muted ? '已静音' : '报警声音') : '报警声音未开启';
  return (
    <Popover content={<SoundSettings />} trigger="click" placement="bottomRight" rootClassName="over-banner">
      <Button
        kind="icon"
        className={allowed ? undefined : 'danger'}
        size={28}
        aria-label={name}
        title={name}
        onClick={unlockSound}
      >
        {allowed && !muted ? <Volume2 size={16} aria-hidden="true" /> : <VolumeX size={16} aria-hidden="true" />}
      </Button>
    </Popover>
  );
}

function SoundSettings() {
  const { status, mutedUntil } = useSound();
  const volume = useVolume();
  const remainingSeconds = Math.ceil((mutedUntil - useNow(1000)) / 1000);
  return (
    <div className="sound-settings" role="dialog" aria-label="报警声音">
      <label className="flex justify-between" htmlFor="alarm-volume">
        本席音量 <b>{Math.round(volume * 100)}%</b>
      </label>
      <input
        id="alarm-volume"
        className="w-full"
        type="range"
        min={10}
        max={100}
        step={10}
        value={Math.round(volume * 100)}
        onChange={(event) => setVolume(event.target.valueAsNumber / 100)}
        onPointerUp={playSample}
        onKeyUp={playSample}
      />
      <p className="flex items-center gap-2 mt-2">
        <Button onClick={playSample}>试听</Button>
        {remainingSeconds > 0 ? (
          <Button onClick={unmute}>恢复声音（{remainingSeconds} 秒）</Button>
        ) : (
          <Button onClick={mute} disabled={status !== 'ringing'}>
            静音 60 秒 <kbd>F8</kbd>
          </Button>
        )}
      </p>
      <Notifications />
    </div>
  );
}

const notices: Record<NotificationState, string> = {
  granted: '桌面通知已开启',
  denied: '桌面通知被浏览器拒绝，可在地址栏左侧的网站设置中允许',
  default: '桌面通知未开启',
  missing: '此地址没有桌面通知：浏览器只在 HTTPS 下提供',
};

function Notifications() {
  const [state, setState] = useState(notificationState);
  return (
    <p className="flex items-center gap-2 mt-2 text-xs text-text3">
      {notices[state]}
      {state === 'default' && (
        <Button kind="plain" onClick={() => void askNotification().then(setState)}>
          开启
        </Button>
      )}
    </p>
  );
}
