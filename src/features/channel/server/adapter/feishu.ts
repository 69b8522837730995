import { createHmac } from 'node:crypto';
import { strict } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';
import { anAdapter } from '../adapter.ts';
import { postToRobot, robotText } from '../robot.ts';

/** Retryable code: too many messages per minute. */
const passing = [11232];

/** Group robot of 飞书: the signature is the HMAC-SHA256 of an empty text, keyed by "seconds, line break, secret". */
export const adapter = anAdapter({
  kind: 'feishu',
  config: strict({
    url: Type.String({
      minLength: 20,
      maxLength: 500,
      title: '机器人地址',
      hint: '群设置里添加自定义机器人后得到，https://open.feishu.cn/open-apis/bot/v2/hook/…',
    }),
    secret: Type.String({ minLength: 10, maxLength: 200, title: '签名密钥', hint: '安全设置选「签名校验」' }),
  }),
  secrets: ['url', 'secret'],
  async send({ url, secret }, _to, message, signal) {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const sign = createHmac('sha256', `${timestamp}\n${secret}`).digest('base64');
    const body = { timestamp, sign, msg_type: 'text', content: { text: robotText(message) } };
    return postToRobot(url, body, signal, {
      codes: ['code', 'StatusCode'],
      messageFields: ['msg', 'StatusMessage'],
      passing,
    });
  },
});
