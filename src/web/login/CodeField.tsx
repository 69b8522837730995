import { KeyRound } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { FieldError } from '../message/FieldError.tsx';
import type { LoginForm } from './useLoginForm.ts';

/** Second step of a login: six digits of the authenticator, or a recovery code. */
export function CodeField({ form, id }: { form: LoginForm; id: string }) {
  const { faults, values } = form;
  const input = useRef<HTMLInputElement>(null);
  // The user has just started this step and has nothing else to do in it.
  useEffect(() => input.current?.focus(), []);
  return (
    <div className="login-field">
      <label className="block text-[13px] text-text2" htmlFor={id}>
        验证码或恢复码
      </label>
      <div
        className="login-input pl-3 pr-2 flex items-center flex-1 gap-2 bg-container h-10 rounded-md border border-edge"
        data-bad={faults.code !== undefined}
      >
        <KeyRound size={16} aria-hidden="true" />
        <input
          className="flex-1 text-[15px] h-full"
          id={id}
          value={values.code}
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={16}
          ref={input}
          aria-invalid={faults.code !== undefined}
          aria-describedby={`${id}-problem`}
          onChange={(event) => form.change({ code: event.target.value })}
        />
      </div>
      <div id={`${id}-problem`} aria-live="polite">
        {faults.code && <FieldError>{faults.code}</FieldError>}
      </div>
    </div>
  );
}
