import { useId } from 'react';
import { FieldError } from '#web/message/FieldError.tsx';
import { LevelSign } from '#web/ui/icons.tsx';
import type { CellLevel, RowTexts, SheetColumn } from './types.ts';

/** Words of the levels. */
export type LevelWords = Readonly<Partial<Record<NonNullable<CellLevel>, string>>>;

export interface CellProps<R> {
  column: SheetColumn<R>;
  row: R;
  /** Name of the row, for screen readers. */
  name: string;
  texts: RowTexts;
  msg: string | undefined;
  /** Another cell of the row shows its problem: this one only while it has the focus. */
  isAside: boolean;
  locked: boolean;
  levelWords: LevelWords;
  type: (id: string, column: string, text: string) => void;
}

/** Returns the level of a typed text; null while it cannot be read. */
function levelOf<R>({ key, read, levelOf: judge }: SheetColumn<R>, row: R, texts: RowTexts): CellLevel {
  const text = texts[key]?.trim() ?? '';
  if (!judge || text === '') return null;
  const result = read(text, row);
  return 'msg' in result ? null : judge(result.value, row, texts);
}

/** Returns the option of a digit key. */
function optionAt(options: NonNullable<SheetColumn<never>['options']>, event: React.KeyboardEvent) {
  const { key, altKey, ctrlKey, metaKey } = event;
  return altKey || ctrlKey || metaKey ? undefined : options[Number(key) - 1];
}

type InputProps<R extends { id: string }> = CellProps<R> & { level?: CellLevel };

/** Text field or choice of a cell, with the sign of its level and its problem. */
export function SheetInput<R extends { id: string }>(props: InputProps<R>) {
  const { column, row, name, texts, msg, isAside, locked, type, levelWords, level = null } = props;
  const id = useId();
  const { key, title, unit, options, lastOf, inputMode = 'decimal', maxLength, hint } = column;
  const text = texts[key] ?? '';
  const last = lastOf?.(row);
  const attributes = {
    'aria-label': [name, title, unit, last && `上次 ${last}`].filter(Boolean).join('，'),
    'aria-invalid': msg ? (true as const) : undefined,
    'aria-describedby': msg ? `${id}-msg` : level ? `${id}-level` : undefined,
    disabled: locked,
  };
  return (
    <>
      {level && (
        <>
          <LevelSign level={level} size={14} />
          <span id={`${id}-level`} className="sr-only">
            {levelWords[level]}
          </span>
        </>
      )}
      {options ? (
        <select
          {...attributes}
          data-empty={text === '' || undefined}
          value={text}
          onChange={({ target }) => type(row.id, key, target.value)}
          onKeyDown={(event) => {
            const option = optionAt(options, event);
            if (option) type(row.id, key, option.value);
            if (event.key === 'Delete' || event.key === 'Backspace') type(row.id, key, '');
          }}
        >
          <option value="">{last ?? ''}</option>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...attributes}
          value={text}
          placeholder={last ?? hint}
          inputMode={inputMode}
          maxLength={maxLength}
          autoComplete="off"
          enterKeyHint="next"
          onChange={({ target }) => type(row.id, key, target.value)}
        />
      )}
      {msg && (
        <div
          id={`${id}-msg`}
          className={`sheet-msg${isAside ? ' aside' : ''} absolute z-2 whitespace-nowrap`}
          role="alert"
        >
          <FieldError>{msg}</FieldError>
        </div>
      )}
    </>
  );
}

/** One cell that is filled in: the last value stands in grey until something is typed. */
export function SheetCell<R extends { id: string }>(props: CellProps<R>) {
  const { column, row, texts, msg } = props;
  const level = msg ? null : levelOf(column, row, texts);
  return (
    <td
      className={`sheet-cell${level ? ` level${level}` : ''}${msg ? ' refused' : ''} relative p-0`}
      data-column={column.key}
      data-title={column.title}
    >
      <SheetInput {...props} level={level} />
    </td>
  );
}
