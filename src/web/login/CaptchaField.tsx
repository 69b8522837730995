import { RotateCw } from 'lucide-react';
import { FieldError } from '../message/FieldError.tsx';
import type { LoginForm } from './useLoginForm.ts';

/** The captcha: a click on the picture or the button loads a new one. Nothing if the deployment requires none. */
export function CaptchaField({ form, id }: { form: LoginForm; id: string }) {
  const { captcha, captchaLost, faults, values } = form;
  if (captcha && !captcha.required) return null;
  return (
    <div className="login-field">
      <label className="block f13 soft" htmlFor={id}>
        验证码
      </label>
      <div className="captcha flex gap-8">
        <div
          className="login-input pad-left-12 pad-right-8 row fill gap-8 on-container high-40 round edged"
          data-bad={faults.captcha !== undefined}
        >
          <input
            className="fill f15 full-height"
            id={id}
            value={values.captcha}
            placeholder="不分大小写"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={10}
            aria-invalid={faults.captcha !== undefined}
            aria-describedby={`${id}-problem`}
            onChange={(event) => form.change({ captcha: event.target.value })}
          />
        </div>
        <button
          type="button"
          className="captcha-image rigid f12 faint on-s3 hide high-40 bordered"
          aria-label="验证码图片，点击换一张"
          onClick={form.newCaptcha}
          tabIndex={-1}
        >
          {captcha ? (
            <img className="block full-width full-height" src={captcha.image} alt="" />
          ) : (
            <span>{captchaLost ? '没有取到' : ''}</span>
          )}
        </button>
        <button
          type="button"
          className="captcha-new inline middle rigid ink on-container high-40 bordered"
          aria-label="换一张验证码"
          onClick={form.newCaptcha}
        >
          <RotateCw size={16} />
        </button>
      </div>
      <div id={`${id}-problem`} aria-live="polite">
        {faults.captcha && <FieldError>{faults.captcha}</FieldError>}
      </div>
    </div>
  );
}
