import type { FieldProblem } from '#shared/envelope.ts';
import { ApiError, send } from '#web/api/request.ts';
import type { LoginAnswer } from '#web/api/sessionFlow.ts';
import { texts } from '#web/core/texts.ts';

export interface Captcha {
  captchaId: string;
  /** Data URL of the picture. */
  image: string;
  /** False where the deployment asks for none. */
  required: boolean;
}

export interface Credentials {
  account: string;
  password: string;
  captcha: string;
  /** The second step: a code of the authenticator, or a recovery code. */
  code: string;
}

/** Where a refusal is said: at its field, or for the whole form. */
export type LoginFaults = Partial<Record<keyof Credentials | 'form', string>>;

/** A new picture; each is good for one try and two minutes. */
export function getCaptcha(): Promise<Captcha> {
  return send<Captcha>('GET', '/api/login/getCaptcha', {}, { open: true });
}

/** A right password of somebody who logs in with two steps is answered with a ticket for the second one. */
export type FirstAnswer = LoginAnswer | { ticket: string };

/** Logs in; throws CallError as the server refuses. */
export function accountLogin(
  { account, password, captcha }: Credentials,
  shown: Captcha | undefined,
): Promise<FirstAnswer> {
  const proof = shown?.required ? { captchaId: shown.captchaId, captcha: captcha.trim() } : {};
  return send<FirstAnswer>(
    'POST',
    '/api/login/accountLogin',
    { account: account.trim(), password, ...proof },
    { open: true },
  );
}

/** The second step; throws CallError as the server refuses. */
export function verifyTotp(ticket: string, code: string): Promise<LoginAnswer> {
  return send<LoginAnswer>('POST', '/api/login/verifyTotp', { ticket, code: code.trim() }, { open: true });
}

/** What is missing before the server is asked. */
export function missingCredentials(
  { account, password, captcha }: Omit<Credentials, 'code'>,
  captchaRequired: boolean,
): LoginFaults {
  return {
    ...(account.trim() === '' && { account: '请输入账号' }),
    ...(password === '' && { password: '请输入密码' }),
    ...(captchaRequired && captcha.trim() === '' && { captcha: '请输入验证码' }),
  };
}

const fields: readonly string[] = ['account', 'password', 'captcha', 'code'];

/** Says a refusal where it belongs: the server's fields first, then the captcha by its name, else the whole form. */
export function faultsOf(error: unknown): LoginFaults {
  if (!(error instanceof ApiError)) return { form: texts.serverFault };
  const problems = ((error.data as { errors?: FieldProblem[] } | null)?.errors ?? []).filter((p) =>
    fields.includes(p.field),
  );
  if (problems.length > 0) return Object.fromEntries(problems.map((p) => [p.field, p.msg]));
  if (error.msg.includes('验证码')) return { captcha: error.msg };
  if (error.status === 0) return { form: '没有连上服务器。请检查网络，已填的内容还在。' };
  // 429: too many tries. The fields were not judged at all.
  return error.status === 429 || error.status >= 500 ? { form: error.msg } : { password: error.msg };
}
