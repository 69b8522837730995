import { strict } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';
import { anAdapter } from '../adapter.ts';
import { postToRobot, robotText } from '../robot.ts';

/** Retryable codes: busy, too many messages per minute. */
const passing = [-1, 45009];

/** Group robot of 企业微信; the key in its address is its only authentication. */
export const adapter = anAdapter({
  kind: 'wecom',
  config: strict({
    url: Type.String({
      minLength: 20,
      maxLength: 500,
      title: '机器人地址',
      hint: '群设置里添加机器人后得到，https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=…',
    }),
  }),
  secrets: ['url'],
  send({ url }, { mobile }, message, signal) {
    const text = { content: robotText(message), mentioned_mobile_list: mobile ? [mobile] : [] };
    return postToRobot(url, { msgtype: 'text', text }, signal, {
      codes: ['errcode'],
      messageFields: ['errmsg'],
      passing,
    });
  },
});
