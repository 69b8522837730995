import { createHmac } from 'node:crypto';
import { fetchOutbound } from '#server/net/outboundHttp.ts';
import { strict } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';
import { anAdapter, jsonOf, refusedBy } from '../adapter.ts';

/**
 * Posts each message as JSON; `X-Anhao-Signature` is the HMAC-SHA256 of `<timestamp>.<body>` in hex. The answer may
 * give an `id`.
 */
export const adapter = anAdapter({
  kind: 'webhook',
  config: strict({
    url: Type.String({ minLength: 8, maxLength: 500, title: '地址', hint: '以 https:// 开头，收 POST 的 JSON' }),
    secret: Type.String({
      minLength: 16,
      maxLength: 128,
      title: '签名密钥',
      msg: '签名密钥为16至128位',
      hint: '对方用它核对 X-Anhao-Signature：时间戳、点和正文的 HMAC-SHA256',
    }),
  }),
  secrets: ['secret'],
  async send({ url, secret }, { kind, id, name, mobile, email }, message, signal) {
    const body = JSON.stringify({ ...message, to: { kind, id, name, mobile, email } });
    const timestamp = String(Math.floor(Date.now() / 1000));
    const headers = {
      'Content-Type': 'application/json',
      'Idempotency-Key': message.key,
      'X-Anhao-Timestamp': timestamp,
      'X-Anhao-Signature': createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex'),
    };
    const reply = await fetchOutbound(url, { headers, body, signal });
    const { id: providerId } = jsonOf(reply.text);
    return (
      refusedBy(reply) ?? {
        state: 'delivered',
        providerId: typeof providerId === 'string' ? providerId.slice(0, 200) : null,
      }
    );
  },
});
