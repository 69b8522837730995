import { RotateCw } from 'lucide-react';
import { FieldError } from '../message/FieldError.tsx';
import type { LoginForm } from './useLoginForm.ts';

/** The captcha: a click on the picture or the button loads a new one. Nothing if the deployment requires none. */
export function CaptchaField({ form, id }: { form: LoginForm; id: string }) {
  const { captcha, captchaLost, faults, values } = form;
  if (captcha && !captcha.required) return null;
  return (
    <div className="login-field">
      <label className="block text-[13px] text-text2" htmlFor={id}>
        验证码
      </label>
      <div className="captcha flex gap-2">
        <div
          className="login-input pl-3 pr-2 flex items-center flex-1 gap-2 bg-container h-10 rounded-md border border-edge"
          data-bad={faults.captcha !== undefined}
        >
          <input
            className="flex-1 text-[15px] h-full"
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
          className="captcha-image flex-none text-xs text-text3 bg-s3 overflow-hidden h-10 rounded-md border border-border"
          aria-label="验证码图片，点击换一张"
          onClick={form.newCaptcha}
          tabIndex={-1}
        >
          {captcha ? (
            <img className="block w-full h-full" src={captcha.image} alt="" />
          ) : (
            <span>{captchaLost ? '没有取到' : ''}</span>
          )}
        </button>
        <button
          type="button"
          className="captcha-new inline-flex items-center justify-center flex-none text-text bg-container h-10 rounded-md border border-border"
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
