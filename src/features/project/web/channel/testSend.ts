import { channelApi } from '#features/channel/contract.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { box, toast } from '#web/message/message.tsx';
import type { Channel } from './ChannelForm.tsx';

type To = NonNullable<InputOf<typeof channelApi.testChannel>['to']>;

/** Returns the push subscription of this browser; null when it has none. */
async function currentSubscription(): Promise<To | null> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const { endpoint, keys } = (await registration?.pushManager?.getSubscription())?.toJSON() ?? {};
  if (endpoint && keys?.p256dh && keys.auth)
    return { subscription: { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } } };
  toast.warning('这个浏览器还没有开启推送，没有可以试发的地方');
  return null;
}

/** Asks for the recipient of a test; null when the user cancels. */
async function receiverFor({ kind, name }: Channel): Promise<To | null> {
  if (kind === 'web_push') return currentSubscription();
  const options = { title: `发送测试 · ${name}`, ok: '发送测试', required: true };
  if (kind === 'email') {
    const email = await box.prompt('真的会发出一封邮件。', { ...options, label: '收件邮箱' });
    return email === null ? null : { email };
  }
  if (kind === 'sms' || kind === 'voice') {
    const mobile = await box.prompt(`真的会${kind === 'sms' ? '发出一条短信' : '打出一个电话'}。`, {
      ...options,
      label: '电话',
    });
    return mobile === null ? null : { mobile };
  }
  const sure = await box.confirm(`「${name}」真的会收到一条试发的通知。`, { ok: '发送测试' });
  return sure ? {} : null;
}

const states = { sent: '对方已接收', delivered: '已送达' };

/** 发送测试: really sends, then shows result and duration; true when it was sent. */
export async function testSend(channel: Channel): Promise<boolean> {
  const to = await receiverFor(channel);
  if (!to) return false;
  const messages = { done: null, failed: '没有试成' };
  const result = await withToast(() => callApi(channelApi.testChannel, { id: channel.id, to }), messages);
  if (!result) return false;
  const { state, reason, ms } = result;
  if (state === 'failed') void box.alert(`发送失败：${reason}（${ms} 毫秒）`, { title: channel.name, level: 'error' });
  else toast.success(`${states[state]}，用时 ${ms} 毫秒`);
  return true;
}
