import type { ReactNode } from 'react';
import { classes } from './classes.ts';

interface Props {
  name: string;
  figure: string;
  unit?: string;
  note?: ReactNode;
  /** URL of the list behind the figure. */
  href?: string;
  onClick?: () => void;
  className?: string;
}

/** A figure with its name and a link to the counted rows; a list item of `.tiles`. */
export function Tile({ name, figure, unit, note, href, onClick, className }: Props) {
  const label = `${name} ${figure}${unit ?? ''}`;
  const figures = (
    <>
      {figure}
      {unit && <small> {unit}</small>}
    </>
  );
  return (
    <li className={classes('tile', className)}>
      <span>{name}</span>
      {href ? (
        <a href={href} aria-label={label}>
          {figures}
        </a>
      ) : onClick ? (
        <button type="button" onClick={onClick} aria-label={label}>
          {figures}
        </button>
      ) : (
        <b>{figures}</b>
      )}
      <small title={typeof note === 'string' ? note : undefined}>{note}</small>
    </li>
  );
}
