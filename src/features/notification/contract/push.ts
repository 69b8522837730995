import { NoData, nullable, post, strict } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';

/** URL that the push service gave the browser. */
const Endpoint = Type.String({ pattern: '^https?://', maxLength: 2000, title: '推送地址', msg: '推送地址不正确' });

/** Web push in this browser; needs no permission. */
export const userPushApi = {
  getPushState: post('/api/notification/getPushState', {
    title: '本机推送状态',
    permission: 'login',
    change: false,
    input: { endpoint: Type.Optional(Endpoint) },
    output: strict({
      /** Key by which push services know this server, base64url. */
      publicKey: Type.String(),
      /** True when this browser receives the viewer's notifications. */
      on: Type.Boolean(),
    }),
  }),
  subscribePush: post('/api/notification/subscribePush', {
    title: '开启本机推送',
    permission: 'login',
    input: {
      endpoint: Endpoint,
      expirationTime: Type.Optional(nullable(Type.Number({ title: '失效时间' }))),
      keys: strict(
        {
          p256dh: Type.String({ pattern: '^[A-Za-z0-9_-]{87}=?$', title: '浏览器公钥', msg: '浏览器公钥不正确' }),
          auth: Type.String({ pattern: '^[A-Za-z0-9_-]{22}(==)?$', title: '浏览器密钥', msg: '浏览器密钥不正确' }),
        },
        '推送密钥',
      ),
    },
    output: NoData,
  }),
  unsubscribePush: post('/api/notification/unsubscribePush', {
    title: '关闭本机推送',
    permission: 'login',
    input: { endpoint: Endpoint },
    output: NoData,
  }),
};
