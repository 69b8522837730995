import { Button, Switch } from 'antd';
import { useCallback, useEffect, useState } from 'react';
import { problemText } from '#web/api/feedback.ts';
import { NoPushService, onLeaveChanged, turnOff, turnOn, type WebPushState, webPushState } from './webPush.ts';

const stateTexts: Record<WebPushState, string> = {
  on: '已开启：页面关着、没有登录，这台设备也会收到给你的告警，点通知打开该告警。',
  off: '开启后，页面关着、没有登录，这台设备也会收到给你的告警。可在浏览器菜单中把安好安装到桌面。',
  denied: '浏览器不允许本站发通知。请在地址栏旁的网站设置里把「通知」改为允许，这里会随之更新。',
  insecure: '只有以 https:// 打开本平台，浏览器才能接收推送。请联系管理员。',
  later: '请先用浏览器的「分享 · 添加到主屏幕」，再从主屏幕打开安好，在这里开启。',
  missing: '这个浏览器没有推送功能，请换用 Edge、Chrome 或 Firefox。',
};

const noService = '浏览器没有连上它自己的推送服务，没有开启。请检查网络，或换用 Edge、Firefox 再试。';

/** 本机接收告警推送: turns web push in this browser on or off, for warns while no page is open. */
export default function AccountSettingSlot() {
  const [state, setState] = useState<WebPushState>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const follow = useCallback(async (pending: Promise<WebPushState>) => {
    setBusy(true);
    try {
      setState(await pending);
      setProblem(undefined);
    } catch (error) {
      setProblem(error instanceof NoPushService ? noService : problemText(error));
    }
    setBusy(false);
  }, []);
  useEffect(() => {
    const read = () => void follow(webPushState());
    read();
    return onLeaveChanged(read);
  }, [follow]);
  const possible = state === 'on' || state === 'off';
  return (
    <section aria-label="告警推送">
      <h3 className="title-line mb-1 leading-6">告警推送</h3>
      <div className="flex items-center gap-3 border-t border-line py-2.5">
        <div className="flex flex-col flex-1 min-w-0">
          <label htmlFor="own-push">
            <strong>本机接收告警推送</strong>
          </label>
          <span className="text-xs text-text3" id="own-push-said">
            {state && stateTexts[state]}
          </span>
          {problem && (
            <span className="text-xs text-level1-text" role="alert">
              {problem}
            </span>
          )}
        </div>
        {state === undefined && problem ? (
          <Button onClick={() => void follow(webPushState())}>重试</Button>
        ) : (
          <Switch
            id="own-push"
            aria-describedby="own-push-said"
            checked={state === 'on'}
            loading={busy}
            disabled={!possible}
            onChange={(on) => void follow(on ? turnOn() : turnOff())}
          />
        )}
      </div>
    </section>
  );
}
