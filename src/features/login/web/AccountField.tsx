import { User } from 'lucide-react';
import { useRef, useState } from 'react';
import { FieldError } from '#web/message/FieldError.tsx';

interface AccountFieldProps {
  /** Account of the last login, '' when none is remembered. */
  remembered: string;
  value: string;
  problem: string | undefined;
  onChange: (value: string) => void;
}

/** Account field; a remembered account is locked until 换账号. */
export function AccountField({ remembered, value, problem, onChange }: AccountFieldProps) {
  const [locked, setLocked] = useState(remembered !== '');
  const input = useRef<HTMLInputElement>(null);
  const change = () => {
    setLocked(false);
    onChange('');
    input.current?.focus();
  };
  return (
    <div className="login-field">
      <label className="block text-[13px] text-text2" htmlFor="account">
        账号
      </label>
      <div
        className="login-input pl-3 pr-2 flex items-center flex-1 gap-2 bg-container h-10 rounded-md border border-edge"
        data-locked={locked}
        data-bad={problem !== undefined}
      >
        <User size={16} aria-hidden="true" />
        <input
          className="flex-1 text-[15px] h-full"
          ref={input}
          id="account"
          value={value}
          readOnly={locked}
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={50}
          aria-invalid={problem !== undefined}
          aria-describedby="account-problem"
          onChange={(event) => onChange(event.target.value)}
        />
        {locked && (
          <button
            type="button"
            className="login-switch max-md:min-h-11 text-[13px] text-primary-text px-1 h-7 rounded-sm"
            onClick={change}
          >
            换账号
          </button>
        )}
      </div>
      <div id="account-problem" aria-live="polite">
        {problem && <FieldError>{problem}</FieldError>}
      </div>
    </div>
  );
}
