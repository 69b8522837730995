import type { FieldProblem } from '#shared/envelope.ts';
import { ApiError, send } from '#web/api/request.ts';
import type { LoginAnswer } from '#web/api/sessionFlow.ts';
import { texts } from '#web/core/texts.ts';

export interface Captcha {
  captchaId: string;
  /** Data URL of the picture. */
  image: string;
  /** False if the deployment requires no captcha. */
  required: boolean;
}

export interface Credentials {
  account: string;
  password: string;
  captcha: string;
  /** Second step: a code of the authenticator, or a recovery code. */
  code: string;
}

/** Messages of a refusal, by field or for the whole form. */
export type LoginFaults = Partial<Record<keyof Credentials | 'form', string>>;

/** Loads a new picture; each is valid for one try and two minutes. */
export function getCaptcha(): Promise<Captcha> {
  return send<Captcha>('GET', '/api/login/getCaptcha', {}, { open: true });
}

/** Answer to a correct password; a user with two-step login gets a ticket for the second step. */
export type FirstAnswer = LoginAnswer | { ticket: string };

/** Logs in; throws CallError if the server refuses. */
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

/** Sends the second step; throws CallError if the server refuses. */
export function verifyTotp(ticket: string, code: string): Promise<LoginAnswer> {
  return send<LoginAnswer>('POST', '/api/login/verifyTotp', { ticket, code: code.trim() }, { open: true });
}

/** Returns the missing fields, before the server is called. */
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

/** Returns where a refusal is shown: at the server's fields, at the captcha by its name, else for the whole form. */
export function faultsOf(error: unknown): LoginFaults {
  if (!(error instanceof ApiError)) return { form: texts.serverFault };
  const problems = ((error.data as { errors?: FieldProblem[] } | null)?.errors ?? []).filter((p) =>
    fields.includes(p.field),
  );
  if (problems.length > 0) return Object.fromEntries(problems.map((p) => [p.field, p.msg]));
  if (error.msg.includes('验证码')) return { captcha: error.msg };
  if (error.status === 0) return { form: '没有连上服务器。请检查网络，已填的内容还在。' };
  // 429: too many tries. The fields were not validated.
  return error.status === 429 || error.status >= 500 ? { form: error.msg } : { password: error.msg };
}
