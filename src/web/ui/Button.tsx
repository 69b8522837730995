import type { ComponentProps } from 'react';
import { classes } from './classes.ts';

type Props = ComponentProps<'button'> & {
  /** Look; default: bordered. `link`: like a link in a text, a row or a bar. `icon`: it needs an `aria-label`. */
  kind?: 'primary' | 'plain' | 'bare' | 'urgent' | 'link' | 'icon';
  /** Destructive action. */
  danger?: boolean;
  small?: boolean;
  /** Side length of an icon, px; default 32. */
  size?: 24 | 28;
  /** Why the action is impossible now: disables the button, shown as its title. */
  blocked?: string | undefined;
};

/** The button of all pages; dialogs and forms that load antd use antd's. */
export function Button({ kind, danger, small, size, blocked, className, ...rest }: Props) {
  const base = kind === 'link' ? 'link' : kind === 'icon' ? 'icon-button' : classes('button', kind);
  return (
    <button
      type="button"
      {...(blocked !== undefined && { disabled: true, title: blocked })}
      {...rest}
      className={classes(base, size && `side-${size}`, danger && 'danger', small && 'small', className)}
    />
  );
}
