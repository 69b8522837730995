import { useCallback, useEffect, useState } from 'react';
import { CallError } from '../request.ts';
import type { LoginAnswer } from '../sessionFlow.ts';
import {
  accountLogin,
  type Captcha,
  type Credentials,
  faultsOf,
  getCaptcha,
  type LoginFaults,
  missingCredentials,
} from './credentials.ts';

/** The state of a login form, on the page and in the dialog of an ended session. */
export interface LoginForm {
  values: Credentials;
  change: (patch: Partial<Credentials>) => void;
  faults: LoginFaults;
  captcha: Captcha | undefined;
  /** The picture could not be had. */
  captchaLost: boolean;
  newCaptcha: () => void;
  busy: boolean;
  submit: () => Promise<void>;
}

/**
 * A login form.
 * @param account filled in from the start
 * @param enter what follows an accepted password; what it throws is said in the form
 */
export function useLoginForm(
  account: string,
  enter: (answer: LoginAnswer, account: string) => Promise<void>,
): LoginForm {
  const [values, setValues] = useState<Credentials>({ account, password: '', captcha: '' });
  const [faults, setFaults] = useState<LoginFaults>({});
  const [captcha, setCaptcha] = useState<Captcha>();
  const [captchaLost, setCaptchaLost] = useState(false);
  const [busy, setBusy] = useState(false);

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
    setValues((before) => ({ ...before, ...patch }));
    const cleared = Object.fromEntries(Object.keys(patch).map((field) => [field, undefined]));
    setFaults((before) => ({ ...before, ...cleared, form: undefined }));
  };
  const submit = async () => {
    if (busy) return;
    const missing = missingCredentials(values, captcha?.required ?? false);
    setFaults(missing);
    if (Object.keys(missing).length > 0) return;
    setBusy(true);
    try {
      await enter(await accountLogin(values, captcha), values.account.trim());
    } catch (error) {
      setFaults(faultsOf(error));
      // The picture is good for one try; without an answer it was not tried.
      if (error instanceof CallError && error.status !== 0) {
        setValues((before) => ({ ...before, captcha: '' }));
        newCaptcha();
      }
    } finally {
      setBusy(false);
    }
  };
  return { values, change, faults, captcha, captchaLost, newCaptcha, busy, submit };
}
