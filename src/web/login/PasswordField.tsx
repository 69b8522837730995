import { Eye, EyeOff, Lock } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FieldError } from '../message/FieldError.tsx';

interface PasswordFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  problem: string | undefined;
  id: string;
  autoFocus?: boolean;
  autoComplete?: 'current-password' | 'new-password';
  note?: ReactNode;
}

/** A password input with a caps-lock warning and a button that reveals the text. */
export function PasswordField({
  label,
  value,
  onChange,
  problem,
  id,
  autoFocus,
  autoComplete,
  note,
}: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const [capitals, setCapitals] = useState(false);
  const watch = (event: KeyboardEvent) => setCapitals(event.getModifierState('CapsLock'));
  return (
    <div className="login-field">
      <label className="block text-[13px] text-text2" htmlFor={id}>
        {label}
      </label>
      <div
        className="login-input pl-3 pr-2 flex items-center flex-1 gap-2 bg-container h-10 rounded-md border border-edge"
        data-bad={problem !== undefined}
      >
        <Lock size={16} aria-hidden="true" />
        <input
          className="flex-1 text-[15px] h-full"
          id={id}
          type={shown ? 'text' : 'password'}
          value={value}
          autoComplete={autoComplete ?? 'current-password'}
          data-autofocus={autoFocus || undefined}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-problem`}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={watch}
          onKeyUp={watch}
          onBlur={() => setCapitals(false)}
        />
        <span role="status">
          {capitals && (
            <Badge tone="notice" filled className="capitals leading-5">
              大写已锁定
            </Badge>
          )}
        </span>
        <Button
          kind="icon"
          className="login-icon"
          size={28}
          aria-label={shown ? '隐藏密码' : '显示密码'}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff size={16} /> : <Eye size={16} />}
        </Button>
      </div>
      {note}
      <div id={`${id}-problem`} aria-live="polite">
        {problem && <FieldError>{problem}</FieldError>}
      </div>
    </div>
  );
}
