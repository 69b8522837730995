import { createHmac } from 'node:crypto';
import { OutboundError } from '#server/net/outboundHttp.ts';
import { strict } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';
import { anAdapter } from '../adapter.ts';
import { postToRobot, robotText } from '../robot.ts';

/** Retryable codes: busy, too many messages per minute. */
const passing = [-1, 90030, 130101];

/**
 * Returns the robot's address with the time, ms, and its signature: HMAC-SHA256 of "time, line break, secret", keyed by
 * the secret.
 */
function signed(address: string, secret: string, now = Date.now()): string {
  if (!URL.canParse(address)) throw new OutboundError('地址不是完整的网址', false);
  const url = new URL(address);
  url.searchParams.set('timestamp', String(now));
  url.searchParams.set('sign', createHmac('sha256', secret).update(`${now}\n${secret}`).digest('base64'));
  return url.href;
}

/** Group robot of 钉钉, with signed requests (加签). */
export const adapter = anAdapter({
  kind: 'dingtalk',
  config: strict({
    url: Type.String({
      minLength: 20,
      maxLength: 500,
      title: '机器人地址',
      hint: '群设置里添加自定义机器人后得到，https://oapi.dingtalk.com/robot/send?access_token=…',
    }),
    secret: Type.String({ minLength: 10, maxLength: 200, title: '加签密钥', hint: '安全设置选「加签」，SEC 开头' }),
  }),
  secrets: ['url', 'secret'],
  async send({ url, secret }, { mobile }, message, signal) {
    const body = {
      msgtype: 'text',
      text: { content: robotText(message) },
      at: { atMobiles: mobile ? [mobile] : [], isAtAll: false },
    };
    return postToRobot(signed(url, secret), body, signal, { codes: ['errcode'], messageFields: ['errmsg'], passing });
  },
});
