import { useId } from 'react';
import { FieldError } from '#web/message/FieldError.tsx';
import { LevelSign } from '#web/ui/icons.tsx';
import type { CellLevel, SheetColumn } from './types.ts';

interface Props<R> {
  column: SheetColumn<R>;
  row: R;
  /** Name of the row, for screen readers. */
  name: string;
  text: string;
  msg: string | undefined;
  locked: boolean;
  onType: (text: string) => void;
}

/** Returns the level of a typed text; null while it cannot be read. */
function levelOf<R>({ read, levelOf: judge }: SheetColumn<R>, row: R, text: string): CellLevel {
  if (!judge || text.trim() === '') return null;
  const result = read(text.trim(), row);
  return 'msg' in result ? null : judge(result.value, row);
}

const levelNames = { 1: '紧急', 2: '重要', 3: '一般', 4: '提示' } as const;

/** One cell that is filled in: the last value stands in grey until something is typed. */
export function SheetCell<R>({ column, row, name, text, msg, locked, onType }: Props<R>) {
  const id = useId();
  const { key, title, unit, options, lastOf, inputMode = 'decimal' } = column;
  const level = msg ? null : levelOf(column, row, text);
  const last = lastOf?.(row);
  const under = msg ? `${id}-msg` : level ? `${id}-level` : undefined;
  const attributes = {
    'aria-label': [name, title, unit, last && `上次 ${last}`].filter(Boolean).join('，'),
    'aria-invalid': msg ? (true as const) : undefined,
    'aria-describedby': under,
    disabled: locked,
  };
  return (
    <td className={`sheet-cell${level ? ` level${level}` : ''}${msg ? ' refused' : ''} relative p-0`} data-column={key}>
      {level && (
        <>
          <LevelSign level={level} size={14} />
          <span id={`${id}-level`} className="sr-only">
            {levelNames[level]}
          </span>
        </>
      )}
      {options ? (
        <select
          {...attributes}
          className={text === '' ? 'text-text3' : ''}
          value={text}
          onChange={({ target }) => onType(target.value)}
          onKeyDown={({ key: pressed, altKey, ctrlKey, metaKey }) => {
            const option = altKey || ctrlKey || metaKey ? undefined : options[Number(pressed) - 1];
            if (option) onType(option.value);
            if (pressed === 'Delete' || pressed === 'Backspace') onType('');
          }}
        >
          <option value="">{last ?? ''}</option>
          {options.map(({ value, label }, index) => (
            <option key={value} value={value}>
              {index + 1} {label}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...attributes}
          value={text}
          placeholder={last}
          inputMode={inputMode}
          autoComplete="off"
          onChange={({ target }) => onType(target.value)}
        />
      )}
      {msg && (
        <div id={`${id}-msg`} className="sheet-msg absolute z-1 whitespace-nowrap" role="alert">
          <FieldError>{msg}</FieldError>
        </div>
      )}
    </td>
  );
}
