import { memo, Suspense } from 'react';
import type { FieldProblem } from '#shared/envelope.ts';
import { FieldError } from '#web/message/FieldError.tsx';
import { Control } from './Control.tsx';
import type { Field } from './types.ts';

type FieldRowProps = {
  id: string;
  field: Field;
  value: unknown;
  required: boolean;
  msg: string | undefined;
  /** Problems of the cells of a list of rows. */
  cells?: readonly FieldProblem[] | undefined;
  /** Reason why the field cannot be changed. */
  locked: string | undefined;
  onChange: (field: string, value: unknown) => void;
};

const wideKinds: readonly Field['kind'][] = ['textarea', 'lines', 'image', 'rows'];

/** Draws label, control, and below it the problem, the reason of the lock or the hint. */
function Row({ id, field, value, required, msg, cells, locked, onChange }: FieldRowProps) {
  const hint = typeof field.hint === 'function' ? field.hint(value) : field.hint;
  const under = msg ?? locked ?? hint;
  const attributes = {
    id,
    'aria-invalid': msg ? (true as const) : undefined,
    'aria-describedby': under ? `${id}-under` : undefined,
    'aria-required': required ? (true as const) : undefined,
  };
  const wide = field.wide || wideKinds.includes(field.kind);
  return (
    <div
      className={`form-field${wide ? ' col-span-full' : ''}${msg ? ' refused' : ''} flex flex-col min-w-0 gap-1`}
      data-field={field.field}
    >
      <label className="text-[13px] text-text2" htmlFor={id}>
        {field.label}
        {required && (
          <span className="required text-level1-text ml-1" aria-hidden>
            *
          </span>
        )}
      </label>
      {/* A custom control may load later than the form. */}
      <Suspense fallback={<span className="form-later block min-h-8" />}>
        <Control
          field={field}
          value={value}
          disabled={locked !== undefined}
          attributes={attributes}
          problems={cells}
          onChange={(next) => onChange(field.field, next)}
        />
      </Suspense>
      <div id={`${id}-under`} className="form-under text-xs leading-4.5 text-text3 min-h-5">
        {msg ? <FieldError>{msg}</FieldError> : (locked ?? hint)}
      </div>
    </div>
  );
}

/** A field row, drawn again only when its own props change, so that a long form stays fast. */
export const FieldRow = memo(Row);
