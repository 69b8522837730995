import { isIP } from 'node:net';
import type { Transporter } from 'nodemailer';
import { OutboundError, resolveAllowed, unreached } from '#server/net/outboundHttp.ts';
import { defaultPolicy } from '#server/net/targets.ts';
import { strict } from '#shared/endpoint.ts';
import { type Static, Type } from '#shared/typebox.ts';
import { anAdapter, quoted, type SendResult } from '../adapter.ts';

/** Timeout of the connection, the greeting and each answer, ms. */
const timeoutMs = 10_000;

const config = strict({
  host: Type.String({ minLength: 3, maxLength: 200, title: '服务器', hint: '例如 smtp.example.cn' }),
  port: Type.Integer({ minimum: 1, maximum: 65_535, title: '端口', hint: 'TLS 一般是 465，STARTTLS 一般是 587' }),
  security: Type.Enum(['tls', 'starttls', 'none'], {
    title: '加密',
    words: { tls: 'TLS', starttls: 'STARTTLS', none: '不加密（只限内网）' },
  }),
  user: Type.Optional(Type.String({ maxLength: 200, title: '账号' })),
  password: Type.Optional(Type.String({ maxLength: 200, title: '密码', hint: '多数邮箱要用客户端授权码' })),
  from: Type.String({ format: 'email', maxLength: 200, title: '发件邮箱', msg: '请输入正确的邮箱' }),
});

async function transport(settings: Static<typeof config>): Promise<{ mailer: Transporter; readable: boolean }> {
  const { host, port, security, user, password } = settings;
  const gate = defaultPolicy();
  const [first] = await resolveAllowed(host, gate);
  const address = first?.address ?? '';
  if (security === 'none' && !gate.plain(address)) throw new OutboundError('不加密的邮件服务器只限内网', false);
  const { createTransport } = await import('nodemailer');
  const mailer = createTransport({
    host: address,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(isIP(host) ? {} : { tls: { servername: host } }),
    ...(user ? { auth: { user, pass: password ?? '' } } : {}),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { mailer, readable: gate.readable(address) };
}

/** Returns the failure for an SMTP error: 4xx is retryable, a wrong password is not. */
function refusal(error: unknown, host: string, readable: boolean): SendResult {
  const { code, responseCode, response } = error as { code?: string; responseCode?: number; response?: string };
  if (code === 'EAUTH') return { state: 'failed', reason: '邮件服务器不接受账号或密码', retryable: false };
  if (code === 'ETIMEDOUT') return { state: 'failed', reason: `${host} 没有及时回答`, retryable: true };
  if (responseCode) {
    const answer = readable && response ? quoted(response) : String(responseCode);
    return { state: 'failed', reason: `邮件服务器回答：${answer}`, retryable: responseCode < 500 };
  }
  // The library gives the network error code only inside its message.
  const [network] = /\bE[A-Z]{4,}\b/.exec((error as Error).message) ?? [code];
  const { message, again } = unreached(error instanceof OutboundError ? error : { code: network }, host);
  return { state: 'failed', reason: message, retryable: again };
}

/** Plain-text mail over SMTP; a retry has an equal Message-ID. */
export const adapter = anAdapter({
  kind: 'email',
  config,
  secrets: ['password'],
  async send(settings, { email, name }, { key, title, text, url, level }, signal) {
    if (!email) return { state: 'failed', reason: '没有邮箱地址', retryable: false };
    const { mailer, readable } = await transport(settings);
    const close = () => mailer.close();
    signal.addEventListener('abort', close, { once: true });
    try {
      const sent = await mailer.sendMail({
        from: { name: '安好', address: settings.from },
        to: { name, address: email },
        subject: title,
        text: url && !text.includes(url) ? `${text}\n\n${url}` : text,
        textEncoding: 'base64',
        messageId: `<${key.replace(/[^\w.-]/g, '-')}@${settings.from.split('@')[1]}>`,
        priority: level === 1 ? 'high' : 'normal',
      });
      return { state: 'sent', providerId: sent.messageId ?? null };
    } catch (error) {
      return refusal(error, settings.host, readable);
    } finally {
      signal.removeEventListener('abort', close);
      close();
    }
  },
});
