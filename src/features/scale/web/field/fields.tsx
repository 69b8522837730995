import { Input, InputNumber, Select } from 'antd';
import { useId } from 'react';
import { FieldBox } from '#web/form/FieldBox.tsx';
import { FieldError } from '#web/message/FieldError.tsx';
import { useEditing } from '../editor/editing.ts';

interface Shared {
  /** Place in the definition: `items[3].label`. */
  place: string;
  label: string;
}

interface TextProps extends Shared {
  value: string;
  onChange: (text: string) => void;
  required?: boolean;
  note?: string;
  placeholder?: string;
  maxLength?: number;
  disabled?: boolean;
  multiline?: boolean;
}

/** A labelled text of the definition. */
export function TextField({ place, label, value, onChange, required, note, multiline, ...rest }: TextProps) {
  const id = useId();
  const problem = useEditing().problemAt(place);
  const props = { id, value, autoComplete: 'off', ...(problem && { status: 'error' as const }), ...rest };
  return (
    <FieldBox field={place} label={label} control={id} {...{ problem }} {...(required && { required })} {...{ note }}>
      {multiline ? (
        <Input.TextArea
          {...props}
          autoSize={{ minRows: 2, maxRows: 6 }}
          onChange={({ target }) => onChange(target.value)}
        />
      ) : (
        <Input {...props} onChange={({ target }) => onChange(target.value)} />
      )}
    </FieldBox>
  );
}

interface NumberProps extends Shared {
  value: number | null;
  onChange: (value: number | null) => void;
  unit?: string;
  disabled?: boolean;
  note?: string;
}

/** A labelled number of the definition. */
export function NumberField({ place, label, value, onChange, unit, note, disabled }: NumberProps) {
  const id = useId();
  const problem = useEditing().problemAt(place);
  return (
    <FieldBox field={place} label={label} control={id} {...{ problem, note }}>
      <InputNumber
        id={id}
        className="w-full"
        value={value}
        disabled={disabled}
        controls={false}
        changeOnWheel={false}
        {...(unit && { suffix: unit })}
        {...(problem && { status: 'error' as const })}
        onChange={onChange}
      />
    </FieldBox>
  );
}

type CellText = Pick<TextProps, 'place' | 'label' | 'value' | 'onChange' | 'placeholder' | 'disabled'> & {
  className?: string;
};

/** A text within a row; its label is for screen readers, its problem is shown by `Problems`. */
export function TextCell({ place, label, value, onChange, className = 'flex-1 min-w-0', ...rest }: CellText) {
  const problem = useEditing().problemAt(place);
  return (
    <span className={className} data-field={place}>
      <Input
        aria-label={label}
        value={value}
        autoComplete="off"
        {...rest}
        {...(problem && { status: 'error' as const, 'aria-invalid': true, title: problem })}
        onChange={({ target }) => onChange(target.value)}
      />
    </span>
  );
}

type CellNumber = Pick<NumberProps, 'place' | 'label' | 'value' | 'onChange' | 'unit' | 'disabled'>;

/** A number within a row. */
export function NumberCell({ place, label, value, onChange, unit, disabled }: CellNumber) {
  const problem = useEditing().problemAt(place);
  return (
    <span className="scale-number" data-field={place}>
      <InputNumber
        aria-label={label}
        value={value}
        controls={false}
        changeOnWheel={false}
        disabled={disabled}
        {...(unit && { suffix: unit })}
        {...(problem && { status: 'error' as const, 'aria-invalid': true, title: problem })}
        onChange={onChange}
      />
    </span>
  );
}

interface CellChoice<K extends string> extends Shared {
  value: K | undefined;
  options: readonly { value: K; label: string }[];
  onChange: (value: K) => void;
  className?: string;
  placeholder?: string;
}

/** A choice within a row. */
export function SelectCell<K extends string>({
  place,
  label,
  value,
  options,
  onChange,
  className = 'min-w-32',
  placeholder = '请选择',
}: CellChoice<K>) {
  const problem = useEditing().problemAt(place);
  // A value that nothing defines is shown as it is, so that it can be replaced.
  const isLost = value !== undefined && value !== '' && options.every((option) => option.value !== value);
  const shown = isLost ? [...options, { value, label: `${value}（没有了）` }] : options;
  return (
    <span className={className} data-field={place}>
      <Select
        className="w-full"
        aria-label={label}
        value={value === '' ? undefined : value}
        options={[...shown]}
        placeholder={placeholder}
        popupMatchSelectWidth={false}
        {...(shown.length > 8 && { showSearch: { optionFilterProp: 'label' } })}
        {...(problem && { status: 'error' as const })}
        onChange={(next) => onChange(next as K)}
      />
    </span>
  );
}

/** Problems at the places of a row, one below the other. */
export function Problems({ places }: { places: readonly string[] }) {
  const { problemAt } = useEditing();
  const texts = [...new Set(places.map(problemAt).filter((text) => text !== undefined))];
  return (
    <>
      {texts.map((text) => (
        <div key={text} className="text-xs" role="alert">
          <FieldError>{text}</FieldError>
        </div>
      ))}
    </>
  );
}
