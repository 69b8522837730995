import { type KeyboardEvent, useId } from 'react';
import { FieldError } from './FieldError.tsx';
import type { PromptOptions } from './queue.ts';

/** Default message if a pattern or validator refuses (specification section 5). */
export const inputError = '输入的数据不合法';

/** Returns why the text is refused; undefined if it is valid. The pattern is checked first, then the validator. */
export async function promptProblem(value: string, options: PromptOptions): Promise<string | undefined> {
  const problem = options.error ?? inputError;
  if (options.required && value.trim() === '') return problem;
  if (options.pattern && !new RegExp(options.pattern.source, options.pattern.flags.replace('g', '')).test(value))
    return problem;
  const verdict = (await options.validator?.(value)) ?? true;
  if (verdict === true) return undefined;
  return verdict || problem;
}

interface PromptFieldProps {
  options: PromptOptions;
  value: string;
  problem: string | undefined;
  onChange: (text: string) => void;
  onSubmit: () => void;
}

/** Input of a prompt box. Enter submits a single line, Ctrl Enter a multi-line text. */
export function PromptField({ options, value, problem, onChange, onSubmit }: PromptFieldProps) {
  const id = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    if (options.multiline && !event.ctrlKey) return;
    event.preventDefault();
    onSubmit();
  };
  const shared = {
    id,
    value,
    placeholder: options.placeholder,
    maxLength: options.maxLength,
    className: 'block w-full min-h-8 px-2.5 py-1.5 border border-edge rounded-md bg-container text-text',
    'data-autofocus': true,
    'aria-label': options.label ? undefined : '输入',
    'aria-invalid': problem !== undefined,
    'aria-describedby': `${id}problem`,
    onKeyDown,
  };
  return (
    <div className="prompt mt-2">
      {options.label && (
        <label className="block text-[13px] mb-1" htmlFor={id}>
          {options.label}
          {options.required && <span className="required text-level1-text ml-1">*</span>}
        </label>
      )}
      <div className="prompt-input relative">
        {options.multiline ? (
          <textarea {...shared} rows={3} onChange={(event) => onChange(event.target.value)} />
        ) : (
          <input {...shared} onChange={(event) => onChange(event.target.value)} />
        )}
        {options.maxLength !== undefined && (
          <span className="prompt-count absolute text-xs text-text3">
            {value.length} / {options.maxLength}
          </span>
        )}
      </div>
      <div id={`${id}problem`} aria-live="polite">
        {problem && <FieldError>{problem}</FieldError>}
      </div>
    </div>
  );
}
