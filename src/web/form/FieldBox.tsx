import type { ReactNode } from 'react';
import { FieldError } from '#web/message/FieldError.tsx';

interface Props {
  /** Name of the contract's field, for its problem. */
  field: string;
  label: string;
  required?: boolean;
  /** Small text at the right of the label. */
  note?: ReactNode;
  problem?: string | undefined;
  /** Id of the control that the label names; absent for a group of controls. */
  control?: string;
  children: ReactNode;
}

/** A labelled part of the editor's form with its problem below. */
export function FieldBox({ field, label, required, note, problem, control, children }: Props) {
  const text = (
    <>
      {label}
      {required && (
        <span className="text-level1-text ml-1" aria-hidden>
          *
        </span>
      )}
    </>
  );
  return (
    <div
      className="flex flex-col gap-1.5"
      data-field={field}
      {...(control === undefined && { role: 'group', 'aria-label': label })}
    >
      <div className="flex items-baseline justify-between gap-2 text-[13px] text-text2">
        {control ? <label htmlFor={control}>{text}</label> : <span>{text}</span>}
        {note && <span className="text-xs text-text3">{note}</span>}
      </div>
      {children}
      {problem && (
        <div className="text-xs" id={`${field}-problem`} role="alert">
          <FieldError>{problem}</FieldError>
        </div>
      )}
    </div>
  );
}
