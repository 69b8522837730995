import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '#web/api/request.ts';
import type { LoginAnswer } from '#web/api/sessionFlow.ts';
import {
  accountLogin,
  type Captcha,
  type Credentials,
  faultsOf,
  getCaptcha,
  type LoginFaults,
  missingCredentials,
  verifyTotp,
} from './credentials.ts';

/** State of a login form, on the page and in the dialog of an ended session. */
export interface LoginForm {
  values: Credentials;
  change: (patch: Partial<Credentials>) => void;
  faults: LoginFaults;
  captcha: Captcha | undefined;
  /** The picture could not be loaded. */
  captchaLost: boolean;
  newCaptcha: () => void;
  busy: boolean;
  /** The password was correct and a second step is required. */
  second: boolean;
  /** Goes back to the password. */
  back: () => void;
  submit: () => Promise<void>;
}

/**
 * Holds the state of a login form.
 * @param account initial value
 * @param enter called after an accepted password; its error is shown in the form
 */
export function useLoginForm(
  account: string,
  enter: (answer: LoginAnswer, account: string) => Promise<void>,
): LoginForm {
  const [values, setValues] = useState<Credentials>({ account, password: '', captcha: '', code: '' });
  const [faults, setFaults] = useState<LoginFaults>({});
  const [captcha, setCaptcha] = useState<Captcha>();
  const [captchaLost, setCaptchaLost] = useState(false);
  const [busy, setBusy] = useState(false);
  const [ticket, setTicket] = useState<string>();

  const newCaptcha = useCallback(() => {
    getCaptcha().then(
      (next) => {
        setCaptcha(next);
        setCaptchaLost(false);
      },
      () => setCaptchaLost(true),
    );
  }, []);
  useEffect(newCaptcha, [newCaptcha]);

  const change = (patch: Partial<Credentials>) => {
    setValues((previous) => ({ ...previous, ...patch }));
    const cleared = Object.fromEntries(Object.keys(patch).map((field) => [field, undefined]));
    setFaults((previous) => ({ ...previous, ...cleared, form: undefined }));
  };
  const back = useCallback(() => {
    setTicket(undefined);
    setValues((previous) => ({ ...previous, code: '', captcha: '' }));
    setFaults({});
    newCaptcha();
  }, [newCaptcha]);
  const first = async () => {
    const answer = await accountLogin(values, captcha);
    if ('ticket' in answer) setTicket(answer.ticket);
    else await enter(answer, values.account.trim());
  };
  const refused = (error: unknown) => {
    const over = error instanceof ApiError && ticket !== undefined && isOver(error);
    if (over) back();
    setFaults(over ? { form: error.msg } : faultsOf(error));
    // The picture is valid for one try; without an answer it was not used.
    if (ticket === undefined && error instanceof ApiError && error.status !== 0) {
      setValues((previous) => ({ ...previous, captcha: '' }));
      newCaptcha();
    }
  };
  const submit = async () => {
    if (busy) return;
    const missing =
      ticket === undefined
        ? missingCredentials(values, captcha?.required ?? false)
        : values.code.trim() === ''
          ? { code: '请输入验证码' }
          : {};
    setFaults(missing);
    if (Object.keys(missing).length > 0) return;
    setBusy(true);
    try {
      if (ticket === undefined) await first();
      else await enter(await verifyTotp(ticket, values.code), values.account.trim());
    } catch (error) {
      refused(error);
    } finally {
      setBusy(false);
    }
  };
  return { values, change, faults, captcha, captchaLost, newCaptcha, busy, second: ticket !== undefined, back, submit };
}

/** Returns whether the ticket is no longer valid: the password is required again. */
function isOver({ status, data }: ApiError): boolean {
  const errors = (data as { errors?: { field: string }[] } | null)?.errors ?? [];
  return status === 429 || errors.some(({ field }) => field === 'ticket');
}
