import type { KeyboardEvent, ReactNode } from 'react';

interface Props {
  /** Place of the row in the definition: `items[3].options[1]`. */
  place: string;
  /** Name of the row: 选项 2. */
  name: string;
  className?: string;
  onKeyDown: (event: KeyboardEvent) => void;
  children: ReactNode;
}

/** A row of a list that is edited; Alt ↑↓ moves it. */
export function Row({ place, name, className = 'flex flex-col', onKeyDown, children }: Props) {
  return (
    <fieldset className={className} aria-label={name} data-row={place} data-field={place} onKeyDown={onKeyDown}>
      {children}
    </fieldset>
  );
}
